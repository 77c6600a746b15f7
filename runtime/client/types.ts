import type { CallOptions, Repeatable } from './options.js'
import type { ClientOperation } from './service.js'
import type { WebHeaders, Bytes, WebBlob, WebForm, WebQuery } from './web.js'

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
export interface CallResponse {
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
  send(operation: ClientOperation, request?: CallRequest): Promise<CallResponse>
}

/**
 * One documented response. `status` distinguishes the responses of an operation as the document does: by a number, or
 * by the range (`4XX`) or `default` for statuses that are not listed. `ok` is whether the document describes a
 * success.
 *
 * Documented responses, including errors, are returned and never thrown: TypeScript knows the type of a returned
 * value but not of a thrown one, so `status` narrows `body` to the documented type of exactly that response.
 * Undocumented responses are thrown as a `ClientError` that keeps status, headers and body. `bodyOf` returns the body
 * of a success and throws for the rest, for callers who prefer exceptions.
 */
export interface DocumentedResponse<Status extends number | string, Body, Ok extends boolean> {
  /** The name of the operation. */
  readonly operation: string
  readonly status: Status
  /** The HTTP status that was received. */
  readonly httpStatus: number
  readonly ok: Ok
  readonly body: Body
  readonly headers: WebHeaders
}

type FormMember<Value> = Value | (Value extends readonly unknown[] ? readonly WebBlob[] : WebBlob)

/** A form as callers may provide it: its members, with files as Blobs, or a complete form. */
export type Form<Members> = { [Name in keyof Members]: FormMember<Members[Name]> } | WebForm | WebQuery

/** A body of another media type than JSON: its documented value, or its bytes. */
export type Content<Value> = Value | Bytes

/** The types of each operation, by name: its request and its responses. */
export type OperationTypes<Names> = {
  readonly [Name in keyof Names]: { readonly request: object; readonly response: unknown }
}

/** The request argument, optional if nothing in it is required. */
export type RequestArguments<Request> = {} extends Request
  ? readonly [request?: Request]
  : readonly [request: Request]

/** A client of all versions; the functions of each version take the result of `version`. */
export interface VersionedClient<
  Versions extends { [Name in keyof Versions]: OperationTypes<Versions[Name]> },
> {
  /** A client of one version, for the functions of that version. */
  version<Version extends keyof Versions & string>(version: Version): Client<Version>
  /**
   * Calls an operation in the version that the request names.
   * @throws ClientError when there is no documented response; the signal's reason when the call is aborted.
   */
  call<Version extends keyof Versions, Id extends keyof Versions[Version] & string>(
    id: Id,
    request: { readonly version: Version } & Versions[Version][Id]['request'],
  ): Promise<Versions[Version][Id]['response']>
}
