import type { Judge } from './failure.js'

/** What a client needs of one operation; what is usual is left out. */
export interface ClientOperation {
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
  /** Documented statuses, with `-` behind those without content: `201 204- 4XX default`. */
  readonly statuses: string
  /**
   * How parameters are written, by `in:name`, where it is not the usual way of their place: the style, with `*` when
   * exploded and `+` when reserved characters stay as they are; `json` for a parameter described by `content`.
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

/** What was generated from one document for its client. */
export interface ClientService {
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
