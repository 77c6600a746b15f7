import { fastify, type FastifyInstance } from 'fastify'
import { tableIn } from '../table.js'
import { Inventory } from './records.js'
import type { FaultName, Oddity } from './faults.js'
import { articles } from './articles.js'
import { tags } from './tags.js'
import { warehouses } from './warehouses.js'

/** Warehouses with shelves, articles, and tags that are only marked as deleted. */
export const inventoryDocument = tableIn<object>(import.meta.dirname, 'inventory.yaml')

/** The inventory with faults switched on. */
export const inventoryWith = (...faults: readonly (FaultName | Oddity)[]): FastifyInstance => {
  const app = fastify()
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
  return app
}
