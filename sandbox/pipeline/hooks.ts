import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '#bundled/fastify'
import type { SeededRandom } from '../primitives/environment.js'
import type { SandboxData } from '../state/data.js'
import type { PipelineContext } from './pipeline.js'
import { apiError, jsonMediaType } from './response.js'

/** The minimum duration of responses, in milliseconds of real time: from `min` to `max`, both included. */
export interface Latency {
  readonly min: number
  readonly max: number
}

const api = '/api/'

/** The delays of successive requests, determined by the seed. */
export function delaysOf({ min, max }: Latency, { integer }: Pick<SeededRandom, 'integer'>): () => number {
  let requests = 0
  return () => {
    requests += 1
    return integer(`latency:${requests}`, min, max)
  }
}

/**
 * Delays every response below `/api` by a time drawn when its request arrives. The request is processed first, so
 * that records, ids and sandbox time do not depend on it, and requests do not wait for each other.
 */
export function answerLate(app: FastifyInstance, latency: Latency, random: SeededRandom): void {
  const nextDelay = delaysOf(latency, random)
  const delays = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith(api)) delays.set(request, nextDelay())
  })
  app.addHook('onSend', async (request) => {
    const delay = delays.get(request) ?? 0
    if (delay > 0) await wait(delay, undefined, { ref: false })
  })
}

/**
 * Delays every response until all changes of its request are on disk. If writing fails, the response is a 500 with
 * its trace id, and the changes are written with the next request. The database is closed with the service.
 */
export function answerWhenDurable(
  app: FastifyInstance,
  data: SandboxData,
  parts: Pick<PipelineContext, 'service' | 'log'>,
): void {
  const payloadOf = async (durable: Promise<void>, reply: FastifyReply, payload: unknown) => {
    try {
      await durable
      return payload
    } catch (error) {
      reply.code(500).header('content-type', jsonMediaType)
      return JSON.stringify(apiError('the state of the sandbox cannot be written', error, parts))
    }
  }
  // Uses the callback form, so that a response without pending writes is sent synchronously.
  app.addHook('onSend', (_request, reply, payload, done) => {
    const durable = data.durable()
    if (durable === undefined) return done(null, payload)
    return payloadOf(durable, reply, payload)
  })
  app.addHook('onClose', () => data.close())
}

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
  { service, authenticate }: Pick<PipelineContext, 'service' | 'authenticate'>,
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
    if (!request.url.startsWith(api)) return
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
