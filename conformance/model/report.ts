import type { Severity } from './rule.js'
import type { CoverageSummary } from './coverage.js'
import type { CreatedEntry } from './thing.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Finding, Note } from './finding.js'
import type { RequestCount, Traffic } from './requests.js'

/**
 * How one rule ended for one version. `passed` rests on evidence that was judged. `flaky` failed and passed when it was
 * repeated. `inconclusive` was planned and could not be judged, because the service or the network failed in a step
 * that it needs: one of these makes a run incomplete. `skipped` was left out by the user's own settings, or by what the
 * account may do. `not-promised` names a statement that leaves the service free, which is watched and never judged.
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
 * The thing that a rule was skipped for want of: an API key, another partner's key, leave to write, more creations,
 * a customer, a sub-partner, a receiver of webhooks, a provocation, time, or something that the service refuses to this
 * account.
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
export interface RuleResult {
  readonly id: string
  readonly section: string
  readonly statement: string
  /** Its title, when the catalogue of the suite does not have it. */
  readonly title?: string
  /** How to mend its findings, when that is known beforehand. */
  readonly mend?: string
  readonly version: string
  readonly severity: Severity
  readonly state: State
  /** Why it is inconclusive, was skipped, does not apply, or is not judged. */
  readonly reason?: string
  /** The thing that a skipped rule was skipped for want of. */
  readonly lacks?: Lack
  /** The exchange in which the service failed, where that made the rule inconclusive; status 0 is no answer. */
  readonly cause?: Exchange
  /** Requests that were sent for this rule, or that an observer judged. */
  readonly requests: RequestCount
  readonly findings: readonly Finding[]
  /** Operations whose answers it was judged by, as method and path, where a run explored a service. */
  readonly operations?: readonly string[]
  /** Ids of exchanges that it was judged by: the first ones of many. */
  readonly exchanges?: readonly string[]
  /** How long its own steps took, in milliseconds; absent for rules that look on. */
  readonly durationMs?: number
  /** Observations where nothing is promised. */
  readonly notes?: readonly Note[]
  /** Every finding is known by the baseline: then the severity is that of a warning. */
  readonly baselined?: true
}

/** A whole run; `report.schema.json` describes it. Holds no secrets. */
export interface Report {
  readonly reportVersion: 2
  /** Which run this is the report of, or part of; absent where nothing can be put together. */
  readonly run?: RunIdentity
  /** The run was ended before everything had been judged. */
  readonly interrupted?: true
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  /** The subject of the report: a service, unless it says `receiver`: then a receiver of webhooks. */
  readonly subject?: 'receiver'
  /** Recorded traffic was judged by `rampart inspect`, which sent nothing itself; absent for any other report. */
  readonly command?: 'inspect'
  /** There is one document, which has no date: results bear its name for a version, and readers need not see it. */
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
  /** Exchanges that show how rules passed, each once; results name them by id. */
  readonly evidence?: readonly Exchange[]
  /** What became of the failures of an earlier run. */
  readonly comparison?: Comparison
  /** The causes that were found behind the findings. */
  readonly mistakes?: readonly Mistake[]
  /** What was measured, and what could not be seen, in sentences. */
  readonly observations?: readonly string[]
  /** Warnings to the reader of the results: signs that little was judged, trouble with the baseline. */
  readonly warnings?: readonly Warning[]
  /** Everything that the run created on the service. */
  readonly created?: readonly CreatedEntry[]
  /** Which operations were called, and what was answered. */
  readonly operations?: readonly Traffic[]
  /** How much of each document was reached, where a run explored a service. */
  readonly coverage?: readonly CoverageSummary[]
  /** What more time would buy, in one sentence. */
  readonly outlook?: string
}

/** The identity of a run, by which reports are recognized as parts of one. */
export interface RunIdentity {
  /** Of this very run or part: no other has it. */
  readonly id: string
  /** The CI system's name for the run that all parts belong to, where there is one. */
  readonly group?: string
  /** Which part of how many. */
  readonly shard?: { readonly index: number; readonly count: number }
  /** sha256 of everything that the run was to do. */
  readonly plan: string
}

/** One cause of findings: what the receiver does, how that is mended, and the rules that it breaks. */
export interface Mistake {
  /** Stable name. */
  readonly name: string
  readonly title: string
  readonly mend: string
  readonly rules: readonly string[]
}

/** What differs from an earlier run, in names of results such as `versioning/echo@2026-08-01`. */
export interface Comparison {
  /** When the earlier run began. */
  readonly startedAt: string
  /** Fail now, and did not then. */
  readonly new: readonly string[]
  /** Failed then, and pass now. */
  readonly mended: readonly string[]
  /** Failed then, and fail now. */
  readonly stays: readonly string[]
}

/** One thing to be wary of. */
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
  | 'baseline-expired'
  | 'baseline-unmatched'
  | 'no-longer-judged'

/** The traffic and duration of a run under one version. */
export interface VersionSummary {
  readonly version: string
  /** sha256 of the document that was judged by. */
  readonly sha256?: string
  /** The document, where the user named it. */
  readonly document?: NamedDocument
  readonly requests: RequestCount
  readonly durationMs: number
}

/** A document that the user named. */
export interface NamedDocument {
  /** Its path or its address, as the user spelled it. */
  readonly name: string
  readonly title: string
  readonly operations: number
}
