import type { FaultSet } from './fault-set.js'
import type { Authenticate } from './authentication.js'
import type { HandlerTable } from '../service/call.js'
import type { Operations } from './operation.js'
import type { IdempotencyStore } from './idempotency.js'
import type { RateLimit } from './rate-limit.js'
import { Refusal } from '../primitives/refusal.js'
import type { SandboxLogger } from '../primitives/logger.js'
import type { Service } from '../service/service.js'

/** One request below `/api` as received from the HTTP server. Header names are in lower case. */
export interface IncomingRequest {
  readonly method: string
  /** The URL as received: path and query. */
  readonly url: string
  /** The raw query of the URL, without question mark. */
  readonly query: string
  readonly path: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
  /** The target of the request: a documented operation, or a refusal. */
  readonly target: Target | Refusal
}

/** The operation of a request, with a `refusal` if the HTTP server rejected the request. */
export interface Target {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly refusal?: Refusal
}

/** The dependencies of the pipeline. */
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

/** The value of a header; several values are joined as in HTTP. */
export function headerOf({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

/** The operation of a request, if it has one. */
export function operationIdOf({ target }: Pick<IncomingRequest, 'target'>): string | undefined {
  return target instanceof Refusal ? undefined : target.operationId
}
