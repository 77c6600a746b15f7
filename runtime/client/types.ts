import type { ServerSentEvent } from './events.js'
import type {
  Encoded,
  WebStream,
  WebResponse,
  WebSignal,
  WebHeaders,
  Bytes,
  WebBlob,
  WebForm,
  WebQuery,
} from './web.js'
import type { OperationValidators } from '../validators.js'

/** Serializes parameters in styles other than `form` and `simple`. */
interface Styled {
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
   * characters are not encoded; `json` for a parameter described by `content`. The members of a form are at `form`;
   * the media types of parts of a multipart form are at `part`.
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
   * served in a different version than requested. If no operation declares the header, all are expected to echo it.
   */
  readonly unechoed?: true
  /** The operation's own server. */
  readonly server?: string
  readonly styled?: Styled
  /** Encodes bodies of media types other than JSON. */
  readonly encodeForm?: (
    body: unknown,
    mediaType: string,
    styles?: Readonly<Record<string, string>>,
  ) => readonly [body: Encoded, type?: string]
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

/** A secret, or a function that returns it for each call. */
export type Credential = string | (() => string | Promise<string>)

/** Options for retrying calls. */
export interface RetryOptions {
  /** Total number of attempts; 3 by default, 1 for no retries. */
  readonly attempts?: number
  /** Maximum of the first delay in milliseconds; it doubles with each further attempt. 500 by default. */
  readonly baseDelay?: number
  /** * Maximum of every delay in milliseconds; a response that requests a longer one is returned. 30,000 by default. */
  readonly maxDelay?: number
  /** Methods that are retried without an idempotency key; GET, HEAD and OPTIONS by default. */
  readonly methods?: readonly string[]
  /** Returns a number from 0 to 1, instead of Math.random. */
  readonly random?: () => number
  /** Waits, instead of a timer. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** An attempt as hooks receive it, without credentials. */
export interface Attempt {
  readonly operation: string
  readonly method: string
  readonly url: string
  /** 1 for the first. */
  readonly attempt: number
  readonly headers: Readonly<Record<string, string>>
}

/** Hooks for logging and tracing. Errors thrown by a hook are ignored, so that observing a call cannot fail it. */
export interface Hooks {
  readonly onRequest?: (attempt: Attempt) => unknown
  readonly onResponse?: (
    attempt: Attempt & {
      readonly status: number
      readonly responseHeaders: Readonly<Record<string, string>>
      readonly milliseconds: number
    },
  ) => unknown
  readonly onRetry?: (
    attempt: Attempt & { readonly reason: string; readonly milliseconds: number },
  ) => unknown
  readonly onError?: (attempt: Omit<Attempt, 'attempt'> & { readonly error: unknown }) => unknown
}

/** Options of a call besides the input of the operation. `Operation` is its name. */
export interface CallOptions<Operation extends string = string> {
  /** Aborts the call, its delays and its stream of events. */
  readonly signal?: WebSignal
  /** * Timeout in milliseconds for each attempt, including its body; a stream of events must begin within it. */
  readonly timeout?: number
  /** The validators of this call; by default those of the client, if it has any. */
  readonly validators?: OperationValidators<Operation>
  readonly validate?: Validation
}

/** Options of a call to an operation with an idempotency key. */
export interface Repeatable {
  /** The key of this call and its retries; generated if absent. */
  readonly idempotencyKey?: string
}

/** The messages to validate, chosen at run time; bundles contain the validators of both. */
export type Validation = 'requests' | 'responses' | 'both'

/** Options of all clients. `Scheme` is the union of the document's security schemes. */
export interface ClientOptions<Scheme extends string = string> extends Hooks {
  /**
   * The API root, including its path. A function is called with the server of an operation that has its own, as the
   * document spells it; without a function, a call that would leave the origin of `baseUrl` is refused.
   */
  readonly baseUrl?: string | ((server: string | undefined) => string)
  /** Credentials by security scheme; for HTTP Basic, `user:password`. */
  readonly auth?: { readonly [Name in Scheme]?: Credential }
  /** Sent with every request. Values whose names suggest secrets are hidden from hooks. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for each attempt; 30,000 by default. */
  readonly timeout?: number
  readonly retry?: RetryOptions
  /** Validators of requests and responses, by operation: `validators` of the generated module of that name. */
  readonly validators?: Readonly<Record<string, OperationValidators>>
  /** The messages of a call to validate; both by default. */
  readonly validate?: Validation
  /**
   * The check of the echoed version: `check` rejects a version other than the requested one, `require` also a missing echo
   * where one is required (replays of idempotent requests and version errors have none), `ignore` nothing. `check` by
   * default, because browsers hide the header across origins unless the service exposes it. Operations whose
   * successes do not declare the header, while others do, are not checked.
   */
  readonly echo?: 'check' | 'require' | 'ignore'
  /** Replaces the global fetch. */
  fetch?(this: void, url: string, init: object): Promise<WebResponse>
}

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
