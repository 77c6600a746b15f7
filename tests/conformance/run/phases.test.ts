import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { Observed } from '../../../conformance/model/case.js'
import type { ExploreSession } from '../../../conformance/run/explore-session.js'
import { OperationCases } from '../../../conformance/run/operation-cases.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { callsOf, described, served, serveThings, testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'
import { sessionOf, sessionWith } from '../support/session.js'

const text = { type: 'string' }
const members = Array.from({ length: 40 }, (_, index) => [`m${index}`, { ...text, maxLength: index }])
const mock = {
  takes: { type: 'object', properties: Object.fromEntries(members) },
  isOptional: true,
  200: null,
}
const document = described({ 'PUT /mocks': mock, 'PUT /mocks/{id}': mock })

const casesOf = async (path: string): Promise<[OperationCases, ExploreSession]> => {
  const api = await exploredApi(document)
  const operation = operationIn(api, { path })
  const session = sessionOf(api)
  return [new OperationCases(session, operation), session]
}

test('an operation that there was no time to call comes before those that were called, and then the least tested', async () => {
  const [cases, session] = await casesOf('/mocks')
  const weights = [cases.weight]
  session.called.add(cases.operation)
  weights.push(cases.weight)
  cases.count({} as Observed)
  expect([...weights, cases.weight]).toEqual([0, 1, 2])
})

/** The number of planned cases of an operation, of which those with such an index are sent and others forbidden. */
const count = async (path: string, isSent: (index: number) => boolean): Promise<number> => {
  const [cases] = await casesOf(path)
  while (cases.sent < 300 && (await cases.next()))
    cases.count(isSent(cases.sent) ? ({} as Observed) : undefined)
  return cases.sent
}

test('an operation without an id in its path is finished after 200 forbidden cases in a row', async () => {
  expect(await count('/mocks', () => false)).toBe(200)
  expect(await count('/mocks', (index) => index === 50)).toBe(251)
  // A thing that the run creates later may permit the next one.
  expect(await count('/mocks/{id}', () => false)).toBe(300)
})

/** Makes cases from a document and sends them to a service. */
const explored = async (app: FastifyInstance, document: object, allowDestructive = false): Promise<void> => {
  const api = await served(app, document)
  await runOf(api, { plan: { rules: ['answers/status'] }, settings: { budgetMs: 5_000, allowDestructive } })
}

const pet = {
  type: 'object',
  required: ['name'],
  properties: { id: { ...text, readOnly: true }, name: text },
}
const found = { 200: null, 404: null }
const deleted = { 204: null, 404: null }
const pets = { 'POST /pets': { takes: pet, 201: pet }, 'GET /pets/{petId}': { 200: pet, 404: null } }
const deletedPets = { ...pets, 'GET /pets/{petId}': found, 'DELETE /pets/{petId}': deleted }

const petId = (count: number): string => `pet-${count}`

test('a part that was not there is read where it has just been put', async () => {
  const app = testApp()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  const kept = serveThings(app, '/pets', { idOf: petId, isRight: () => true })
  const pictures = new Set<string>()
  const sent: string[] = []
  type Asked = { Params: { id: string } }
  app.get<Asked>('/pets/:id/picture', ({ params: { id }, method }, reply) => {
    sent.push(`${method} ${id}`)
    return reply.code(kept.has(id) && pictures.has(id) ? 200 : 404).send('')
  })
  app.put<Asked>('/pets/:id/picture', ({ params: { id }, method }, reply) => {
    sent.push(`${method} ${id}`)
    if (kept.has(id)) pictures.add(id)
    return reply.code(kept.has(id) ? 204 : 404).send()
  })
  const picture = { takes: {}, as: 'image/gif', ...deleted }
  const operations = { 'GET /pets/{petId}/picture': found, 'PUT /pets/{petId}/picture': picture }
  await explored(app, described({ ...deletedPets, ...operations }))
  const put = sent.findIndex((one) => one.startsWith('PUT'))
  expect(sent.slice(put, put + 2)).toEqual([sent[put], sent[put]?.replace('PUT', 'GET')])
})

test('what empties the service is called when all else was tested', async () => {
  const app = testApp()
  const sent = callsOf(app)
  const kept = serveThings(app, '/pets', { idOf: petId })
  app.post('/sandbox/reset', (_, reply) => {
    kept.clear()
    return reply.code(204).send()
  })
  const query = {
    mode: { enum: ['a', 'b', 'c', 'd', 'e', 'f'] },
    reason: { ...text, minLength: 2, maxLength: 9 },
  }
  await explored(app, described({ ...pets, 'POST /sandbox/reset': { query, 204: null } }), true)
  const first = sent.indexOf('POST /sandbox/reset')
  expect(first).toBeGreaterThan(sent.length / 3)
})

const listed = { 200: { type: 'array', items: { type: 'object', properties: { id: text } } } }
const tables = { 'GET /tables': listed, 'GET /tables/{tableId}': found, 'DELETE /tables/{tableId}': deleted }

/** A service of pets, which needs a table that was there before. */
const servePets = (app: FastifyInstance) => {
  const core = serveThings(app, '/tables', { idOf: String, isRight: () => false })
  core.set('core', { id: 'core' })
  const isRight = (body: unknown): boolean => core.size > 0 && typeof Object(body).name === 'string'
  return { core, kept: serveThings(app, '/pets', { idOf: petId, isRight }) }
}

test('what the run did not create is deleted when all else was tested', async () => {
  const app = testApp()
  const sent = callsOf(app)
  servePets(app)
  await explored(app, described({ ...pets, ...tables }), true)
  expect(sent.indexOf('DELETE /tables/core')).toBeGreaterThan(sent.length / 3)
})

const password = { ...text, minLength: 8 }
const login = { type: 'object', required: ['username', 'password'], properties: { username: text, password } }
const user = {
  type: 'object',
  required: ['email', 'password'],
  properties: { email: { ...text, format: 'email' }, password },
}
const known = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }

test.each([
  ['/login', 'application/json'],
  ['/login/access-token', 'application/x-www-form-urlencoded'],
])(
  'a login at %s has the name and password of an account that the run created, as %s',
  async (path, type) => {
    const app = testApp()
    const [users, statuses] = [new Map<unknown, unknown>(), new Set<number>()]
    type Asked = { Params: { id: string }; Body: Record<string, unknown> }
    app.post<Asked>('/users', ({ body }, reply) => {
      if (!String(body['email']).includes('@')) return reply.code(400).send()
      users.set(body['email'], body['password'])
      return reply.code(201).send({ id: users.size })
    })
    app.delete<Asked>('/users/:id', (_, reply) => reply.code(204).send())
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    app.post<Asked>(path, ({ body }, reply) => {
      const isKnown = users.has(body['username']) && users.get(body['username']) === body['password']
      statuses.add(isKnown ? 200 : 401)
      return reply.code(isKnown ? 200 : 401).send()
    })
    const operations = {
      [`POST ${path}`]: { takes: login, as: type, 200: null, 401: null },
      'POST /users': { takes: user, 201: known },
      'DELETE /users/{id}': deleted,
    }
    await explored(app, described(operations, { type: 'integer' }))
    expect(statuses).toEqual(new Set([401, 200]))
  },
)

const alert = {
  type: 'object',
  required: ['labels'],
  properties: { labels: { type: 'object', additionalProperties: text }, note: { ...text, maxLength: 5 } },
}

test('the members of an item are varied in a list that was accepted with an item', async () => {
  const app = testApp()
  const notes = new Set<string>()
  app.post<{ Body: { labels?: object; note?: string }[] }>('/alerts', ({ body }, reply) => {
    const isRight = Array.isArray(body) && body.every((one) => Object.keys(one?.labels ?? {}).length > 0)
    if (isRight) for (const { note } of body) if (typeof note === 'string') notes.add(note)
    return reply.code(isRight ? 200 : 400).send(isRight ? undefined : '"at least one label is needed"')
  })
  await explored(
    app,
    described({ 'POST /alerts': { takes: { type: 'array', items: alert }, 200: null, 400: null } }),
  )
  expect(notes).toContain('')
  expect([...notes].map((one) => one.length)).toContain(5)
})

test('the members of a body are varied beside those that the service requires, where it accepts none', async () => {
  const app = testApp()
  const notes = new Set<unknown>()
  app.post<{ Body: Record<string, unknown> }>('/sessions', ({ body }, reply) => {
    const missing = ['path', 'type'].find((name) => typeof body?.[name] !== 'string')
    if (missing !== undefined)
      return reply.code(400).send({ message: `Missing field in JSON data: ${missing}` })
    notes.add(body['note'])
    return reply.code(409).send({ message: 'no kernel is free' })
  })
  const session = { type: 'object', properties: { path: text, type: text, note: { ...text, maxLength: 5 } } }
  await explored(app, described({ 'POST /sessions': { takes: session, 201: null, 400: null, 409: null } }))
  for (const note of ['', null, 'a\0b']) expect(notes).toContain(note)
})

const zone = { type: 'object', required: ['name'], properties: { name: text, note: text } }
const ids = { type: 'array', items: { type: 'integer' } }
const zones = described({
  'POST /zones': { takes: zone, 201: null },
  'POST /zones/parts': { takes: zone, 201: null },
  'GET /reports': { query: { ids, cursor: text }, 200: null, 400: null },
})

test('what refusals say is tried after other operations were called, and no form of a value twice', async () => {
  const app = testApp()
  const sent: [string, string][] = []
  for (const path of ['/zones', '/zones/parts'])
    app.post<{ Body: { name?: unknown } | null }>(path, ({ body }, reply) => {
      const name = String(body?.name)
      sent.push([path, name])
      return reply.code(422).send({ detail: `'${name}' is not canonical` })
    })
  app.get('/reports', (_, reply) => reply.code(200).send([]))
  await explored(app, zones)
  const isFormed = ([, name]: [string, string]): boolean => name.endsWith('.example.')
  expect(sent.findIndex(([path]) => path === '/zones/parts')).toBeLessThan(sent.findIndex(isFormed))
  expect(sent.filter(isFormed).map(([path]) => path)).toEqual(['/zones', '/zones/parts'])
})

test('a read that is refused without optional parameters is called with all of them but a cursor', async () => {
  const app = testApp()
  const statuses: number[] = []
  app.get<{ Querystring: { ids?: string; cursor?: string } }>('/reports', ({ query }, reply) => {
    statuses.push(query.ids === undefined || query.cursor !== undefined ? 400 : 200)
    return reply.code(statuses.at(-1) ?? 200).send([])
  })
  await explored(app, zones)
  expect(statuses.slice(0, 2)).toEqual([400, 200])
})

test('what is deleted at a path below its own is deleted there', async () => {
  const app = testApp()
  const kept = new Map<string, unknown>()
  let made = 0
  app.post('/pets/create', ({ body }, reply) => {
    if (typeof (body as { name?: unknown } | null)?.name !== 'string') return reply.code(422).send()
    const id = `pet-${String(++made)}`
    kept.set(id, { ...(body as object), id })
    return reply.send(kept.get(id))
  })
  type Asked = { Params: { id: string } }
  app.get<Asked>('/pets/:id', ({ params: { id } }, reply) =>
    reply.code(kept.has(id) ? 200 : 404).send(kept.get(id) ?? {}),
  )
  app.delete<Asked>('/pets/:id/delete', ({ params: { id } }, reply) =>
    reply.code(kept.delete(id) ? 200 : 404).send({}),
  )
  const document = described({
    'POST /pets/create': { takes: pet, 200: pet },
    'GET /pets/{petId}': { 200: pet },
    'DELETE /pets/{petId}/delete': { 200: null },
  })
  await explored(app, document)
  expect([made > 2, [...kept.keys()]]).toEqual([true, []])
})

test.each([
  [500, 0],
  [204, expect.not.closeTo(0, 0)],
])('where deletions are answered %d, what is created after the first twenty: %j', async (status, late) => {
  const app = testApp()
  let [id, made, deleted] = [0, 0, 0]
  app.post('/pets', ({ body }, reply) => {
    if (typeof Object(body).name !== 'string') return reply.code(400).send()
    if (deleted > 20) made++
    return reply.code(201).send({ ...Object(body), id: `pet-${String(++id)}` })
  })
  app.get<{ Params: { petId: string } }>('/pets/:petId', ({ params }, reply) =>
    reply.code(200).send({ id: params.petId }),
  )
  app.delete('/pets/:petId', (_, reply) => {
    deleted++
    return reply.code(status).send()
  })
  await explored(app, described(deletedPets))
  expect(made).toEqual(late)
})

test('a creation that ran out of time comes before what needs the thing', async () => {
  const app = testApp()
  const kinds = 'bags bars beds bells bins boats'.split(' ')
  const sent = callsOf(app)
  for (const kind of kinds) {
    app.post(`/${kind}`, async (_, reply) => {
      await delay(300)
      return reply.code(201).send({ id: `${kind}-1` })
    })
    app.get(`/${kind}/:id`, (_, reply) => reply.code(200).send({ id: `${kind}-1` }))
  }
  const operations = kinds.flatMap((kind) => [
    [`POST /${kind}`, { 200: null, 201: null }],
    [`GET /${kind}/{id}`, { 200: null, 201: null }],
  ])
  await explored(app, described(Object.fromEntries(operations)))
  const early = kinds.filter(
    (kind) => sent.findIndex((one) => one.startsWith(`GET /${kind}/`)) < sent.indexOf(`POST /${kind}`),
  )
  expect(early).toEqual([])
})

test('what empties the service is called although deletions before it are slow', async () => {
  const app = testApp()
  const sent = callsOf(app)
  app.get('/tables', () => ['a', 'b', 'c'].map((id) => ({ id })))
  app.get('/tables/:id', (_, reply) => reply.code(200).send())
  app.delete<{ Params: { id: string } }>('/tables/:id', async ({ params: { id } }, reply) => {
    if (/^[abc]$/.test(id)) await delay(2_400)
    return reply.code(204).send()
  })
  app.post('/sandbox/reset', (_, reply) => reply.code(204).send())
  await explored(app, described({ ...pets, ...tables, 'POST /sandbox/reset': { 204: null } }), true)
  expect(sent).toContain('POST /sandbox/reset')
})

test('what the run created is deleted before what it did not create', async () => {
  const app = testApp()
  const { core, kept } = servePets(app)
  // Without the table no pet is deleted any more.
  app.addHook('preHandler', async ({ method, url }, reply) =>
    method === 'DELETE' && url.startsWith('/pets') && core.size === 0 ? reply.code(500).send() : undefined,
  )
  const sent = callsOf(app)
  await explored(app, described({ ...pets, 'DELETE /pets/{petId}': { 204: null }, ...tables }), true)
  const made = sent.filter((one) => one === 'POST /pets').length
  expect([core.size, made > 2, [...kept.keys()]]).toEqual([0, true, []])
})

test('a request that hangs is cut where only a part of the time is for it', async () => {
  const client = { cutAt: Infinity }
  const learned = { api: { surface: { schemas: {} }, operations: [] }, pool: { kinds: { operations: [] } } }
  const session = sessionWith({ learned, session: { client } })
  const cuts: number[] = []
  const work = async (): Promise<void> => void cuts.push(client.cutAt)
  await session.within(5, work)
  await session.within(5, work, true)
  expect([...cuts, client.cutAt]).toEqual([Infinity, 5, Infinity])
})

test('members that no document has are added one after the other, and nothing is sent twice that changes nothing', async () => {
  const app = testApp()
  const sent: unknown[] = []
  app.post<{ Body: Record<string, unknown> | null }>('/files', ({ body }, reply) => {
    sent.push(body ?? null)
    const missing = ['type', 'storage'].find((name) => body?.[name] === undefined)
    if (missing === undefined) return reply.code(200).send()
    const extensions = { field: missing, type: 'required', code: 'FAILED_VALIDATION' }
    const message = `Validation failed for field "${missing}". Value is required.`
    return reply.code(400).send({ errors: [{ message, extensions }] })
  })
  const file = { type: 'object', properties: { note: text } }
  await explored(app, described({ 'POST /files': { takes: file, isOptional: true, 200: null, 400: null } }))
  expect(sent.slice(0, 8)).toContainEqual({ type: 'Sample', storage: 'Sample' })
})

test('what is created does not get the name of what there is', async () => {
  const app = testApp()
  const sent: unknown[] = []
  app.get('/collections', () => ['core', 'access', 'users'].map((collection) => ({ collection })))
  app.get('/collections/:id', (_, reply) => reply.code(404).send())
  app.get('/fields/:collection', () => [])
  app.post<{ Body: { collection?: unknown } | null }>('/collections', ({ body }, reply) => {
    sent.push(body?.collection)
    return reply.code(400).send({})
  })
  const one = { type: 'object', properties: { collection: text } }
  const operations = {
    'GET /collections': { 200: { type: 'array', items: one } },
    'POST /collections': { takes: { ...one, required: ['collection'] }, 200: one },
    'GET /collections/{id}': { 200: one },
    'GET /fields/{collection}': { 200: null },
  }
  await explored(app, described(operations))
  expect(sent.filter((one) => one === 'core' || one === 'access')).toEqual([])
})
