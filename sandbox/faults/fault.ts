import type { Answer } from '../pipeline/answer.js'
import type { Negotiation } from '../pipeline/version.js'
import type { AnswerContext, NegotiationContext } from '../pipeline/fault-set.js'
import type { QueryPairs } from '../pipeline/query.js'
import type { ReviseVerdict } from '../identification/submission/verdict.js'
import type { Behaviours } from '../versions/index.js'
import type { DeliveryFaults } from '../webhooks/delivery-client.js'

/** A parsed document, to be changed in place. */
export type JsonObject = { [key: string]: unknown }

/** The hooks of a fault; all are optional, and without a hook behaviour is unchanged. */
export interface Hooks {
  readonly negotiate?: (outcome: Negotiation, asked: NegotiationContext) => Negotiation
  readonly behaviours?: Partial<Behaviours>
  /** Changes the raw query before it is decoded and validated. */
  readonly query?: (query: QueryPairs, operationId: string) => QueryPairs
  /** Changes the verdict on a submission; no errors means that it is accepted. */
  readonly verdict?: ReviseVerdict
  /** Changes a response before it is sent. */
  readonly answer?: (answer: Answer, about: AnswerContext) => Answer
  /** Changes the body of a delivery before it is signed. */
  readonly deliveryBody?: DeliveryFaults['deliveryBody']
  /** Changes a delivery after it was signed. */
  readonly deliveryRequest?: DeliveryFaults['deliveryRequest']
  /** Decides whether an attempt counts as acknowledged. */
  readonly counts?: DeliveryFaults['counts']
  /** Decides whether a failed attempt is retried. */
  readonly retries?: DeliveryFaults['retries']
  /** Changes the document of one version when the sandbox starts. */
  readonly document?: (document: JsonObject, version: string, newest: string) => void
}

/**
 * A deliberate violation, named after the rule that it breaks. The code that keeps a promise can also query by that
 * name whether it is disabled; such a fault has no hooks.
 */
export interface Fault {
  readonly rule: string
  /** Distinguishes further faults of one rule: it is enabled as `rule:variant`. */
  readonly variant?: string
  /** The resulting behaviour of the service, in one line. */
  readonly does: string
  /** Created for every sandbox, so that counters start at zero. */
  readonly hooks?: () => Hooks
}

/** The fault without its variant, named only after its rule: the first of several similar ones. */
export function withoutVariant({ variant: _variant, ...fault }: Fault): Fault {
  return fault
}

/** The name that enables a fault: its rule, or `rule:variant` for further ones. */
export function faultName({ rule, variant }: Fault): string {
  return variant === undefined ? rule : `${rule}:${variant}`
}

/** Creates the fault with a name, `rule` or `rule:variant`. */
export function fault(name: string, does: string, hooks?: () => Hooks): Fault {
  const [rule = '', variant] = name.split(':')
  return {
    rule,
    ...(variant === undefined ? {} : { variant }),
    does,
    ...(hooks === undefined ? {} : { hooks }),
  }
}

/** A fault that changes the documents of some versions, by default of all. */
export function documentFault(
  rule: string,
  variant: string | undefined,
  does: string,
  change: (document: JsonObject) => void,
  applies: (version: string, newest: string) => boolean = () => true,
): Fault {
  return fault(variant === undefined ? rule : `${rule}:${variant}`, does, () => ({
    document: (document, version, newest) => {
      if (applies(version, newest)) change(document)
    },
  }))
}
