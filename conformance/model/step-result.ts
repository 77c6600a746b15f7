import type { Exchange } from '../exchange/exchange.js'
import type { Finding } from './finding.js'
import { type RuleResult, addTraffic, type Traffic, type VersionSummary } from './report.js'

/** The findings of an observer for one rule and version. */
export interface ObservedRule {
  readonly rule: string
  readonly version: string
  readonly judged: number
  readonly findings: readonly Finding[]
  /** Ids of exchanges without a finding. */
  readonly exchanges?: readonly string[]
}

/** The findings of observers, and the exchanges that show how rules passed, without duplicates. */
export interface Observations {
  readonly observed: readonly ObservedRule[]
  readonly evidence: readonly Exchange[]
}

export interface StepResult extends Pick<VersionSummary, 'version' | 'requests' | 'durationMs'> {
  /** Null for an observer, whose result depends on the whole run. */
  readonly result: RuleResult | null
}

/** The results of steps, with all observations and traffic. May contain secrets. */
export interface Seen extends Observations {
  readonly judged: readonly StepResult[]
  /** The called operations with their statuses. */
  readonly traffic: readonly Traffic[]
  /** Outages that passed, in words. */
  readonly interruptions?: readonly string[]
}

/** The merged observations of several sessions, in their order. */
export function seenBy(sessions: readonly Seen[]): Seen {
  return {
    judged: sessions.flatMap(({ judged }) => judged),
    observed: sessions.flatMap(({ observed }) => observed),
    evidence: sessions.flatMap(({ evidence }) => evidence),
    traffic: addTraffic(sessions.flatMap(({ traffic }) => traffic)),
    interruptions: sessions.flatMap(({ interruptions = [] }) => interruptions),
  }
}
