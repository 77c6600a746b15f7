import type { Severity } from '../catalogue/rule.js'
import type { CreatedEntry } from './created.js'
import type { Finding, Note } from './finding.js'
import type { Traffic } from './traffic.js'

/**
 * How one rule ended for one version. `flaky` failed and passed when it was repeated; `not-promised` names a place
 * where the specification leaves the service free, which is watched and never judged.
 */
export type State = 'passed' | 'failed' | 'flaky' | 'skipped' | 'not-applicable' | 'not-promised'

/** One rule judged for one version. Rules about the service as a whole have the version `*`. */
export interface RuleResult {
  readonly id: string
  readonly section: string
  readonly statement: string
  /** Its title, when the catalogue of the suite does not have it. */
  readonly title?: string
  /** What to do about its findings, when that is known beforehand. */
  readonly mend?: string
  readonly version: string
  readonly severity: Severity
  readonly state: State
  /** Why it was skipped, does not apply, or is not judged. */
  readonly reason?: string
  /** Requests that were sent for this rule, or that an observer judged. */
  readonly requests: number
  readonly findings: readonly Finding[]
  /** What was seen where nothing is promised. */
  readonly notes?: readonly Note[]
  /** Every finding is known by the baseline: then the severity is that of a warning. */
  readonly baselined?: true
}

/** A whole run; `report.schema.json` describes it. Holds no secrets. */
export interface Report {
  readonly reportVersion: 1
  readonly tool: { readonly name: 'rampart'; readonly version: string }
  /** What was judged: a service, unless it says `receiver`: then it is a receiver of webhooks. */
  readonly subject?: 'receiver'
  readonly target: { readonly baseUrl: string; readonly specUrl: string }
  readonly startedAt: string
  readonly durationMs: number
  readonly versions: readonly VersionSummary[]
  readonly results: readonly RuleResult[]
  /** The causes that were found behind the findings. */
  readonly mistakes?: readonly Mistake[]
  /** What a reader of the results should know: signs that little was judged, trouble with the baseline. */
  readonly warnings?: readonly Warning[]
  /** Everything that the run created on the service. */
  readonly created?: readonly CreatedEntry[]
  /** Which operations were called, and what was answered. */
  readonly operations?: readonly Traffic[]
}

/** One cause of findings: what the receiver does, how that is mended, and the rules that it breaks. */
export interface Mistake {
  /** Stable name. */
  readonly name: string
  readonly title: string
  readonly mend: string
  readonly rules: readonly string[]
}

/** One thing to be wary of. */
export interface Warning {
  readonly code: WarningCode
  readonly message: string
}

export type WarningCode =
  | 'mostly-refused'
  | 'mostly-not-found'
  | 'never-succeeded'
  | 'creations-capped'
  | 'baseline-expired'
  | 'baseline-unmatched'

/** What a run did under one version. */
export interface VersionSummary {
  readonly version: string
  /** sha256 of the document that was judged by. */
  readonly sha256?: string
  readonly requests: number
  readonly durationMs: number
}
