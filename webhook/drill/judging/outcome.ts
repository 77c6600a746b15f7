import type { Exchange } from '../../../conformance/index.js'
import type { MistakeText } from '../rules/rule.js'

/** One violation in a case. */
export interface Violation {
  readonly key: string
  readonly message: string
  readonly exchange?: Exchange
  /** The mistake that the case shows, if one of its own. */
  readonly mistake?: MistakeText
}

/** A violation, with its exchange if there is one. */
export function violation(key: string, message: string, sent?: { readonly exchange: Exchange }): Violation {
  return sent === undefined ? { key, message } : { key, message, exchange: sent.exchange }
}

/** The outcome of a rule. */
export type Outcome =
  | { readonly state: 'passed'; readonly notes?: readonly string[] }
  | {
      readonly state: 'failed' | 'flaky'
      readonly violations: readonly Violation[]
      readonly notes?: readonly string[]
    }
  | { readonly state: 'inconclusive' | 'not-applicable'; readonly reason: string }
  | { readonly state: 'skipped'; readonly reason: string; readonly lacks?: 'time' }
  | { readonly state: 'not-promised'; readonly reason: string; readonly notes: readonly string[] }

/** Passed without violations, failed with some; flaky when none repeated. */
export function outcomeFrom(violations: readonly Violation[], lasting = violations): Outcome {
  if (violations.length === 0) return { state: 'passed' }
  return lasting.length > 0 ? { state: 'failed', violations: lasting } : { state: 'flaky', violations }
}
