import type { InventoryRecord } from './records.js'
import { type Asked, failed, notFound, type Routes, slice, store } from './handling.js'

/** Articles, listed by offset and limit, with filters. */
export const articles: Routes = (app, inventory) => {
  const { articles: all } = inventory
  const ghosts = new Map<string, InventoryRecord>()
  const id = ({ params }: Asked): string => params['id'] ?? ''

  const filtered = (query: Record<string, string>): InventoryRecord[] => {
    const ignored = {
      kind: inventory.has('enumerated filter is ignored'),
      is_fragile: inventory.has('boolean filter is ignored'),
      warehouse_id: inventory.has('filter by reference is ignored'),
    }
    const listed = inventory.has('deleted thing is listed') ? [...all.all, ...ghosts.values()] : all.all
    if ('kind' in query && inventory.has('filter finds nothing')) return []
    return Object.entries(ignored).reduce<InventoryRecord[]>(
      (left, [name, isIgnored]) =>
        isIgnored || !(name in query) ? left : left.filter((one) => String(one[name]) === query[name]),
      listed,
    )
  }

  app.get('/articles', async ({ query }: Asked, reply) => {
    const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? 20)]
    const found = filtered(query)
    if (offset > found.length && inventory.has('page after the end fails')) return failed(reply)
    if (inventory.has('limit is ignored')) return found.slice(offset)
    const from = inventory.has('pages repeat a thing') && offset > 0 ? offset - 1 : offset
    const skipped = inventory.has('pages leave out a thing') && offset > 0 ? from + 1 : from
    const page = slice(found, skipped, limit)
    if (inventory.has('list shows old values')) return page.map((one) => ({ ...one, title: 'untitled' }))
    return inventory.has('list misses what was created') ? page.filter((one) => Number(one['id']) < 3) : page
  })
  app.post('/articles', async ({ body }: Asked, reply) => {
    const stored = await store(all, inventory, body)
    const own = String(stored['id'])
    stored['read_as'] = stored['id']
    const answered = { ...stored }
    if (inventory.has('creation is not stored')) all.remove(own)
    if (inventory.has('creation reads back with another value')) stored['title'] = 'untitled'
    void reply.header(
      'location',
      inventory.has('Location leads nowhere') ? '/articles/0' : `/articles/${own}`,
    )
    if (inventory.has('link leads nowhere')) answered['read_as'] = Number(own) + 100_000
    return reply.code(201).send(answered)
  })
  app.get('/articles/:id', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known) return (inventory.has('deleted thing is read') && ghosts.get(id(request))) || notFound(reply)
    const shown = { ...known }
    if (inventory.has('reading changes a member')) known['price'] = Number(known['price']) + 17
    return shown
  })
  app.put('/articles/:id', async (request: Asked, reply) => {
    if (!all.find(id(request))) return notFound(reply)
    return all.put({ ...request.body, id: Number(id(request)), read_as: Number(id(request)) })
  })
  app.patch('/articles/:id', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known)
      return inventory.has('deleted thing is changed') && ghosts.has(id(request))
        ? { ...ghosts.get(id(request)), ...request.body }
        : notFound(reply)
    if (inventory.has('PATCH changes nothing')) return known
    const changed = { ...known, ...request.body }
    if (inventory.has('PATCH is answered and not stored')) return changed
    if (inventory.has('PATCH resets other members') && !('note' in request.body)) changed['note'] = null
    return all.put(changed)
  })
  app.delete('/articles/:id', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known) return inventory.has('deletion twice fails') ? failed(reply) : notFound(reply)
    ghosts.set(id(request), known)
    all.remove(id(request))
    if (inventory.has('deletion takes all')) for (const one of all.all) all.remove(String(one['id']))
    return reply.code(204).send()
  })
}
