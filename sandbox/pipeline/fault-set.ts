import type { ReviseVerdict } from '../identification/submission/verdict.js'
import type { Service } from '../service/service.js'
import type { Behaviours } from '../versions/index.js'
import type { DeliveryFaults } from '../webhooks/delivery-client.js'
import type { Answer } from './answer.js'
import type { Negotiation } from './version.js'
import type { Values } from './parameters.js'
import type { QueryPairs } from './query.js'

/** The request whose answer a fault changes. */
export interface AnswerContext {
  readonly service: Service
  /** `undefined` for a path that no operation has. */
  readonly operationId: string | undefined
  /** The version served; `undefined` outside `/api`. */
  readonly version: string | undefined
  /** True for the stored answer to a repeated idempotency key. */
  readonly replay: boolean
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly partnerId?: string
  /** The decoded parameters, once they were accepted. */
  readonly values?: Values
}

/** The request whose version has just been negotiated. */
export interface NegotiationContext {
  readonly operationId: string | undefined
  /** The header as it came. */
  readonly requested: string | undefined
  readonly supported: readonly string[]
  /** The last of the supported versions. */
  readonly newest: string
}

/** The faults of one sandbox as one: every hook is a pass-through where no fault has it. */
export interface FaultSet extends DeliveryFaults {
  readonly isOff: (name: string) => boolean
  readonly negotiate: (outcome: Negotiation, asked: NegotiationContext) => Negotiation
  readonly behaviours: (behaviours: Behaviours) => Behaviours
  readonly query: (query: QueryPairs, operationId: string) => QueryPairs
  readonly verdict: ReviseVerdict
  readonly answer: (answer: Answer, about: AnswerContext) => Answer
  readonly document: (bytes: Uint8Array, version: string, newest: string) => Uint8Array
}
