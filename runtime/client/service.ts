import type { ServerSentEvent } from './events.js'
import type { Encoded, WebStream } from './web.js'

/** Writes parameters of the styles that are not `form` and `simple`. */
export interface Styled {
  readonly query: (name: string, value: unknown, style: string) => string[]
  readonly path: (name: string, value: unknown, style: string) => string
  readonly plain: (value: unknown, style: string) => string
}

/** One operation as a client needs it; defaults are left out. */
export interface ClientOperation {
  /** The name of the operation: failures and hooks say it. */
  readonly id: string
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
  /** Documented statuses, with `-` behind those without content: `201 204- 4XX default`. */
  readonly statuses: string
  /**
   * How parameters are written, by `in:name`, where it is not the usual way of their location: `,` for lists and
   * objects joined by commas, `*` for exploded ones, else the style, with `*` when exploded and `+` when reserved
   * characters stay as they are; `json` for a parameter described by `content`.
   */
  readonly styles?: Readonly<Record<string, string>>
  /** Media types of the body; the first is taken when the caller names none. */
  readonly body?: readonly string[]
  /** Media types of the answers, when there are others than JSON. */
  readonly accept?: string
  /** Alternatives of security schemes, when they are not the service's usual ones. */
  readonly auth?: readonly (readonly string[])[]
  /** The header that carries the idempotency key. */
  readonly idempotency?: string
  /** The operation does not read the version header. */
  readonly unversioned?: true
  /**
   * Its successes do not declare the version header, and those of other operations do: it may be served in another
   * version than the one asked for. Where no operation declares the header, all are expected to echo it.
   */
  readonly unechoed?: true
  /** The operation's own server. */
  readonly server?: string
  readonly styled?: Styled
  /** Writes bodies of other media types than JSON. */
  readonly encodeForm?: (body: unknown, mediaType: string) => readonly [body: Encoded, type?: string]
  /** Reads answers of the media type `text/event-stream`. */
  readonly readEvents?: (
    stream: WebStream,
    failed: (error: unknown) => unknown,
  ) => AsyncGenerator<ServerSentEvent, void>
}

/** Where a credential goes. */
export interface ClientScheme {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  /** Written before the credential. */
  readonly prefix?: string
  /** How the credential is written behind the prefix, when not as it is: HTTP Basic has base64. */
  readonly encode?: (credential: string) => string
}

/** The tables that were generated from one document for its client. */
export interface ClientService<Version extends string = string> {
  /** The date of the document, or its name. */
  readonly version: Version
  readonly versionHeader?: string
  /** The value of the version header; the version unless given. */
  readonly requested?: string
  /** The document's own server, when it is an absolute URL without variables. */
  readonly server?: string
  readonly auth: readonly (readonly string[])[]
  readonly schemes: Readonly<Record<string, ClientScheme>>
  /** Whether an answer says that the version is not served; such an answer need not be in the version asked for. */
  readonly isVersionError?: (body: unknown) => boolean
}
