import type { OperationValidators } from '../validators.js'
import type { WebResponse, WebSignal } from './web.js'

/** A secret, or what gives it at each call. */
export type Credential = string | (() => string | Promise<string>)

/** When and how calls are repeated. */
export interface RetryOptions {
  /** Attempts in all; 3 by default, 1 for none but the first. */
  readonly attempts?: number
  /** Milliseconds that the first delay is at most; each further one is at most twice the one before. 500 by default. */
  readonly baseDelay?: number
  /** Milliseconds that a delay is at most; an answer that asks for a longer one is returned. 30,000 by default. */
  readonly maxDelay?: number
  /** Methods that are repeated without an idempotency key; GET, HEAD and OPTIONS by default. */
  readonly methods?: readonly string[]
  /** A number from 0 to 1, in place of Math.random. */
  readonly random?: () => number
  /** Waits, in place of a timer. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** An attempt as hooks see it. Credentials are not in it. */
export interface Attempt {
  readonly operation: string
  readonly method: string
  readonly url: string
  /** 1 for the first. */
  readonly attempt: number
  readonly headers: Readonly<Record<string, string>>
}

/** For logging and tracing. What a hook throws is dropped: a call never fails by being watched. */
export interface Hooks {
  readonly onRequest?: (attempt: Attempt) => unknown
  readonly onResponse?: (
    attempt: Attempt & {
      readonly status: number
      readonly answerHeaders: Readonly<Record<string, string>>
      readonly milliseconds: number
    },
  ) => unknown
  readonly onRetry?: (
    attempt: Attempt & { readonly reason: string; readonly milliseconds: number },
  ) => unknown
  readonly onError?: (attempt: Omit<Attempt, 'attempt'> & { readonly error: unknown }) => unknown
}

/** How to call, beside what the operation takes. `Operation` is its name. */
export interface CallOptions<Operation extends string = string> {
  /** Ends the call, its waiting and its stream of events. */
  readonly signal?: WebSignal
  /** Milliseconds for each attempt, its body included; a stream of events has to begin within them. */
  readonly timeout?: number
  /** The validators of this call; by default those of the client, where it has any. */
  readonly validators?: OperationValidators<Operation>
  readonly validate?: Validation
}

/** How to call an operation that takes an idempotency key. */
export interface Repeatable {
  /** The key of this call and of its repetitions; made up when absent. */
  readonly idempotencyKey?: string
}

/** The messages that the validators judge. */
export type Validation = 'requests' | 'responses' | 'both'

/** Options of all clients. `Scheme` are the names of the document's security schemes. */
export interface ClientOptions<Scheme extends string = string> extends Hooks {
  /**
   * The API root, with its path. A function is given the server of an operation that has its own, as the document
   * spells it; without one, a call that would leave the origin of `baseUrl` is refused.
   */
  readonly baseUrl?: string | ((server: string | undefined) => string)
  /** Credentials by security scheme; for HTTP Basic, `user:password`. */
  readonly auth?: { readonly [Name in Scheme]?: Credential }
  /** Sent with every request. Values of names that speak of secrets are kept from hooks. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for each attempt; 30,000 by default. */
  readonly timeout?: number
  readonly retry?: RetryOptions
  /** Validators of requests and answers, by operation: `validators` of the generated module of that name. */
  readonly validators?: Readonly<Record<string, OperationValidators>>
  /** The messages of a call that its validators judge; both by default. */
  readonly validate?: Validation
  /**
   * The echo of the version: `check` reports another version than the one asked for, `require` also a missing echo
   * where none may be missing (replays of idempotent requests and version errors have none), `ignore` nothing.
   * `check` by default, because browsers hide the header from other origins unless the service exposes it. Operations
   * whose successes do not declare the header, where those of others do, are left out.
   */
  readonly echo?: 'check' | 'require' | 'ignore'
  /** In place of the global fetch. */
  fetch?(this: void, url: string, init: object): Promise<WebResponse>
}
