import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { beforeWarnings } from '../../../conformance/model/warnings.js'
import { exploredApi } from '../../support/explored-api.js'
import { testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const responses = { 200: { description: 'Done.' }, 404: { description: 'Not found.' } }
const type = {
  type: 'object',
  properties: { name: { type: 'string' }, isSold: { type: 'boolean' }, pets: { type: 'integer' } },
}
const pet = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } }
const body = { required: true, content: { 'application/json': { schema: pet } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const document = {
  paths: {
    '/types': { get: { responses } },
    '/types/{id}': {
      parameters: [id],
      get: { responses },
      put: { requestBody: { content: { 'application/json': { schema: type } } }, responses },
    },
    '/pets': { get: { responses }, post: { requestBody: body, responses: { 201: responses[200] } } },
    '/pets/{id}': { parameters: [id], get: { responses }, delete: { responses } },
  },
}

type Asked = { Params: { id: string } }

/** What a deletion changes of the second type. */
const changes: Readonly<Record<string, object>> = {
  'renames a type': { name: 'pet' },
  'clears a name': { name: undefined },
  'ends a sale': { isSold: false },
  'is counted': { pets: 5, state: 'old', seen: new Date().toISOString() },
}

/** Three types exist before the run; each pet gets the first. */
const startPets = async (deletion: string): Promise<string> => {
  const app = testApp()
  const typeOf = (id: number) => ({
    id,
    name: `type ${id}`,
    isSold: true,
    state: 'new',
    pets: 0,
    seen: '2024-01-01T00:00:00Z',
  })
  const types = new Map([1, 2, 3].map((one) => [one, typeOf(one)]))
  const pets = new Map<number, unknown>()
  let last = 10
  app.get('/types', () => [...types.values()].slice(deletion === 'shows other ones' && last > 10 ? 1 : 0))
  app.get<Asked>('/types/:id', ({ params }, reply) => types.get(Number(params.id)) ?? reply.code(404).send())
  app.get('/pets', () => [...pets.values()])
  app.post('/pets', ({ body: sent }, reply) => {
    const { name } = (sent ?? {}) as { name?: unknown }
    if (typeof name !== 'string' || name === '') return reply.code(400).send()
    const made = { id: ++last, name }
    pets.set(last, made)
    return reply.code(201).send(made)
  })
  app.get<Asked>('/pets/:id', ({ params }, reply) => pets.get(Number(params.id)) ?? reply.code(404).send())
  app.delete<Asked>('/pets/:id', ({ params }, reply) => {
    if (deletion === 'deletes its type') types.delete(1)
    types.set(2, { ...typeOf(2), ...changes[deletion] })
    return reply.code(pets.delete(Number(params.id)) ? 200 : 404).send()
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const runOn = async (
  baseUrl: string,
  described: object | readonly object[],
  mayDelete = false,
  slow?: { budgetMs: number },
) => {
  const apis = [described]
    .flat()
    .map((one: object, at) => exploredApi(one, { baseUrl, version: `document ${at}` }))
  return runOf(await Promise.all(apis), {
    plan: { rules: [], maxCreations: slow ? 40 : 5, mostAtOnce: 2 },
    settings: { budgetMs: 3_000, concurrency: 2, allowDestructive: mayDelete, ...slow },
    ...slow,
  })
}

test.each([
  ['deletes its type', false, { missing: ['/types/1'], changed: [] }],
  ['deletes its type', true, { missing: [], changed: [] }],
  ['deletes it alone', false, { missing: [], changed: [] }],
  ['shows other ones', false, { missing: [], changed: [] }],
  ['renames a type', false, { missing: [], changed: ['/types/2 (name)'] }],
  ['renames a type', true, { missing: [], changed: [] }],
  ['clears a name', false, { missing: [], changed: ['/types/2 (name)'] }],
  ['ends a sale', false, { missing: [], changed: ['/types/2 (isSold)'] }],
  ['is counted', false, { missing: [], changed: [] }],
])(
  'a deletion that %s, where the run may delete things of others: %s',
  async (deletion, mayDelete, expected) => {
    const { before, created } = await runOn(await startPets(deletion), document, mayDelete)
    expect(created.length).toBeGreaterThan(0)
    expect(before).toEqual({ ...expected, written: [], unexplained: [] })
  },
)

test.each([
  ['may not', false],
  ['may', true],
])(
  'what was created is deleted where only a list of its ids shows it, and the run %s delete others',
  async (_, mayDelete) => {
    const kinds = ['full', 'syntax', 'naming']
    const rule = { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: kinds } } }
    const name = { name: 'rule', in: 'path', required: true, schema: { type: 'string' } }
    const requestBody = { required: true, content: { 'application/json': { schema: rule } } }
    const rules = new Set(['naming'])
    const app = testApp()
    app.get('/rules', () => [...rules])
    app.post('/rules', ({ body: sent }, reply) => {
      const { kind = '' } = (sent ?? {}) as { kind?: string }
      if (!kinds.includes(kind)) return reply.code(400).send()
      if (rules.has(kind)) return reply.code(409).send()
      rules.add(kind)
      return reply.code(204).send()
    })
    app.delete<{ Params: { rule: string } }>('/rules/:rule', ({ params }, reply) =>
      reply.code(rules.delete(params.rule) ? 204 : 404).send(),
    )
    const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
    const rulesDocument = {
      paths: {
        '/rules': { get: { responses }, post: { requestBody, responses: { 204: responses[200] } } },
        '/rules/{rule}': { parameters: [name], delete: { responses } },
      },
    }
    const { created } = await runOn(baseUrl, rulesDocument, mayDelete)
    expect(created.filter(({ operation }) => operation === 'POST /rules').length).toBeGreaterThan(0)
    expect([...rules].filter((one) => one !== 'naming')).toEqual([])
    if (!mayDelete) expect([...rules]).toEqual(['naming'])
  },
)

test.each([
  ['/private/users', 500, ['POST /private/users']],
  ['/users', 500, ['POST /users']],
  ['/users', 200, []],
  ['/users/search', 500, []],
])('what POST %s makes and answers with 500 may stay, where the list answers %i at the end', async (path, status, named) => {
  const app = testApp()
  let isCalled = false
  app.get('/types', () => [])
  app.get('/users', (_, reply) => (isCalled ? reply.code(status).send([]) : []))
  app.get('/users/:id', (_, reply) => reply.code(404).send())
  app.delete('/users/:id', (_, reply) => reply.code(404).send())
  app.post(path, (_, reply) => {
    isCalled = true
    return reply.code(500).send()
  })
  const creation = { post: { requestBody: body, responses: { 201: responses[200] } } }
  const users = { get: { responses }, ...(path === '/users' && creation) }
  const described = {
    paths: {
      '/types': { get: { responses } },
      '/users': users,
      '/users/{id}': { parameters: [id], get: { responses }, delete: { responses } },
      ...(path !== '/users' && { [path]: creation }),
    },
  }
  const { created } = await runOn(await app.listen({ port: 0, host: '127.0.0.1' }), described)
  const why = 'its creation failed, and the list that would show it could not be read at the end, so it may be there'
  expect(created).toEqual(named.map((operation) => ({ operation, version: expect.any(String), fate: 'kept', why })))
}) // prettier-ignore

const flags = { name: { type: 'string' }, isOpen: { type: 'boolean' }, visits: { type: 'integer' } }
const settings = { required: true, content: { 'application/json': { schema: { properties: flags } } } }

test.each<[string, object | number, readonly string[]]>([
  ['a name', { name: 'Yours' }, ['/settings (name)']],
  ['a switch', { isOpen: false }, ['/settings (isOpen)']],
  ['nothing', {}, []],
  ['what no body sets, and numbers', { state: 'old', note: 'Bye.', visits: 7 }, []],
  ['what can be read to what cannot', 500, ['/settings (answers 500)']],
  ['what is there to what is not', 404, ['/settings (answers 404)']],
  ['who may read them', 403, []],
])('a PUT of settings changes %s', async (_, changed, written) => {
  const app = testApp()
  let now: object = { name: 'Mine', isOpen: true, state: 'new', note: 'Hello.', visits: 0 }
  let status = 200
  app.get('/settings', (_request, reply) => reply.code(status).send(now))
  app.put('/settings', () => {
    if (typeof changed === 'number') status = changed
    return (now = { ...now, ...(typeof changed === 'object' && changed) })
  })
  const described = {
    paths: { '/settings': { get: { responses }, put: { requestBody: settings, responses } } },
  }
  const { before } = await runOn(await app.listen({ port: 0, host: '127.0.0.1' }), described, true)
  expect(before).toEqual({ missing: [], changed: [], written, unexplained: [] })
}) // prettier-ignore

const gone = 'gone since it began'
const changed = 'changed since it began'

test.each([
  ['missing', ['/types/1'], `1 thing that the run did not create is ${gone}: /types/1; the service deleted it together with what the run deleted, or another client did`],
  ['missing', ['/a/1', '/a/2', '/a/3', '/a/4'], `4 things that the run did not create are ${gone}: /a/1, /a/2, /a/3 and 1 more; the service deleted them together with what the run deleted, or another client did`],
  ['changed', ['/a/1 (name)'], `1 thing that the run did not create has ${changed}: /a/1 (name); the service changed it when the run wrote something else, or another client did`],
  ['changed', ['/a/1 (b)', '/a/2 (b)'], `2 things that the run did not create have ${changed}: /a/1 (b), /a/2 (b); the service changed them when the run wrote something else, or another client did`],
  ['unexplained', ['/a/1'], '1 thing that no response named is new since the run began: /a/1; the service made it beside what the run created, and the run does not delete it; or another client made it'],
  ['written', ['/settings (name)'], `1 thing that the run did not create has ${changed}: /settings (name); the run changed it when it wrote to it, or another client did`],
])('the warning that things are %s: %j', (became, targets, message) => {
  const code = became === 'written' ? 'things-changed' : `things-${became}`
  const none = { missing: [], changed: [], written: [], unexplained: [] }
  expect(beforeWarnings({ ...none, [became]: targets })).toEqual([{ code, message }])
}) // prettier-ignore

test.each([
  ['that clients make and delete', true, ['/toys/1', '/toys/2']],
  ['that only the service makes', false, []],
])('what comes with each creation, in a list of things %s', async (_, isMade, expected) => {
  const app = testApp()
  const [pets, toys] = [new Map<number, object>(), [{ id: 0, name: 'ball' }]]
  app.get('/toys', () => toys)
  app.post('/toys', (_request, reply) => reply.code(403).send())
  app.get('/pets', () => [...pets.values()])
  app.post('/pets', ({ body: sent }, reply) => {
    if (pets.size > 0 || toys.length > 2) return reply.code(409).send()
    const made = { ...(sent as object), id: toys.length }
    toys.push({ id: toys.length, name: 'bone' })
    pets.set(made.id, made)
    return reply.code(201).send(made)
  })
  app.delete<Asked>('/pets/:id', ({ params }, reply) => reply.code(pets.delete(Number(params.id)) ? 200 : 404).send())
  app.delete('/toys/:id', (_request, reply) => reply.code(403).send())
  const { '/pets': list, '/pets/{id}': item } = document.paths
  const own = { parameters: [id], delete: { responses } }
  const described = {
    paths: {
      '/toys': isMade ? list : { get: { responses } },
      '/toys/{id}': isMade ? own : { parameters: [id], get: { responses } },
      '/pets': list,
      '/pets/{id}': item,
    },
  }
  const { before } = await runOn(await app.listen({ port: 0, host: '127.0.0.1' }), described)
  expect(before.unexplained).toEqual(expected)
}) // prettier-ignore

test('what the cases of another document created is explained', async () => {
  const app = testApp()
  const pets: object[] = []
  app.get('/pets', () => pets)
  app.post('/pets', ({ body: sent }, reply) => {
    const made = { ...(sent as object), id: pets.length + 1 }
    pets.push(made)
    return reply.code(201).send(made)
  })
  app.delete('/pets/:id', (_request, reply) => reply.code(403).send())
  const { '/pets': list, '/pets/{id}': item } = document.paths
  const described = { ...document, paths: { '/pets': list, '/pets/{id}': item } }
  const { before, created } = await runOn(await app.listen({ port: 0, host: '127.0.0.1' }), [
    described,
    described,
  ])
  expect(new Set(created.map(({ version }) => version)).size).toBe(2)
  expect(before.unexplained).toEqual([])
})

test('a service that takes one request at once is not asked for more at the end of a run', async () => {
  const app = testApp()
  const kinds = Array.from({ length: 4 }, (_, index) => `kind${index}`)
  const things = new Map<string, object>()
  const slowly = (): Promise<void> => pause(50)
  let count = 0
  let last = 0
  /** Requests since the last creation that were one too many. */
  let busy = 0
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (method === 'POST') busy = 0
    if (++count === 1) return done()
    busy++
    return void reply.code(429).send()
  })
  app.addHook('onResponse', (_request, _reply, done) => {
    count--
    done()
  })
  for (const kind of kinds) {
    app.get(`/${kind}`, async () => {
      await slowly()
      return [...things.values()].filter((one) => 'kind' in one && one.kind === kind)
    })
    app.post(`/${kind}`, async ({ body: sent }, reply) => {
      await slowly()
      const made = { ...(sent as object), kind, id: ++last }
      things.set(`${kind}/${made.id}`, made)
      return reply.code(201).send(made)
    })
    app.get<Asked>(`/${kind}/:id`, async ({ params }, reply) => {
      await slowly()
      return things.get(`${kind}/${params.id}`) ?? reply.code(404).send()
    })
    app.delete<Asked>(`/${kind}/:id`, async ({ params }, reply) => {
      await slowly()
      things.delete(`${kind}/${params.id}`)
      return reply.code(200).send()
    })
  }
  const { '/pets': list, '/pets/{id}': item } = document.paths
  const paths = Object.fromEntries(kinds.flatMap((one) => [[`/${one}`, list], [`/${one}/{id}`, item]])) // prettier-ignore
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const { created } = await runOn(baseUrl, { ...document, paths }, false, { budgetMs: 2_500 })
  expect(created.length).toBeGreaterThan(3)
  expect(busy).toBe(0)
})
