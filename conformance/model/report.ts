import { cached, type Hint } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Observed } from './case.js'
import type { RuleFacts } from './rule.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Finding, Note } from './finding.js'

export interface Reached {
  readonly reached: number
  readonly of: number
  /** The unreached points in words, the most useful first; long lists are cut. */
  readonly missing: readonly string[]
}

/** An operation that never answered 2xx. */
export interface UnreachedOperation {
  /** Method and path, for instance `GET /pets/{petId}`. */
  readonly operation: string
  readonly state: 'not-called' | 'never-succeeded'
  /** The known reason: `no value is known for {petId}`. */
  readonly reason: string
}

export interface OperationCoverage extends Pick<Reached, 'reached' | 'of'> {
  readonly called: number
  /** All unreached operations, because their reasons are counted. */
  readonly missing: readonly UnreachedOperation[]
}

/** The share of a document that a run reached. */
export interface CoverageSummary {
  readonly version: string
  readonly operations: OperationCoverage
  /** Parameters, present and absent. */
  readonly parameters: Reached
  /** Enumerated values of requests. */
  readonly values: Reached
  /** Statuses that operations declare. */
  readonly statuses: Reached
  /** Branches and members of the schemas of request bodies and parameters. */
  readonly requests: Reached
  /** Branches, members and enumerated values of the schemas of responses. */
  readonly responses: Reached
}

export interface RequestCount {
  readonly sent: number
  /** With a whole response, in time, and of a readable size. */
  readonly answered: number
  readonly unanswered: number
}

/** The count for numbers of sent and answered requests. */
export function requestCount(sent: number, answered = sent): RequestCount {
  return { sent, answered, unanswered: sent - answered }
}

/** Sums counts up. */
export function addRequests(counts: readonly RequestCount[]): RequestCount {
  const total = new RequestCounter()
  for (const one of counts) total.add(one)
  return total.count
}

export class RequestCounter {
  sent = 0
  answered = 0

  add({ sent, answered }: RequestCount): void {
    this.sent += sent
    this.answered += answered
  }

  get count(): RequestCount {
    return requestCount(this.sent, this.answered)
  }
}

/** The statuses of an operation's responses under one version. */
export interface Traffic {
  /** Method and template, for instance `GET /customers/{}`. */
  readonly operation: string
  readonly statuses: Readonly<Record<string, number>>
}

/** Sums counts by operation, in the order of the first calls. */
export function addTraffic(parts: readonly Traffic[]): Traffic[] {
  const sums = new Map<string, Record<string, number>>()
  for (const { operation, statuses } of parts) {
    const sum = cached(sums, operation, (): Record<string, number> => ({}))
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
  }
  return [...sums].map(([operation, statuses]) => ({ operation, statuses }))
}

const names = /^(external|partner|client)[-_]?(id|reference)$/i

/** True for the name of a member that holds the caller's own id of a thing. */
export function isExternalId(name: string): boolean {
  return names.test(name)
}

/** Begins the caller's own id of created things with `rampart-`, unless the scenario sets it. */
export function withExternalId(hint: Hint, uuid: () => string): Hint {
  return (path, schema) => {
    const wanted = hint(path, schema)
    if (wanted !== undefined || !isExternalId(path.at(-1) ?? '')) return wanted
    if (schema.format !== undefined || schema.pattern !== undefined) return undefined
    const id = `rampart-${uuid()}`
    return schema.maxLength !== undefined && schema.maxLength < id.length ? undefined : id
  }
}

/**
 * The fate of a thing: `cancelled` by the run's own request, `gone` already, refused to be deleted (`refused`), or
 * `kept`, because the document has no operation for that or no response came.
 */
export type Fate = 'cancelled' | 'gone' | 'refused' | 'kept'

/** A thing that a run created, as listed in the report. Contains no secrets. */
export interface CreatedEntry {
  /** Method and path of the operation that created it, for instance `POST /customers`. */
  readonly operation: string
  /** The version by whose document it was created. */
  readonly version: string
  readonly id?: string
  /** The recognizable id from the request. */
  readonly externalId?: string
  readonly fate: Fate
  /** The reason why it was refused or kept: the status and the start of the response text, or a sentence. */
  readonly why?: string
}

/** A thing that the run created, because a POST or PUT returned 2xx. */
export interface CreatedThing {
  readonly api: Api
  /** Its target below the base URL, for instance `/pets/17`. Absent where no operation addresses it. */
  readonly path?: string
  /** Its id in the response, where it has no path. */
  readonly id?: string
  /** The request that created it, with its response. */
  readonly by: Observed
  readonly deleteOperation?: Operation
  /** Bodies that may name it to that operation, and nothing else, best first; absent where its path does. */
  readonly deleteBodies?: readonly unknown[]
  /** It may be of somebody else, so it must not be deleted. */
  readonly isPerhaps?: true
  readonly pathValues: Readonly<Record<string, unknown>>
  readonly isDeleted: boolean
  /** Whether nothing was found at its path; false once a read found it. */
  readonly isMissed?: boolean
}

/**
 * The outcome of one rule for one version. `passed` is based on judged evidence. `flaky` failed once and passed on
 * repetition. `inconclusive` was planned and could not be judged, because the service or the network failed in a
 * required step; one of these makes a run incomplete. `skipped` was excluded by the user's settings or the account's
 * rights. `not-promised` marks a statement that leaves the service free; it is observed and never judged.
 */
export type State =
  | 'passed'
  | 'failed'
  | 'flaky'
  | 'inconclusive'
  | 'skipped'
  | 'not-applicable'
  | 'not-promised'

/**
 * The lack that skips a rule: an API key, another partner's key, permission to write, more creations, a customer, a
 * sub-partner, a receiver of webhooks, a provocation, time, or something that the service refuses to this account.
 */
export type Lack =
  | 'account'
  | 'api-key'
  | 'creations'
  | 'customer'
  | 'provocation'
  | 'receiver'
  | 'second-key'
  | 'sub-partner'
  | 'time'
  | 'writes'

/** One rule judged for one version. Rules about the service as a whole have the version `*`. */
export interface RuleResult extends RuleFacts {
  /** The fix for its findings, if known. */
  readonly fix?: string
  readonly version: string
  readonly state: State
  readonly reason?: string
  readonly lacks?: Lack
  /** The failed exchange that made the rule inconclusive; status 0 means no response. */
  readonly cause?: Exchange
  /** Requests sent for this rule, or judged by an observer. */
  readonly requests: RequestCount
  readonly findings: readonly Finding[]
  /** Operations whose responses it was judged by, as method and path, where a document was tested. */
  readonly operations?: readonly string[]
  /** Ids of the exchanges that it was judged by; long lists are cut. */
  readonly exchanges?: readonly string[]
  /** Duration of its own steps in milliseconds; absent for observers. */
  readonly durationMs?: number
  readonly notes?: readonly Note[]
  /** All findings are in the baseline, so the severity is that of a warning. */
  readonly baselined?: true
}

/** A whole run, described by `report.schema.json`. Contains no secrets. */
export interface Report {
  readonly reportVersion: 2
  /** The run or shard of this report; absent where reports cannot be merged. */
  readonly run?: RunIdentity
  /** The run was interrupted before everything was judged. */
  readonly interrupted?: true
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  /** The subject of the report: a service when it is absent, or a receiver of webhooks. */
  readonly subject?: 'receiver'
  /** True for a report of `rampart inspect`, which judges recorded traffic and sends nothing; absent for any other. */
  readonly command?: 'inspect'
  /** The only document has no date; results have its name as their version, which need not be printed. */
  readonly unversioned?: true
  readonly target: {
    readonly baseUrl: string
    /** Absent where the documents are the user's own. */
    readonly specUrl?: string
  }
  readonly startedAt: string
  readonly durationMs: number
  readonly versions: readonly VersionSummary[]
  readonly results: readonly RuleResult[]
  /** Exchanges that show how rules passed, without duplicates; results refer to them by id. */
  readonly evidence?: readonly Exchange[]
  /** The comparison with the failures of an earlier run. */
  readonly comparison?: Comparison
  /** The causes behind the findings. */
  readonly mistakes?: readonly Mistake[]
  /** Measurements, and what could not be observed, in sentences. */
  readonly observations?: readonly string[]
  /** Warnings about the results: too little was judged, or the baseline has problems. */
  readonly warnings?: readonly Warning[]
  /** Everything that the run created on the service. */
  readonly created?: readonly CreatedEntry[]
  readonly operations?: readonly Traffic[]
  readonly coverage?: readonly CoverageSummary[]
  /** The effect of more time, in one sentence. */
  readonly outlook?: string
}

/** The identity of a run, which shards of one run share. */
export interface RunIdentity {
  readonly id: string
  /** The CI system's id for the run, shared by all shards, if there is one. */
  readonly group?: string
  readonly shard?: { readonly index: number; readonly count: number }
  readonly plan: string
}

/** One cause of findings: the receiver's mistake, its fix, and the rules that it breaks. */
export interface Mistake {
  readonly name: string
  readonly title: string
  readonly fix: string
  /** A warning when it breaks rules of good practice only, which do not fail the run. */
  readonly severity: 'error' | 'warning'
  readonly rules: readonly string[]
}

/** Differences from an earlier run, as names of results such as `versioning/echo@2026-08-01`. */
export interface Comparison {
  readonly startedAt: string
  /** Fails now and did not then. */
  readonly new: readonly string[]
  /** Failed then and passes now. */
  readonly fixed: readonly string[]
  /** Failed then and still fails. */
  readonly stays: readonly string[]
  /** Failed then, or in a run that it was compared with, and was not judged since. Absent where there is none. */
  readonly unjudged?: readonly string[]
}

export interface Warning {
  readonly code: WarningCode
  readonly message: string
}

export type WarningCode =
  | 'mostly-refused'
  | 'no-credentials'
  | 'mostly-not-found'
  | 'never-succeeded'
  | 'creations-capped'
  | 'service-interrupted'
  | 'things-changed'
  | 'things-missing'
  | 'things-unexplained'
  | 'baseline-expired'
  | 'baseline-unmatched'
  | 'no-longer-judged'

export interface VersionSummary {
  readonly version: string
  readonly sha256?: string
  readonly document?: NamedDocument
  readonly requests: RequestCount
  readonly durationMs: number
}

/** A document that the user passed. */
export interface NamedDocument {
  /** Its path or URL, as the user spelled it. */
  readonly name: string
  readonly title: string
  readonly operations: number
}
