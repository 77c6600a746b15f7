import type { Finding } from '../model/finding.js'
import type { Outage } from '../model/outage.js'
import type { RequestCount } from '../model/requests.js'
import type { Traffic } from '../model/traffic.js'
import type { CoverageSummary } from '../model/coverage.js'
import type { Judgements, LeftCases } from '../coverage/index.js'
import type { Api } from '../model/api.js'
import type { ExploreSettings } from '../model/settings.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** The document that was explored by, as the user knows it. */
export interface DocumentSource {
  /** Its path or its address, as the user spelled it. */
  readonly name: string
  /** It has no date, and is the only one. */
  readonly isUnversioned: boolean
  /** The lines of JSON Pointers (`#/paths/...`) in its text, counted from 1. */
  readonly linesOf?: (pointers: Iterable<string>) => ReadonlyMap<string, number>
}

/** A finding with its rule. */
export interface RuleFinding {
  readonly rule: ExploreRuleId
  readonly finding: Finding
}

/** What the exploration of one document was, and found. */
export interface ExploredDocument {
  readonly api: Api
  readonly source: DocumentSource
  readonly settings: Pick<ExploreSettings, 'allowWrites' | 'allowDestructive'>
  /** Of one cause there is one. */
  readonly findings: readonly RuleFinding[]
  readonly judgements: Judgements
  readonly coverage: CoverageSummary
  /** Answers by operation and status: all, and those to valid requests. */
  readonly traffic: readonly Traffic[]
  readonly validTraffic: readonly Traffic[]
  readonly requests: RequestCount
  /** No request of it had credentials. */
  readonly isAnonymous?: boolean
  readonly durationMs: number
  /** It ended because its time was up. */
  readonly isTimeUp: boolean
  /** Sequences of calls were tried once, so that more time would hardly judge a rule of state that none judged. */
  readonly isSequenced: boolean
  /** What was planned, and not sent when it ended. */
  readonly left: LeftCases
  /** What is known of it, where the service went away. */
  readonly gone?: Outage
}
