import type { Exchange } from '../exchange/exchange.js'
import type { Finding } from './finding.js'
import type { RuleResult } from './report.js'
import type { RequestCount, Traffic } from './requests.js'

/** The findings of an observer for one rule and version: plain data, small enough to travel between threads. */
export interface ObservedRule {
  readonly rule: string
  readonly version: string
  readonly judged: number
  readonly findings: readonly Finding[]
  /** Ids of exchanges in which it found nothing. */
  readonly exchanges?: readonly string[]
}

/** Everything that one step of a run yields. */
export interface StepResult {
  readonly version: string
  /** Requests that were sent. */
  readonly requests: RequestCount
  /** Null for an observer: its result follows from the whole run. */
  readonly result: RuleResult | null
  readonly observed: readonly ObservedRule[]
  /** Exchanges that show how rules passed, each once. */
  readonly evidence?: readonly Exchange[]
  /** Which operations were called meanwhile. */
  readonly traffic?: readonly Traffic[]
}

/** How long a step took, beside what it yielded. */
export interface TimedStepResult extends StepResult {
  readonly durationMs: number
}
