import type { DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'

/** What a receiver must do with a delivery: take it, refuse it, or either. */
export type Due = 'taken' | 'refused' | 'open'

/** One delivery of a drill, or a sequence. */
export interface Case {
  /** Stable name within its rule, for diagnoses. */
  readonly key: string
  /** The delivery in words, before "was answered ...". */
  readonly description: string
  readonly make: (factory: DeliveryFactory) => readonly Delivery[]
  /** The number of deliveries at its beginning that must be acknowledged for the case to count. */
  readonly prelude?: number
  /** The duty for each delivery, where it is not that of the rule. */
  readonly dues?: readonly Due[]
  /** All deliveries of the case use one connection. */
  readonly keepsConnection?: true
  /** The number of concurrent deliveries; sequential when it is absent. */
  readonly atOnce?: number
  /** Its deliveries are independent, so a repeated one is made anew. */
  readonly isEachNew?: true
  /** The number of its events that a receiver must process, which responses do not show. */
  readonly events?: number
}

interface RuleBase {
  /** `receiver/<name>`: stable, printed in reports, matched by `--rules`. */
  readonly id: string
  readonly title: string
  /** The section of the specification, or the reason why it is good practice. */
  readonly section: string
  /** True for a receiver that passes. */
  readonly statement: string
  /** The fix for a finding. */
  readonly fix: string
  readonly severity: 'error' | 'warning'
}

/** A rule whose cases are sent and judged separately. */
export interface CaseRule extends RuleBase {
  readonly due: Due
  /** Judged for each version; once for the receiver when it is absent. */
  readonly perVersion?: true
  /** Not judged for a receiver that breaks this rule. */
  readonly after?: string
  /** A server error or closed connection is tolerated, because servers respond to unsupported requests that way. */
  readonly bearsErrors?: true
  /** Only a refusal counts, because a late or missing response has other causes. */
  readonly needsRefusal?: true
  /** The reason why nothing is promised; only for open rules. */
  readonly reason?: string
  readonly cases: (factory: DeliveryFactory) => readonly Case[]
}

/** A rule about all responses of the run to valid deliveries. */
export interface AnswerRule extends RuleBase {
  readonly due: 'every-answer'
}

/**
 * A rule that is judged together with others: by the measured window of timestamps, or by the receiver's own count of
 * processed events.
 */
export interface GroupRule extends RuleBase {
  readonly due: 'window' | 'observed'
}

export type DrillRule = CaseRule | AnswerRule | GroupRule

/** A case with one delivery. */
export function one(key: string, description: string, make: (factory: DeliveryFactory) => Delivery): Case {
  return {
    key,
    description,
    make: (factory) => [make(factory)],
  }
}
