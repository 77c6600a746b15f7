import type { ServerSentEvent } from './events.js'
import type { Judge } from './failure.js'
import type { Encoded, WebStream } from './web.js'

/** What a client needs of one operation; what is usual is left out. */
export interface ClientOperation {
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
  /** Documented statuses, with `-` behind those without content: `201 204- 4XX default`. */
  readonly statuses: string
  /**
   * How parameters are written, by `in:name`, where it is not the usual way of their place: `,` for lists and objects
   * joined by commas, `*` for exploded ones, else the style, with `*` when exploded and `+` when reserved characters
   * stay as they are; `json` for a parameter described by `content`.
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
  /** The operation's own server. */
  readonly server?: string
}

/** Where a credential goes. */
export interface ClientScheme {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  /** Written before the credential; what follows `Basic ` is encoded in base64. */
  readonly prefix?: string
}

/** What only some documents need: their generated code brings it along. */
export interface ClientExtras {
  /** Parameters of the styles that are not `form` and `simple`. */
  readonly styled?: {
    readonly query: (name: string, value: unknown, style: string) => string[]
    readonly path: (name: string, value: unknown, style: string) => string
    readonly plain: (value: unknown, style: string) => string
  }
  /** Bodies of other media types than JSON. */
  readonly encodeForm?: (body: unknown, mediaType: string) => readonly [body: Encoded, type?: string]
  /** Credentials of HTTP Basic. */
  readonly base64?: (text: string) => string
  /** Answers of the media type `text/event-stream`. */
  readonly readEvents?: (
    stream: WebStream,
    failed: (error: unknown) => unknown,
  ) => AsyncGenerator<ServerSentEvent, void>
}

/** What was generated from one document for its client. */
export interface ClientService extends ClientExtras {
  /** The date that is sent in the version header. */
  readonly version?: string
  readonly versionHeader?: string
  /** The document's own server, when it is an absolute URL without variables. */
  readonly server?: string
  readonly auth: readonly (readonly string[])[]
  readonly schemes: Readonly<Record<string, ClientScheme>>
  readonly operations: Readonly<Record<string, ClientOperation>>
  /** Loads what judges requests and answers, on first use. */
  readonly judge: () => Promise<Judge>
}
