import type { CallOptions, Repeatable } from './options.js'
import type { ClientOperation } from './service.js'
import type { WebHeaders } from './web.js'

/** A request to any operation, without its types. */
export interface CallRequest extends CallOptions, Repeatable {
  readonly path?: object | undefined
  readonly query?: object | undefined
  readonly headers?: object | undefined
  readonly cookies?: object | undefined
  readonly body?: unknown
  readonly contentType?: string
}

/** A response of any operation, without its types. */
export interface CallAnswer {
  /** The name of the operation. */
  readonly operation: string
  readonly status: number | string
  readonly httpStatus: number
  readonly ok: boolean
  readonly body: unknown
  readonly headers: WebHeaders
}

/** A client of one version: the first argument of every generated function of that version, and of no other. */
export interface Client<Version extends string = string> {
  readonly version: Version
  /**
   * Sends a request. Generated functions call it with the description of their operation.
   * @throws ClientError when there is no documented response; the signal's reason when the call is aborted.
   */
  send(operation: ClientOperation, request?: CallRequest): Promise<CallAnswer>
}
