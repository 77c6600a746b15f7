import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'
import { setTimeout as wait } from 'node:timers/promises'

import type { SeededRandom } from '../primitives/random.js'

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
