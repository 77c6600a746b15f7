import { fastify, type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** A service without operations, which is closed when the test is finished. */
export const testApp = (): FastifyInstance => {
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  return app
}
