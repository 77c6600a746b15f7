import { fastify } from 'fastify'
import { Inventory } from './records.js'
import type { FaultName, Oddity } from './faults.js'
import { articles } from './articles.js'
import { tags } from './tags.js'
import { warehouses } from './warehouses.js'

/** The inventory on a port of its own, with faults switched on. */
export async function startInventory(
  ...faults: readonly (FaultName | Oddity)[]
): Promise<{ url: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  const inventory = new Inventory(new Set(faults))
  app.setErrorHandler((_, __, reply) => reply.code(400).send({ message: 'refused' }))
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, JSON.parse(String(body)) as unknown)
    } catch (error) {
      done(error as Error)
    }
  })
  for (const routes of [warehouses, articles, tags]) routes(app, inventory)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}
