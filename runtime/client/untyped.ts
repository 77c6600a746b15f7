import type { CallOptions } from './options.js'
import type { WebHeaders } from './web.js'

/** A request as the untyped core sees it. */
export interface CallRequest extends CallOptions {
  readonly path?: object | undefined
  readonly query?: object | undefined
  readonly headers?: object | undefined
  readonly cookies?: object | undefined
  readonly body?: unknown
  readonly contentType?: string
}

/** An answer as the untyped core sees it. */
export interface CallAnswer {
  readonly status: number | string
  readonly httpStatus: number
  readonly ok: boolean
  readonly body: unknown
  readonly headers: WebHeaders
}

/** Calls the operations of a service by id; generated declarations give it the types of the document. */
export interface UntypedClient {
  call(id: string, request?: CallRequest): Promise<CallAnswer>
}
