import type { Service, ServiceFaults } from '../service/service.js'
import type { Behaviours } from '../api/behaviours.js'
import type { DeliveryFaults } from '../webhooks/delivery-client.js'
import type { IdempotencyStore, ServedResponse, Negotiation } from './response.js'
import type { Values } from './operation.js'
import type { QueryPairs } from './request.js'

/** The request whose response a fault changes. */
export interface ResponseContext {
  readonly service: Service
  /** `undefined` for a path without an operation. */
  readonly operationId: string | undefined
  /** The version served; `undefined` outside `/api`. */
  readonly version: string | undefined
  /** Whether the response is a replay for a repeated idempotency key. */
  readonly replay: boolean
  /** Request headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly partnerId?: string
  /** The decoded parameters, once they are validated. */
  readonly values?: Values
}

/** The request whose version was negotiated. */
export interface NegotiationContext {
  readonly operationId: string | undefined
  /** The header as received. */
  readonly requested: string | undefined
  readonly supported: readonly string[]
  /** The last supported version. */
  readonly newest: string
}

/** The combined faults of one sandbox: hooks without a fault change nothing. */
export interface FaultSet extends ServiceFaults, DeliveryFaults {
  readonly negotiate: (outcome: Negotiation, asked: NegotiationContext) => Negotiation
  readonly behaviours: (behaviours: Behaviours) => Behaviours
  /** Changes the key of a request; `known` are the keys of the service. */
  readonly apiKey: (
    key: string | undefined,
    headers: ResponseContext['headers'],
    known: readonly string[],
  ) => string | undefined
  /** Changes how requests with one idempotency key are answered. */
  readonly idempotency: (store: IdempotencyStore) => IdempotencyStore
  /** Changes the raw query before it is decoded and validated. */
  readonly query: (query: QueryPairs, operationId: string) => QueryPairs
  readonly response: (response: ServedResponse, about: ResponseContext) => ServedResponse
  readonly document: (bytes: Uint8Array, version: string, newest: string) => Uint8Array
}
