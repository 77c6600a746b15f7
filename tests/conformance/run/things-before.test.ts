import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { beforeWarnings } from '../../../conformance/model/warnings.js'
import { exploredApi } from '../../support/explored-api.js'
import { described, serveThings, testApp } from '../support/app.js'
import { runOf } from '../support/run-of.js'

const integer = { type: 'integer' }
const text = { type: 'string' }
const done = { 200: null, 404: null }
const type = { type: 'object', properties: { name: text, isSold: { type: 'boolean' }, pets: integer } }
const pet = { type: 'object', required: ['name'], properties: { name: { ...text, minLength: 1 } } }

/** Things of a kind that clients create and delete. */
const things = (path: string) => ({
  [`GET ${path}`]: done,
  [`POST ${path}`]: { takes: pet, 201: null },
  [`GET ${path}/{id}`]: done,
  [`DELETE ${path}/{id}`]: done,
})
const types = { 'GET /types': done, 'GET /types/{id}': done, 'PUT /types/{id}': { takes: type, ...done } }
const document = described({ ...types, ...things('/pets') }, integer)

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
  const known = new Map([1, 2, 3].map((one) => [one, typeOf(one)]))
  let isDeleted = false
  app.get('/types', () => [...known.values()].slice(deletion === 'shows other ones' && isDeleted ? 1 : 0))
  app.get<Asked>('/types/:id', ({ params }, reply) => known.get(Number(params.id)) ?? reply.code(404).send())
  app.addHook('onRequest', async ({ method }) => {
    if (method !== 'DELETE') return
    isDeleted = true
    if (deletion === 'deletes its type') known.delete(1)
    known.set(2, { ...typeOf(2), ...changes[deletion] })
  })
  const isRight = (sent: unknown): boolean =>
    typeof Object(sent).name === 'string' && Object(sent).name !== ''
  serveThings(app, '/pets', { idOf: (count) => count + 10, isRight })
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
    const rule = { type: 'object', required: ['kind'], properties: { kind: { ...text, enum: kinds } } }
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
    const operations = {
      'GET /rules': done,
      'POST /rules': { takes: rule, 204: null },
      'DELETE /rules/{rule}': done,
    }
    const { created } = await runOn(baseUrl, described(operations), mayDelete)
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
  const document = described({
    'GET /types': done,
    'GET /users': done,
    [`POST ${path}`]: { takes: pet, 201: null },
    'GET /users/{id}': done,
    'DELETE /users/{id}': done,
  }, integer)
  const { created } = await runOn(await app.listen({ port: 0, host: '127.0.0.1' }), document)
  const why = 'its creation failed, and the list that would show it could not be read at the end, so it may be there'
  expect(created).toEqual(named.map((operation) => ({ operation, version: expect.any(String), fate: 'kept', why })))
}) // prettier-ignore

const settings = { type: 'object', properties: { name: text, isOpen: { type: 'boolean' }, visits: integer } }

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
  const operations = { 'GET /settings': done, 'PUT /settings': { takes: settings, ...done } }
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const { before } = await runOn(baseUrl, described(operations), true)
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
  const made = things('/toys')
  const shown = { 'GET /toys': done, 'GET /toys/{id}': done }
  const document = described({ ...(isMade ? made : shown), ...things('/pets') }, integer)
  const { before } = await runOn(await app.listen({ port: 0, host: '127.0.0.1' }), document)
  expect(before.unexplained).toEqual(expected)
}) // prettier-ignore

test('what the cases of another document created is explained', async () => {
  const app = testApp()
  const made: object[] = []
  app.get('/pets', () => made)
  app.post('/pets', ({ body }, reply) => {
    made.push({ ...Object(body), id: made.length + 1 })
    return reply.code(201).send(made.at(-1))
  })
  app.delete('/pets/:id', (_request, reply) => reply.code(403).send())
  const pets = described(things('/pets'), integer)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const { before, created } = await runOn(baseUrl, [pets, pets])
  expect(new Set(created.map(({ version }) => version)).size).toBe(2)
  expect(before.unexplained).toEqual([])
})

test('a service that takes one request at once is not asked for more at the end of a run', async () => {
  const app = testApp()
  const kinds = Array.from({ length: 4 }, (_, index) => `kind${index}`)
  let count = 0
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
  app.addHook('preHandler', async () => pause(50))
  for (const kind of kinds) serveThings(app, `/${kind}`, { idOf: Number, isRight: () => true })
  const operations = Object.assign({}, ...kinds.map((kind) => things(`/${kind}`))) as ReturnType<
    typeof things
  >
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const { created } = await runOn(baseUrl, described(operations, integer), false, { budgetMs: 2_500 })
  expect(created.length).toBeGreaterThan(3)
  expect(busy).toBe(0)
})
