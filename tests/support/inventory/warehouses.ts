import { type Asked, failed, notFound, type Routes, slice, store } from './handling.js'

/** Warehouses, listed by page and limit, with shelves in them. */
export const warehouses: Routes = (app, inventory) => {
  const { warehouses: all, shelves } = inventory
  const id = ({ params }: Asked): string => params['warehouseId'] ?? ''
  const inside = (request: Asked) => shelves.all.filter((one) => String(one['warehouse_id']) === id(request))
  const own = (request: Asked) => {
    const shelf = shelves.find(request.params['shelfId'] ?? '')
    return shelf && String(shelf['warehouse_id']) === id(request) ? shelf : undefined
  }

  app.get('/warehouses', async ({ query }: Asked) => {
    const limit = Number(query['limit'] ?? 20)
    const page = inventory.has('page is ignored') ? 1 : Number(query['page'] ?? 1)
    const from = (page - 1) * limit
    return { items: slice(all.all, from, limit), total: all.all.length }
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
    if (inventory.has('PUT changes nothing')) return known
    const changed = { ...request.body, id: known['id'] }
    if (inventory.has('PUT changes all'))
      for (const one of all.all) all.put({ ...request.body, id: one['id'] })
    return all.put(changed)
  })
  app.delete('/warehouses/:warehouseId', async (request: Asked, reply) => {
    if (!all.find(id(request))) return notFound(reply)
    const children = inside(request)
    if (children.length > 0 && inventory.has('deletion of a parent fails')) return failed(reply)
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
    return shelf ?? notFound(reply)
  })
  app.patch('/warehouses/:warehouseId/shelves/:shelfId', async (request: Asked, reply) => {
    const shelf = own(request)
    if (!shelf) return notFound(reply)
    return shelves.put({ ...shelf, ...request.body })
  })
  app.delete('/warehouses/:warehouseId/shelves/:shelfId', async (request: Asked, reply) => {
    const shelf = own(request)
    if (!shelf) return notFound(reply)
    shelves.remove(String(shelf['id']))
    return reply.code(204).send()
  })
}
