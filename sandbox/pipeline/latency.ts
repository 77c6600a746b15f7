import type { FastifyInstance, FastifyRequest } from '#bundled/fastify'
import { setTimeout as wait } from 'node:timers/promises'

import type { SeededRandom } from '../primitives/random.js'

/** How long answers take at least, in milliseconds of real time: from `min` to `max`, both included. */
export interface Latency {
  readonly min: number
  readonly max: number
}

const api = '/api/'

/** The delays of one request after the other, which repeat for one seed. */
export function delaysOf({ min, max }: Latency, { integer }: Pick<SeededRandom, 'integer'>): () => number {
  let requests = 0
  return () => {
    requests += 1
    return integer(`latency:${requests}`, min, max)
  }
}

/**
 * Holds every answer below `/api` back for a while that is drawn when its request comes. The work is done before: no
 * record, id or time of the sandbox depends on it, and requests do not wait for each other.
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
