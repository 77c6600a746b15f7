import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest, FastifyReply } from '#bundled/fastify'
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
  const payloadOf = async (
    durable: Promise<void>,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> => {
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
