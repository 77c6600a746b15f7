import type { DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'

/** The duty of a receiver: to take a delivery, to refuse it, or nothing that is promised. */
export type Due = 'taken' | 'refused' | 'open'

/** One delivery of a drill, or several in a row that belong together. */
export interface Case {
  /** Stable name within its rule, which diagnoses refer to. */
  readonly key: string
  /** The delivery in words, as they stand before "was answered ...". */
  readonly description: string
  readonly make: (factory: DeliveryFactory) => readonly Delivery[]
  /** So many deliveries at its beginning have to be taken, or the case says nothing. */
  readonly prelude?: number
  /** The due of each delivery, where it is not that of the rule for all of them. */
  readonly dues?: readonly Due[]
  /** All deliveries of the case go over one connection. */
  readonly keepsConnection?: true
  /** So many deliveries of the case are sent at the same moment; one after the other without it. */
  readonly atOnce?: number
  /** Its deliveries do not depend on each other: one that has to be sent again is made anew. */
  readonly isEachNew?: true
  /** So many of its events are new to a receiver, and to be acted upon: what an answer does not show. */
  readonly events?: number
}

interface RuleBase {
  /** `receiver/<name>`: stable, printed in reports, matched by `--rules`. */
  readonly id: string
  readonly title: string
  /** Where the specification says it, or that it is good practice and why. */
  readonly section: string
  /** Shown by a receiver that passes. */
  readonly statement: string
  /** Advice about a finding. */
  readonly mend: string
  readonly severity: 'error' | 'warning'
}

/** A rule whose cases are sent and judged one by one. */
export interface CaseRule extends RuleBase {
  readonly due: Due
  /** Judged once for each version; once for the receiver without it. */
  readonly perVersion?: true
  /** Says nothing about a receiver that breaks this rule already. */
  readonly after?: string
  /** A server error or a closed connection says nothing here: servers answer so to what they do not support. */
  readonly bearsErrors?: true
  /** Shown by a refusal alone: an answer that is late, or none, has other causes. */
  readonly needsRefusal?: true
  /** Why nothing is owed; of open rules alone. */
  readonly reason?: string
  readonly cases: (factory: DeliveryFactory) => readonly Case[]
}

/** A rule that every answer of the run to what was valid is judged by. */
export interface AnswerRule extends RuleBase {
  readonly due: 'every-answer'
}

/**
 * A rule that is judged together with its like: by many deliveries at once, by the window of timestamps that was measured,
 * or by what the receiver says that it has acted upon.
 */
export interface GroupRule extends RuleBase {
  readonly due: 'at-once' | 'window' | 'observed'
}

export type DrillRule = CaseRule | AnswerRule | GroupRule

/** A case of one delivery. */
export function one(key: string, description: string, make: (factory: DeliveryFactory) => Delivery): Case {
  return {
    key,
    description,
    make: (factory) => [make(factory)],
  }
}
