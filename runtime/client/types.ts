import type { Client } from './untyped.js'
import type { Bytes, WebBlob, WebForm, WebHeaders, WebQuery } from './web.js'

/**
 * One documented answer. `status` tells the answers of an operation apart as the document does: by a number, or by
 * the range (`4XX`) or `default` that describes what is not listed. `ok` says whether the document describes a
 * success.
 *
 * A documented answer, also one that refuses, is returned and never thrown: TypeScript knows the type of a returned
 * value and not that of a thrown one, so `status` narrows `body` to what the document says about exactly that
 * answer. What the document does not know is thrown, as a `ClientError` that keeps status, headers and body.
 * `bodyOf` gives the body of a success and throws for the rest, for those who would rather catch.
 */
export interface Answer<Status extends number | string, Body, Ok extends boolean> {
  /** The name of the operation. */
  readonly operation: string
  readonly status: Status
  /** The status as it was sent. */
  readonly httpStatus: number
  readonly ok: Ok
  readonly body: Body
  readonly headers: WebHeaders
}

type FormMember<Value> = Value | (Value extends readonly unknown[] ? readonly WebBlob[] : WebBlob)

/** A form as a caller may give it: its members, files among them as Blobs, or a form that is ready. */
export type Form<Members> = { [Name in keyof Members]: FormMember<Members[Name]> } | WebForm | WebQuery

/** A body of another media type than JSON: what the document says of it, or its bytes. */
export type Content<Value> = Value | Bytes

/** The types of each operation, by its name: what it takes and what it answers. */
export type OperationTypes<Names> = {
  readonly [Name in keyof Names]: { readonly request: object; readonly answer: unknown }
}

/** The request may be left out where nothing in it is required. */
export type RequestArguments<Request> = {} extends Request
  ? readonly [request?: Request]
  : readonly [request: Request]

/** A client of all versions; the functions of each take what `version` gives. */
export interface VersionedClient<
  Versions extends { [Name in keyof Versions]: OperationTypes<Versions[Name]> },
> {
  /** A client of one version, for the functions of that version. */
  version<Version extends keyof Versions & string>(version: Version): Client<Version>
  /**
   * Calls an operation in the version that the request names.
   * @throws ClientError when there is no documented answer; the signal's reason when the call is aborted.
   */
  call<Version extends keyof Versions, Id extends keyof Versions[Version] & string>(
    id: Id,
    request: { readonly version: Version } & Versions[Version][Id]['request'],
  ): Promise<Versions[Version][Id]['answer']>
}
