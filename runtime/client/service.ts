import type { ServerSentEvent } from './events.js'
import type { Encoded, WebStream } from './web.js'

/** Serializes parameters in styles other than `form` and `simple`. */
export interface Styled {
  readonly query: (name: string, value: unknown, style: string) => string[]
  readonly path: (name: string, value: unknown, style: string) => string
  readonly plain: (value: unknown, style: string) => string
}

/** The description of an operation for a client; defaults are omitted. */
export interface ClientOperation {
  /** The name of the operation, for failures and hooks. */
  readonly id: string
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
  /** Documented statuses, with a `-` suffix for those without content: `201 204- 4XX default`. */
  readonly statuses: string
  /**
   * The styles of parameters, by `in:name`, that differ from the default of their location: `,` for lists and objects
   * joined by commas, `*` for exploded ones, otherwise the style, with `*` when exploded and `+` when reserved
   * characters are not encoded; `json` for a parameter described by `content`.
   */
  readonly styles?: Readonly<Record<string, string>>
  /** Media types of the body; the first is the default. */
  readonly body?: readonly string[]
  /** Media types of the responses, unless JSON is the only one. */
  readonly accept?: string
  /** Alternatives of security schemes, if they differ from the service's default. */
  readonly auth?: readonly (readonly string[])[]
  /** The header that carries the idempotency key. */
  readonly idempotency?: string
  /** Whether the operation ignores the version header. */
  readonly unversioned?: true
  /**
   * Set if its successes do not declare the version header while those of other operations do, so that it may be
   * served in another version than requested. If no operation declares the header, all are expected to echo it.
   */
  readonly unechoed?: true
  /** The operation's own server. */
  readonly server?: string
  readonly styled?: Styled
  /** Encodes bodies of media types other than JSON. */
  readonly encodeForm?: (body: unknown, mediaType: string) => readonly [body: Encoded, type?: string]
  /** Reads responses of the media type `text/event-stream`. */
  readonly readEvents?: (
    stream: WebStream,
    failed: (error: unknown) => unknown,
  ) => AsyncGenerator<ServerSentEvent, void>
}

/** The location of a credential. */
export interface ClientScheme {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  /** Prefix of the credential. */
  readonly prefix?: string
  /** Encodes the credential, such as base64 for HTTP Basic. */
  readonly encode?: (credential: string) => string
}

/** The generated tables of one document that its client needs. */
export interface ClientService<Version extends string = string> {
  /** The date of the document, or its name. */
  readonly version: Version
  readonly versionHeader?: string
  /** The value of the version header; the version by default. */
  readonly requested?: string
  /** The document's own server, if it is an absolute URL without variables. */
  readonly server?: string
  readonly auth: readonly (readonly string[])[]
  readonly schemes: Readonly<Record<string, ClientScheme>>
  /**
   * Whether a body is the error for a version that is not served; such a response need not be in the requested
   * version.
   */
  readonly isVersionError?: (body: unknown) => boolean
}
