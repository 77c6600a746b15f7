import type { Exchange } from '../exchange/exchange.js'
import type { Finding } from './finding.js'
import type { RuleResult } from './report.js'
import type { RequestCount, Traffic } from './requests.js'

/** The findings of an observer for one rule and version: plain data, small enough to be passed between threads. */
export interface ObservedRule {
  readonly rule: string
  readonly version: string
  readonly judged: number
  readonly findings: readonly Finding[]
  /** Ids of exchanges without a finding. */
  readonly exchanges?: readonly string[]
}

export interface StepResult {
  readonly version: string
  readonly requests: RequestCount
  /** Null for an observer, whose result depends on the whole run. */
  readonly result: RuleResult | null
  readonly observed: readonly ObservedRule[]
  /** Exchanges that show how rules passed, without duplicates. */
  readonly evidence?: readonly Exchange[]
  readonly traffic?: readonly Traffic[]
}

export interface TimedStepResult extends StepResult {
  readonly durationMs: number
}
