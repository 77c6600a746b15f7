import type { FastifyInstance, FastifyReply } from '#bundled/fastify'

import type { SandboxLogger } from '../primitives/logger.js'
import type { SeededRandom } from '../primitives/random.js'
import type { SandboxData } from '../state/data.js'
import { jsonMediaType } from './response.js'

/** The context for failed writes: a trace id and a log. */
interface DurabilityContext {
  readonly random: SeededRandom
  readonly log: SandboxLogger | undefined
}

const notKept = ({ random, log }: DurabilityContext, reply: FastifyReply, error: unknown): string => {
  const id = random.uuid('trace')
  log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  reply.code(500).header('content-type', jsonMediaType)
  return JSON.stringify({ message: 'the state of the sandbox cannot be written', trace_id: id })
}

/**
 * Delays every response until all changes of its request are on disk. If writing fails, the response is a 500 with
 * its trace id, and the changes are written with the next request. The database is closed with the service.
 */
export function answerWhenDurable(app: FastifyInstance, data: SandboxData, place: DurabilityContext): void {
  const payloadOf = async (
    durable: Promise<void>,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> => {
    try {
      await durable
      return payload
    } catch (error) {
      return notKept(place, reply, error)
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
