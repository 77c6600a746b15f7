import type { InventoryRecord } from './records.js'
import { type Asked, failed, notFound, type Routes, slice, store } from './handling.js'

/** Articles, listed by offset and limit, with filters. */
export const articles: Routes = (app, inventory) => {
  const { articles: all } = inventory
  const ghosts = new Map<string, InventoryRecord>()
  const id = ({ params }: Asked): string => params['id'] ?? ''

  const filtered = (query: Record<string, string>): InventoryRecord[] => {
    const ignored = {
      kind:
        inventory.has('enumerated filter is ignored') || inventory.has('filter of short pages is ignored'),
      is_fragile: inventory.has('boolean filter is ignored'),
      warehouse_id: inventory.has('filter by reference is ignored'),
      finish: inventory.has('filter that may be null is ignored'),
    }
    if (query['kind'] === 'tool' && inventory.has('a kind includes another'))
      return all.all.filter((one) => one['kind'] !== 'food')
    const listed = inventory.has('deleted thing is listed') ? [...all.all, ...ghosts.values()] : all.all
    if ('kind' in query && inventory.has('filter finds nothing')) return []
    return Object.entries(ignored).reduce<InventoryRecord[]>(
      (left, [name, isIgnored]) =>
        isIgnored || !(name in query) ? left : left.filter((one) => String(one[name]) === query[name]),
      listed,
    )
  }

  const normalized = (body: InventoryRecord): InventoryRecord =>
    inventory.has('values are normalized')
      ? {
          ...body,
          ...('title' in body && { title: ` ${String(body['title']).toUpperCase()}` }),
          ...('price' in body && { price: Math.round(Number(body['price'])) }),
        }
      : body
  /** The members that an update may change. */
  const changing = (body: InventoryRecord): InventoryRecord => {
    if (!inventory.has('a member cannot be changed')) return normalized(body)
    const { kind: _kind, price: _price, ...others } = body
    return normalized(others)
  }
  /** Unmarks all articles before another one is marked. */
  const giveWay = (body: InventoryRecord): void => {
    if (!inventory.has('one is fragile at most') || body['is_fragile'] !== true) return
    for (const one of all.all) if ('is_fragile' in one) all.put({ ...one, is_fragile: false })
  }
  const isTaken = ({ title }: InventoryRecord): boolean =>
    inventory.has('titles are unique') && all.all.some((one) => one['title'] === title)
  const isBlind = ({ headers }: Asked): boolean =>
    inventory.has('changes need If-Match') && headers['if-match'] === undefined
  /** Whether a text or a number is outside of its limits. */
  const isWrong = ({ title = 'a', price = 0, note = 'a' }: InventoryRecord): boolean =>
    !/^.{1,40}$/.test(String(title)) ||
    !/^.{1,80}$/.test(String(note)) ||
    !(Number(price) >= 0 && Number(price) <= 1000)
  const shownIn = (found: InventoryRecord[], query: Record<string, string>): InventoryRecord[] => {
    const ordered = inventory.has('newest come first') ? found.toReversed() : found
    const isHiding = inventory.has('what is fragile is not listed') && query['is_fragile'] === undefined
    const some = ordered.filter(
      (one) =>
        (one['status'] === 'live' || !inventory.has('only some are listed')) &&
        (one['is_fragile'] !== true || !isHiding),
    )
    return inventory.has('lists come late')
      ? some.filter((one) => Date.now() - Number(born.get(String(one['id']))) > 20)
      : some
  }
  const born = new Map<string, number>()
  /** Articles as they were before a change that does not show yet. */
  const outdated = new Map<string, InventoryRecord>()
  app.addHook('preHandler', async (request) => {
    const asked = request as unknown as Asked
    const [own, known] = [id(asked), all.find(id(asked))]
    if (!known || request.method === 'GET' || !inventory.has('changes come later')) return
    outdated.delete(own)
    if (isWrong(asked.body ?? {})) return
    outdated.set(own, { ...known })
    setTimeout(() => outdated.delete(own), 20)
  })

  /** A log that grows with every request. */
  const events: InventoryRecord[] = []
  app.addHook('onRequest', async ({ method }) => {
    events.unshift({ id: events.length + 1, kind: method === 'GET' ? 'read' : 'write' })
  })
  app.get('/events', async ({ query }: Asked) => {
    const isIgnored = query['kind'] === undefined || inventory.has('filter of events is ignored')
    const found = events.filter(({ kind }) => isIgnored || kind === query['kind'])
    const limit = inventory.has('limit of events is ignored') ? 20 : Number(query['limit'] ?? 20)
    return slice(found, Number(query['offset'] ?? 0), limit)
  })
  app.get('/articles', async ({ query }: Asked, reply) => {
    const isShort = inventory.has('filter of short pages is ignored')
    const [offset, limit] = [Number(query['offset'] ?? 0), Number(query['limit'] ?? (isShort ? 1 : 20))]
    const found = shownIn(filtered(query), query)
    if (inventory.has('lists are cut')) return slice(found, offset, Math.min(limit, 2))
    if (offset > found.length && inventory.has('page after the end fails')) return failed(reply)
    if (inventory.has('limit is ignored')) return found.slice(offset)
    const from = inventory.has('pages repeat a thing') && offset > 0 ? offset - 1 : offset
    const skipped = inventory.has('pages leave out a thing') && offset > 0 ? from + 1 : from
    const page = slice(found, skipped, limit)
    if (inventory.has('list shows another label')) return page.map((one) => ({ ...one, label: 'none' }))
    if (inventory.has('list shows old values')) return page.map((one) => ({ ...one, title: 'untitled' }))
    return inventory.has('list misses what was created') ? page.filter((one) => Number(one['id']) < 3) : page
  })
  app.post('/articles', async ({ body }: Asked, reply) => {
    if (inventory.has('writes are refused')) return reply.code(403).send({ message: 'no' })
    giveWay(body)
    if (isTaken(body)) return reply.code(409).send({ message: 'there is one' })
    const equal = all.all.find((one) => one['kind'] === body['kind'])
    if (equal && inventory.has('equal creations are one')) return reply.code(200).send(equal)
    const status = inventory.has('only some are listed') ? { status: 'draft' } : {}
    const stored = await store(all, inventory, { ...normalized(body), ...status })
    const own = String(stored['id'])
    born.set(own, Date.now())
    if (inventory.has('creations come later')) {
      all.remove(own)
      setTimeout(() => all.put({ ...stored, read_as: stored['id'] }), 30)
      return reply.code(202).send({ ...stored, read_as: stored['id'] })
    }
    Object.assign(stored, { read_as: stored['id'], label: `article ${own}` })
    const answered = { ...stored }
    if (inventory.has('creation is not stored')) all.remove(own)
    if (inventory.has('creation reads back with another value')) stored['title'] = 'untitled'
    if (inventory.has('creation reads back without a value')) delete stored['note']
    void reply.header(
      'location',
      inventory.has('Location leads nowhere') ? '/articles/0' : `/articles/${own}`,
    )
    if (inventory.has('link leads nowhere')) answered['read_as'] = Number(own) + 100_000
    return reply.code(201).send(answered)
  })
  app.get('/articles/:id', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known && inventory.has('deleted ids answer with null') && ghosts.has(id(request)))
      return reply.type('application/json').send('null')
    if (!known && inventory.has('deleted thing is read empty')) return {}
    if (!known) return (inventory.has('deleted thing is read') && ghosts.get(id(request))) || notFound(reply)
    if (inventory.has('nothing is found by others')) return reply.code(403).send({ message: 'not yours' })
    const shown = { ...(outdated.get(id(request)) ?? known) }
    if (inventory.has('reads lack what is required')) delete shown['kind']
    if (inventory.has('views are counted')) known['views'] = Number(known['views'] ?? 0) + 1
    if (inventory.has('reading changes a member')) known['price'] = Number(known['price']) + 17
    return shown
  })
  app.put('/articles/:id', async (request: Asked, reply) => {
    const old = all.find(id(request))
    if (!old) return notFound(reply)
    giveWay(request.body)
    if (isBlind(request)) return reply.code(428).send({ message: 'If-Match' })
    const { kind, price } = old
    const kept = inventory.has('a member cannot be changed') ? { kind, price } : {}
    return all.put({
      ...kept,
      ...changing(request.body),
      id: Number(id(request)),
      read_as: Number(id(request)),
      label: old['label'],
    })
  })
  app.patch('/articles/:id', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known)
      return inventory.has('deleted thing is changed') && ghosts.has(id(request))
        ? { ...ghosts.get(id(request)), ...request.body }
        : notFound(reply)
    if (inventory.has('PATCH changes nothing')) return known
    giveWay(request.body)
    if (isBlind(request)) return reply.code(412).send({ message: 'If-Match' })
    const changed = { ...known, ...changing(request.body) }
    if (isWrong(request.body)) {
      if (inventory.has('a refused PATCH is stored')) all.put({ ...changed, title: known['title'] })
      return reply.code(400).send({ message: 'out of limits' })
    }
    if (inventory.has('PATCH is answered and not stored')) return changed
    if (inventory.has('PATCH sets a default') && !('finish' in request.body)) changed['finish'] = 'plain'
    if (inventory.has('PATCH resets other members') && !('note' in request.body)) changed['note'] = null
    return all.put(changed)
  })
  app.delete('/articles/:id', async (request: Asked, reply) => {
    const known = all.find(id(request))
    if (!known) return inventory.has('deletion twice fails') ? failed(reply) : notFound(reply)
    if (inventory.has('deletions come later')) {
      setTimeout(() => all.remove(id(request)), 30)
      return reply.code(202).send()
    }
    if (inventory.has('deletion takes its time')) {
      setTimeout(() => all.remove(id(request)), 30)
      return reply.code(200).send({ message: 'it is on its way' })
    }
    ghosts.set(id(request), known)
    all.remove(id(request))
    if (inventory.has('deletion takes all')) for (const one of all.all) all.remove(String(one['id']))
    // The response describes the deletion, and is not an article that is marked as deleted.
    return inventory.has('deleted thing is read empty') ? { state: 'COMPLETED' } : reply.code(204).send()
  })
}
