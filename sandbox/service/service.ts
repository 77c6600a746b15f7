import type { ReviseVerdict } from '../identification/submission/errors.js'
import type { RateTable } from '../money/rates.js'
import type { EventType, Topic } from '../api/event-types.js'
import type { UsesAlternative, Behaviours } from '../api/behaviours.js'
import type { TermsLink, Operations } from '../api/schemas.js'
import type { SeededRandom, Clock, TimeControl } from '../primitives/environment.js'
import type { CustomerRecord, WebhookRecord } from '../state/records.js'
import type { Store, Change } from '../state/store.js'
import type { FullWebhookOptions } from '../webhooks/delivery-client.js'
import type { Outbox } from '../webhooks/outbox.js'

/** The supported versions, oldest first, and the default one. */
export interface VersionList {
  readonly supported: readonly string[]
  readonly default: string
}

/** A check of requests that the document cannot express, and that a fault may omit. */
export type Check =
  | 'additional-chain'
  | 'additional-source'
  | 'batch-payout'
  | 'in-progress'
  | 'market-quotes'
  | 'own-recipient'
  | 'recipient-account'
  | 'recipient-status'
  | 'references'
  | 'sender'
  | 'signature'
  | 'source-chain'
  | 'source-taken'
  | 'terms-first'
  | 'vasp-did'
  | 'wallet-proof'

/** An event that a webhook may receive. */
interface Recipience {
  readonly webhook: WebhookRecord
  readonly type: EventType
  readonly topic: Topic
  /** The changes that caused the event; none for a ping. */
  readonly changes: readonly Change[]
}

/** Hooks with which faults change what the service does; by default they change nothing. */
export interface ServiceFaults {
  readonly checks: (isMade: boolean, check: Check) => boolean
  readonly verdict: ReviseVerdict
  /** Changes what a customer has to sign, signed or not. */
  readonly signings: (
    owed: readonly TermsLink[],
    customer: CustomerRecord,
    service: Pick<Service, 'behavioursOf' | 'random'>,
  ) => readonly TermsLink[]
  /** Decides whether a webhook receives an event. */
  readonly receives: (receives: boolean, event: Recipience) => boolean
}

/** The service that every handler uses: one per sandbox, shared by all of its partners. */
export interface Service {
  readonly store: Store
  readonly clock: Clock
  readonly time: TimeControl
  /** Returns the changes of records since the last call. */
  readonly takeChanges: () => readonly Change[]
  /** Delivers events to webhooks. */
  readonly outbox: Outbox
  readonly delivery: FullWebhookOptions
  /** Resolves when all changes are persisted; `undefined` if they are already. */
  readonly durable: () => Promise<void> | undefined
  readonly random: SeededRandom
  readonly rates: RateTable
  readonly versions: VersionList
  /** The documents by version, byte for byte as built. */
  readonly documents: ReadonlyMap<string, Uint8Array>
  readonly behavioursOf: (version: string) => Behaviours
  readonly faults: ServiceFaults
  readonly usesAlternative: UsesAlternative
  /** Whether the partners' accounts are enabled for FedNow. */
  readonly fedNow: boolean
}

export type OperationId = keyof Operations

type Parameters<Op extends OperationId> = Operations[Op]['parameters']
type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined

type PathOf<Op extends OperationId> = Parameters<Op> extends { path: infer P } ? P : unknown
export type QueryOf<Op extends OperationId> =
  Parameters<Op> extends { query?: infer Q } ? NonNullable<Q> : unknown
export type BodyOf<Op extends OperationId> = Operations[Op] extends { requestBody: infer B }
  ? Content<B>
  : undefined

type Responses<Op extends OperationId> = Operations[Op]['responses']
type Success = 200 | 201 | 204

/** The success of an operation: a documented status with its documented body. */
export type SuccessOf<Op extends OperationId> =
  | {
      [S in keyof Responses<Op> & Success]: Responses<Op>[S] extends { content: infer C }
        ? { readonly status: S; readonly body: C[keyof C] }
        : { readonly status: S }
    }[keyof Responses<Op> & Success]
  | (Responses<Op> extends { '2XX': unknown } ? { readonly status: 201 } : never)

/** One authenticated and validated request, as handlers receive it. */
export interface Call<Op extends OperationId> {
  readonly service: Service
  readonly partnerId: string
  /** The sub-partner in X-SUB-PARTNER-ID, if the operation reads that header. */
  readonly subPartnerId: string | undefined
  /** The version served. */
  readonly version: string
  /** The behaviours of that version. */
  readonly behaviours: Behaviours
  readonly path: PathOf<Op>
  readonly query: QueryOf<Op>
  readonly body: BodyOf<Op>
}

/** A request whose handler validates the body itself: `violation` is its violation of the document. */
export interface RawCall<Op extends OperationId> extends Omit<Call<Op>, 'body'> {
  readonly body: unknown
  readonly violation: string | undefined
}

/** The operations of a group whose handlers receive the unvalidated body. */
export type JudgingHandlers = { readonly [Op in OperationId]?: (call: RawCall<Op>) => SuccessOf<Op> }

/** The operations that a group emulates. Handlers throw `Refusal`. */
export type Handlers = { readonly [Op in OperationId]?: (call: Call<Op>) => SuccessOf<Op> }

/** A validated request; only if the handler validates the body itself may there be a `violation`. */
export interface AcceptedCall extends Omit<RawCall<OperationId>, 'path' | 'query'> {
  readonly path: unknown
  readonly query: unknown
}

/** The result of a handler: a status and a value to send as JSON. Without `body` nothing is sent. */
export interface Result {
  readonly status: number
  readonly body?: unknown
}

/** A handler whose operation is only known at run time. */
export type AnyHandler = (call: AcceptedCall) => Result

/** The handlers of operations by name. */
export interface HandlerTable {
  /** The handler of an operation; `undefined` if it is not emulated. */
  readonly find: (operationId: string) => AnyHandler | undefined
  /** Whether the handler of an operation validates the body itself. */
  readonly judgesItsBody: (operationId: string) => boolean
}
