import { setTimeout as delay } from 'node:timers/promises'
import { fastify, type FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { exploredApi } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'
import { runOf } from '../support/run-of.js'

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: { limit?: string; offset?: string } }>

/** Seven tags exist before the run. Creating one with an existing name is answered as if it were new. */
const startTags = async () => {
  const app = fastify({ forceCloseConnections: true, ajv: { customOptions: { coerceTypes: false } } })
  const names = ['urgent', 'a', 'b', 'c', 'd', 'e', 'later']
  const tags = new Map(
    names.map((name, index): [number, Record<string, unknown>] => [
      index + 1,
      { id: index + 1, name, note: 'keep' },
    ]),
  )
  const state = {
    tags,
    settings: { theme: 'dark', size: 3 } as unknown,
    profile: { theme: 'dark', size: 3 } as unknown,
  }
  const refused: unknown[] = []
  const idOf = ({ params }: Asked) => Number(params.id)
  const isProfile = (body: unknown) => typeof (body as { size?: unknown } | null)?.size === 'number'
  const called = new Set<string>()
  app.addHook(
    'onRequest',
    async ({ method, routeOptions }) => void called.add(`${method} ${routeOptions.url}`),
  )
  app.setErrorHandler((_, __, reply) => reply.code(400).send())
  app.get('/tags', async ({ query: { limit = '3', offset = '0' } }: Asked) =>
    [...tags.values()].slice(Number(offset), Number(offset) + Number(limit)),
  )
  app.post('/tags', async ({ body }, reply) => {
    const { name } = (body ?? {}) as { name?: unknown }
    if (typeof name !== 'string') return reply.code(422).send()
    const known = [...tags.values()].find((one) => one['name'] === name)
    const made = known ?? { ...(body as object), id: Math.max(0, ...tags.keys()) + 1 }
    tags.set(Number(made['id']), made)
    return reply.code(201).send(made)
  })
  app.get('/tags/:id', async (request: Asked, reply) => tags.get(idOf(request)) ?? reply.code(404).send())
  app.put('/tags/:id', async (request: Asked, reply) => {
    if (!tags.has(idOf(request))) return reply.code(404).send()
    tags.set(idOf(request), { ...(request.body as object), id: idOf(request) })
    return reply.code(201).send(tags.get(idOf(request)))
  })
  app.delete('/tags/:id', async (request: Asked, reply) =>
    reply.code(tags.delete(idOf(request)) ? 204 : 404).send(),
  )
  app.post('/tags/:id/hide', async (request: Asked, reply) => {
    const known = tags.get(idOf(request))
    if (!known) return reply.code(404).send()
    known['hidden'] = true
    return known
  })
  const asked = new Set<string>()
  for (const path of ['/weather', '/rain'])
    app.get(path, async (_, reply) => {
      if (asked.has(path)) return state.profile
      asked.add(path)
      return reply.code(500).send()
    })
  let tides = 0
  app.get('/tide', async (_, reply) => {
    if (++tides > 5) return state.profile
    await delay(600)
    return reply.code(500).send()
  })
  app.post('/search', async ({ body, headers }, reply) => {
    if (Object.keys((body as object | null) ?? {}).length === 0) return reply.code(400).send()
    return headers['behavior'] === undefined ? state.profile : reply.code(500).send()
  })
  const labels = new Map<number, { readonly name: unknown }>()
  let lastLabel = 100
  app.post('/labels', async ({ body }, reply) => {
    const { name } = (body ?? {}) as { name?: unknown }
    if (typeof name !== 'string' || name === '') return reply.code(422).send()
    if ([...labels.values()].some((one) => one.name === name)) return reply.code(500).send()
    const made = { name, id: ++lastLabel }
    labels.set(made.id, made)
    return reply.code(201).send(made)
  })
  app.get('/labels/:id', async (request: Asked, reply) => labels.get(idOf(request)) ?? reply.code(404).send())
  app.put('/labels/:id', async (request: Asked, reply) => labels.get(idOf(request)) ?? reply.code(500).send())
  app.delete('/labels/:id', async (request: Asked, reply) =>
    reply.code(labels.delete(idOf(request)) ? 204 : 404).send(),
  )
  app.patch('/hooks/:id', async ({ params: { id: one } }: Asked, reply) =>
    reply.code(/^[\w\0]{1,20}$/.test(one) ? 500 : 404).send(),
  )
  app.get('/settings', () => state.settings)
  const sentSettings: unknown[] = []
  app.post('/settings', async ({ body }) => {
    sentSettings.push(body)
    return (state.settings = body)
  })
  app.get('/profile', () => state.profile)
  app.put('/profile', async ({ body }, reply) => {
    if (isProfile(body)) return (state.profile = body)
    refused.push(body)
    return reply.code(400).send()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, state, refused, sentSettings, called, close: () => app.close() }
}

const api = await exploredApi(tableIn(import.meta.dirname, 'harm.yaml'))

const explored = async (allowDestructive: boolean) => {
  const { url, state, refused, sentSettings, called, close } = await startTags()
  const before = structuredClone(state)
  const ended = await runOf(
    { ...api, baseUrl: url },
    { plan: { mostAtOnce: 4 }, settings: { budgetMs: 60_000, concurrency: 4, allowDestructive } },
  )
  await close()
  return {
    before,
    state,
    refused,
    sentSettings,
    called: [...called],
    created: ended.created,
    failures: ended.explored[0]?.findings.get('answers/server-error') ?? [],
    missing: ended.explored[0]?.coverage.operations.missing ?? [],
  }
}

type Run = Awaited<ReturnType<typeof explored>>
let careful: Run
let free: Run
// Both wait for responses most of the time.
beforeAll(async () => {
  ;[careful, free] = await Promise.all([explored(false), explored(true)])
})

describe('of what was there before', () => {
  test('nothing is changed, and what was created is gone', () => {
    const { before, state, refused, created, missing } = careful
    expect(state).toEqual(before)
    expect(created.length).toBeGreaterThan(0)
    expect(created.map(({ id }) => Number(id)).filter((one) => one < 8)).toEqual([])
    const forbidden = 'not allowed without --allow-destructive: it'
    const reasons = missing.map(({ operation, reason }) => `${operation}: ${reason}`)
    expect(reasons).toContain(
      `POST /settings: ${forbidden} may affect all things, because its path has no id`,
    )
    expect(reasons).toContain(`PUT /profile: ${forbidden} changes or deletes what the run did not create`)
    // Bodies of a wrong form destroy nothing.
    expect(refused.length).toBeGreaterThan(0)
  })

  test('its lists are read before more is created, and things after they are', () => {
    const { called } = careful
    const order = ['GET /tags', 'POST /labels', 'GET /labels/:id', 'PUT /labels/:id', 'DELETE /labels/:id']
    expect(called.filter((one) => order.includes(one))).toEqual(order)
  })

  test('a failure that its request does not repeat blames no request', () => {
    const { failures } = careful
    expect(failures.map(({ message }) => message).toSorted()).toEqual([
      'GET /rain answered 500, and 200 when it was sent again later',
      // No plain id may be sent, because another hook may have it.
      'PATCH /hooks/{id} answered 500',
      'POST /labels answered 500 to a request that it carried out before',
      // A request without the text is refused, and one without the header is served.
      'POST /search answered 500 to a request with Behavior in the header',
      // Requests with an unknown id, with any body.
      'PUT /labels/{id} answered 500',
    ])
    // It failed for some time, and is served at last.
    expect(failures.flatMap(({ operations = [] }) => operations)).toContain('GET /tide')
  })

  test('that is changed with permission for it', () => {
    const { before, state, sentSettings } = free
    expect(sentSettings).not.toEqual(sentSettings.map(() => before.settings))
    expect([...state.tags.keys()]).not.toEqual([...before.tags.keys()])
  })
})
