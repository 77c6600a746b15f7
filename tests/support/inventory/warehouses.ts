import type { InventoryRecord } from './records.js'
import { type Asked, failed, notFound, type Routes, slice, store } from './handling.js'

/** Warehouses, listed by page and limit, with shelves in them. */
export const warehouses: Routes = (app, inventory) => {
  const { warehouses: all, shelves } = inventory
  if (inventory.has('long lists leave out a thing'))
    for (let count = 0; count < 30; count++) all.put({ id: all.number(), name: `store ${count}` })
  const id = ({ params }: Asked): string => params['warehouseId'] ?? ''
  const inside = (request: Asked) => shelves.all.filter((one) => String(one['warehouse_id']) === id(request))
  const own = (request: Asked) => {
    const shelf = shelves.find(request.params['shelfId'] ?? '')
    return shelf && String(shelf['warehouse_id']) === id(request) ? shelf : undefined
  }

  const tagOf = (record: InventoryRecord = {}): string =>
    `"${Buffer.from(JSON.stringify(inventory.has('an ETag is never another') ? record['id'] : record)).toString('hex')}"`

  app.get('/warehouses', async ({ query }: Asked) => {
    const limit = Number(query['limit'] ?? 20)
    const page = inventory.has('page is ignored') ? 1 : Number(query['page'] ?? 1)
    const from = (page - 1) * limit
    const skipped = inventory.has('long lists leave out a thing') && page > 1 ? from + 1 : from
    return { items: slice(all.all, skipped, limit), total: all.all.length }
  })
  app.post('/warehouses', async ({ body }: Asked, reply) =>
    reply.code(201).send(await store(all, inventory, body)),
  )
  app.get(
    '/warehouses/:warehouseId',
    async (request: Asked, reply) => all.find(id(request)) ?? notFound(reply),
  )
  app.put('/warehouses/:warehouseId', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known) return notFound(reply)
    // The code of a warehouse is unique, and nobody may take another.
    if ('code' in request.body && 'code' in known && request.body['code'] !== known['code'])
      return reply.code(409).send({ message: 'the code is taken' })
    if (inventory.has('PUT changes nothing')) return known
    const kept = inventory.has('PUT keeps what is left out') ? known : {}
    const changed = { ...kept, ...request.body, id: known['id'] }
    if (inventory.has('PUT changes all'))
      for (const one of all.all) all.put({ ...request.body, id: one['id'] })
    return all.put(changed)
  })
  app.delete('/warehouses/:warehouseId', async (request: Asked, reply) => {
    if (!all.find(id(request))) return notFound(reply)
    const children = inside(request)
    if (children.length > 0 && inventory.has('deletion of a parent fails')) return failed(reply)
    const isKept =
      inventory.has('a parent with children stays') || inventory.has('deletion is refused or ignored')
    if (children.length > 0 && isKept) return reply.code(409).send({ message: 'not empty' })
    if (inventory.has('deletion is refused or ignored')) return reply.code(204).send()
    for (const shelf of children) shelves.remove(String(shelf['id']))
    all.remove(id(request))
    return reply.code(204).send()
  })

  app.get('/warehouses/:warehouseId/shelves', async (request: Asked, reply) => {
    if (all.find(id(request))) return inside(request)
    return inventory.has('use after deletion fails') ? failed(reply) : notFound(reply)
  })
  app.post('/warehouses/:warehouseId/shelves', async (request: Asked, reply) => {
    if (!all.find(id(request))) return notFound(reply)
    const stored = await store(shelves, inventory, { ...request.body, warehouse_id: Number(id(request)) })
    return reply.code(201).send(stored)
  })
  app.get('/warehouses/:warehouseId/shelves/:shelfId', async (request: Asked, reply) => {
    const shelf = own(request)
    if (shelf && inventory.has('reading deletes')) shelves.remove(String(shelf['id']))
    void reply.header('etag', tagOf(shelf))
    return shelf ?? notFound(reply)
  })
  app.patch('/warehouses/:warehouseId/shelves/:shelfId', async (request: Asked, reply) => {
    const shelf = own(request)
    if (!shelf) return notFound(reply)
    const tag = request.headers['if-match']
    const isOutdated = tag !== undefined && tag !== '*' && tag !== tagOf(shelf)
    if (isOutdated && !inventory.has('an outdated ETag is accepted'))
      return reply.code(412).send({ message: 'changed' })
    return shelves.put({ ...shelf, ...request.body })
  })
  app.delete('/warehouses/:warehouseId/shelves/:shelfId', async (request: Asked, reply) => {
    const shelf = own(request)
    if (!shelf) return notFound(reply)
    shelves.remove(String(shelf['id']))
    return reply.code(204).send()
  })
}
