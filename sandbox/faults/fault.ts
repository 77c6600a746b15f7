import type { Answer } from '../pipeline/answer.js'
import type { Negotiation } from '../pipeline/version.js'
import type { AnswerContext, NegotiationContext } from '../pipeline/fault-set.js'
import type { QueryPairs } from '../pipeline/query.js'
import type { ReviseVerdict } from '../identification/submission/verdict.js'
import type { Behaviours } from '../versions/index.js'
import type { DeliveryFaults } from '../webhooks/delivery-client.js'

/** A parsed document, to be changed in place. */
export type JsonObject = { [key: string]: unknown }

/** The places where a fault can take hold; each is optional, and what it does not touch works as ever. */
export interface Hooks {
  readonly negotiate?: (outcome: Negotiation, asked: NegotiationContext) => Negotiation
  readonly behaviours?: Partial<Behaviours>
  /** Changes the raw query before it is decoded and validated. */
  readonly query?: (query: QueryPairs, operationId: string) => QueryPairs
  /** Changes what the rules say against a submission; empty is nothing. */
  readonly verdict?: ReviseVerdict
  /** Changes what is about to be sent. */
  readonly answer?: (answer: Answer, about: AnswerContext) => Answer
  /** Changes the body of a delivery before it is signed. */
  readonly deliveryBody?: DeliveryFaults['deliveryBody']
  /** Changes a delivery that was signed. */
  readonly deliveryRequest?: DeliveryFaults['deliveryRequest']
  /** Decides whether an attempt counts as acknowledged. */
  readonly counts?: DeliveryFaults['counts']
  /** Decides whether a failed attempt is made again. */
  readonly retries?: DeliveryFaults['retries']
  /** Changes the document of one version when the sandbox starts. */
  readonly document?: (document: JsonObject, version: string, newest: string) => void
}

/**
 * A deliberate violation, named by the rule that it breaks. The code that keeps the promise can also ask by that
 * name whether it is switched off; for such a fault there are no hooks.
 */
export interface Fault {
  readonly rule: string
  /** Sets further faults of one rule apart: it is switched on as `rule:variant`. */
  readonly variant?: string
  /** The behaviour of the service then, in one line. */
  readonly does: string
  /** Made anew for every sandbox, so that a fault that counts starts from zero. */
  readonly hooks?: () => Hooks
}

/** The fault that bears the name of its rule alone: the first of many of the same sort. */
export function withoutVariant({ variant: _variant, ...fault }: Fault): Fault {
  return fault
}

/** The name that a fault is switched on by: its rule, or `rule:variant` for every further one. */
export function faultName({ rule, variant }: Fault): string {
  return variant === undefined ? rule : `${rule}:${variant}`
}

/** The fault that is switched on by a name, `rule` or `rule:variant`. */
export function fault(name: string, does: string, hooks?: () => Hooks): Fault {
  const [rule = '', variant] = name.split(':')
  return {
    rule,
    ...(variant === undefined ? {} : { variant }),
    does,
    ...(hooks === undefined ? {} : { hooks }),
  }
}

/** The fault that the documents of some versions, of all by default, are other than they should be. */
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
