import { type Asked, notFound, type Routes } from './handling.js'

/** Tags, listed by cursor; a deleted one is only marked so, and can still be read. */
export const tags: Routes = (app, inventory) => {
  const { tags: all } = inventory
  const slug = ({ params }: Asked): string => params['slug'] ?? ''

  app.get('/tags', async ({ query }: Asked) => {
    const left = all.all.filter((one) => one['deleted_at'] === null)
    const after = left.findIndex((one) => one['slug'] === query['cursor'])
    const from = after > 0 && inventory.has('cursor pages repeat a thing') ? after : after + 1
    const data = left.slice(from, from + Number(query['limit'] ?? 20))
    const isLast = data.length === 0 || data.at(-1) === left.at(-1)
    return { data, next_cursor: isLast ? null : data.at(-1)?.['slug'] }
  })
  app.post('/tags', async ({ body }: Asked) => {
    const own = `tag-${all.number()}`
    return all.put({ ...body, title: String(body['title']).trim(), slug: own, deleted_at: null })
  })
  app.get('/tags/:slug', async (request: Asked, reply) => all.find(slug(request)) ?? notFound(reply))
  app.delete('/tags/:slug', async (request: Asked, reply) => {
    const known = all.find(slug(request))
    if (!known) return notFound(reply)
    return all.put({ ...known, deleted_at: known['deleted_at'] ?? '2026-01-01T00:00:00Z' })
  })
}
