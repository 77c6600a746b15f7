import type { OperationValidators } from '../validators.js'
import type { WebResponse, WebSignal } from './web.js'

/** A secret, or a function that returns it for each call. */
export type Credential = string | (() => string | Promise<string>)

/** When and how calls are retried. */
export interface RetryOptions {
  /** Total number of attempts; 3 by default, 1 for no retries. */
  readonly attempts?: number
  /** Maximum of the first delay in milliseconds; it doubles with each further attempt. 500 by default. */
  readonly baseDelay?: number
  /**
   * Maximum of every delay in milliseconds; a response that requests a longer one is returned. 30,000 by
   * default.
   */
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
  /**
   * Timeout in milliseconds for each attempt, including its body; a stream of events must begin within it.
   */
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
   * The check of the echoed version: `check` rejects another version than requested, `require` also a missing echo
   * where one is required (replays of idempotent requests and version errors have none), `ignore` nothing. `check` by
   * default, because browsers hide the header across origins unless the service exposes it. Operations whose
   * successes do not declare the header, while others do, are not checked.
   */
  readonly echo?: 'check' | 'require' | 'ignore'
  /** Replaces the global fetch. */
  fetch?(this: void, url: string, init: object): Promise<WebResponse>
}
