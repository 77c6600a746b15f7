import type { FastifyInstance } from 'fastify'

import type { SandboxLogger } from '../options.js'
import type { Chance } from '../state/chance.js'
import type { SandboxData } from '../state/data.js'
import { JSON_MEDIA_TYPE } from './answer.js'

/** What is needed to say that an answer could not be kept. */
interface Place {
  readonly chance: Chance
  readonly log: SandboxLogger | undefined
}

/**
 * Holds every answer back until all that its request changed is on the disk. Where that fails the answer is a 500
 * with its trace id, and the changes are tried again with the next request. The database is closed with the service.
 */
export const answerWhenDurable = (app: FastifyInstance, data: SandboxData, { chance, log }: Place): void => {
  app.addHook('onSend', async (_request, reply, payload) => {
    try {
      await data.durable()
      return payload
    } catch (error) {
      const id = chance.uuid('trace')
      log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      reply.code(500).header('content-type', JSON_MEDIA_TYPE)
      return JSON.stringify({ message: 'internal error', trace_id: id })
    }
  })
  app.addHook('onClose', () => data.close())
}
