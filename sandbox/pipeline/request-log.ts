import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'

import type { Service } from '../service/service.js'
import type { Authenticate } from './pipeline.js'

/** A request below `/api`, as it was answered. */
export interface LoggedRequest {
  readonly at: Date
  readonly method: string
  /** Path and query, cut after some hundred characters; without a known key only the template of the path. */
  readonly url: string
  /** Undefined for a path that no document has. */
  readonly operationId: string | undefined
  readonly status: number
  /** The version served. */
  readonly version: string | undefined
  /** Milliseconds. */
  readonly duration: number
  /** The body of a refusal, cut after some hundred characters. */
  readonly refusal: string | undefined
}

const mostKept = 200
const longestText = 500

const shortened = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}…` : text

/** The latest requests of each partner, in memory. Requests without a known key belong to nobody. */
export class RequestLog {
  readonly #byPartner = new Map<string | undefined, LoggedRequest[]>()

  add(partnerId: string | undefined, request: LoggedRequest): void {
    const kept = this.#byPartner.get(partnerId) ?? []
    kept.push(request)
    if (kept.length > mostKept) kept.shift()
    this.#byPartner.set(partnerId, kept)
  }

  /** Those of a partner and those without a known key, newest first. */
  of(partnerId: string): readonly LoggedRequest[] {
    const all = [partnerId, undefined].flatMap((one) => this.#byPartner.get(one)?.toReversed() ?? [])
    return all.toSorted((one, other) => other.at.getTime() - one.at.getTime()).slice(0, mostKept)
  }
}

/** Logs every response below `/api`, without headers and bodies of requests: a refusal states the problem. */
export function logRequests(
  app: FastifyInstance,
  { service, authenticate }: { readonly service: Service; readonly authenticate: Authenticate },
): RequestLog {
  const log = new RequestLog()
  const partnerOf = ({ headers }: FastifyRequest): string | undefined => {
    const key = headers['x-api-key']
    try {
      return typeof key === 'string' ? authenticate(key) : undefined
    } catch {
      return undefined
    }
  }
  app.addHook('onSend', (request, reply, payload, done) => {
    done()
    if (!request.url.startsWith('/api/')) return
    const partnerId = partnerOf(request)
    const version = reply.getHeader('x-api-version')
    const { url: template = '/api/…', config } = request.routeOptions
    log.add(partnerId, {
      at: service.clock(),
      method: request.method,
      url: shortened(partnerId === undefined ? template : request.url),
      operationId: config.operation?.operationId,
      status: reply.statusCode,
      version: typeof version === 'string' ? version : undefined,
      duration: reply.elapsedTime,
      refusal: reply.statusCode >= 400 && typeof payload === 'string' ? shortened(payload) : undefined,
    })
  })
  return log
}
