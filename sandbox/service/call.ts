import type { Operations } from '../api/schemas.js'

import type { Service } from './service.js'
import type { Behaviours } from '../api/behaviours.js'

export type OperationId = keyof Operations

type Parameters<Op extends OperationId> = Operations[Op]['parameters']
type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined

export type PathOf<Op extends OperationId> = Parameters<Op> extends { path: infer P } ? P : unknown
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

/** Carries out one operation. Throws `Refusal`. */
export type Handler<Op extends OperationId> = (call: Call<Op>) => SuccessOf<Op>

/** A request whose handler validates the body itself: `violation` is its violation of the document. */
export interface RawCall<Op extends OperationId> extends Omit<Call<Op>, 'body'> {
  readonly body: unknown
  readonly violation: string | undefined
}

/** The operations of a group whose handlers receive the unvalidated body. */
export type JudgingHandlers = { readonly [Op in OperationId]?: (call: RawCall<Op>) => SuccessOf<Op> }

/** The operations that a group emulates. */
export type Handlers = { readonly [Op in OperationId]?: Handler<Op> }

/**
 * A validated request: its values have the types that the handler declares. Only if the handler validates the body
 * itself may there be a `violation`.
 */
export interface AcceptedCall extends Pick<
  Call<OperationId>,
  'service' | 'partnerId' | 'subPartnerId' | 'version' | 'behaviours'
> {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
  readonly violation: string | undefined
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
