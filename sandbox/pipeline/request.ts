import type { FaultSet } from './fault-set.js'
import type { Authenticate } from './authentication.js'
import type { HandlerTable } from '../service/call.js'
import type { Operations } from './operation.js'
import type { IdempotencyStore } from './idempotency.js'
import type { RateLimit } from './rate-limit.js'
import { Refusal } from '../primitives/refusal.js'
import type { SandboxLogger } from '../primitives/logger.js'
import type { Service } from '../service/service.js'

/** One request below `/api` as the HTTP server hands it over. Header names are in lower case. */
export interface IncomingRequest {
  readonly method: string
  /** The URL as it was sent: path and query. */
  readonly url: string
  /** The raw query of the URL, without its question mark. */
  readonly query: string
  readonly path: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
  /** The target of the request: an operation of the documents, or nothing that can be served. */
  readonly target: Target | Refusal
}

/** An operation that a request reached, `refusal` saying why the HTTP server did not take the request. */
export interface Target {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly refusal?: Refusal
}

/** The parts of a sandbox that a request passes through. */
export interface PipelineContext {
  readonly service: Service
  readonly operations: Operations
  readonly handlers: HandlerTable
  readonly authenticate: Authenticate
  readonly limitRate: RateLimit
  readonly idempotency: IdempotencyStore
  readonly faults: FaultSet
  readonly log: SandboxLogger | undefined
}

/** The value of a header, several of one name joined as HTTP has it. */
export function headerOf({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

/** The operation that a request reached, if it reached one. */
export function operationIdOf({ target }: Pick<IncomingRequest, 'target'>): string | undefined {
  return target instanceof Refusal ? undefined : target.operationId
}
