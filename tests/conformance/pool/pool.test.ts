import { describe, expect, test } from 'vitest'
import type { Call, Case, Observed } from '../../../conformance/model/case.js'
import { plannedCases } from '../../../conformance/cases/plans.js'
import { Pool } from '../../../conformance/pool/pool.js'
import { type JsonObject, objectOf } from '../../../document/index.js'
import { distinctIn } from '../../../conformance/requests/distinct.js'
import type { Operation } from '../../../runtime/surface.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'
import { operationOf } from '../support/make.js'
import { observed, type Row } from '../support/observed.js'

const id = { type: 'integer' }
const text = { type: 'string' }

/** An operation with its path parameters, and what its answer may have. */
const operation = (path: string, schemas: Record<string, object> = {}): object => ({
  parameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema:
      schemas[name] ?? (/slug|name|code|uuid|login|token|club|owner$|repo|role/i.test(name) ? text : id),
  })),
  responses: {
    '200': responseOf(path),
    ...(/\/copy$|^\/hubs\/\{/.test(path) && { '201': responseOf(path) }),
  },
})

/** Paths by the component that their responses consist of. */
const components = {
  Pet: /\/(toys|swap|local\/pets?|sign-up|\{(petId|repo|toy|name)\}(\/(copy|clone|forks))?)$/,
  Role: /\{roleId\}$/,
  Flow: /^\/flows\/login\//,
}

const responseOf = (path: string): object => {
  const [name] = Object.entries(components).find(([, paths]) => paths.test(path)) ?? []
  const schema = { $ref: `#/components/schemas/${name}` }
  return { description: 'Done.', ...(name && { content: { 'application/json': { schema } } }) }
}

const tables = tableIn<{
  readonly paths: Record<string, readonly string[]>
  readonly values: [string, string, Answer, string, string, unknown[]][]
  readonly created: [string, Calls, string[]][]
  readonly unique: [string, Calls, string[]][]
  readonly left: [string, Calls, [itemPath: string, id: unknown], JsonObject, string | null, boolean?][]
  readonly learned: [string, Calls, Record<string, unknown>][]
  readonly pathless: [string, Answer, number][]
  readonly others: [string, Calls, Record<Aspect, readonly [holds: Bodies, holdsNot: Bodies]>][]
}>(import.meta.dirname, 'pool.yaml')

const api = await exploredApi(
  {
    components: {
      schemas: { Pet: { type: 'object' }, Role: { properties: { name: text } }, Flow: { type: 'object' } },
    },
    paths: Object.fromEntries(
      Object.entries(tables.paths).map(([path, methods]) => [
        path,
        Object.fromEntries(methods.map((method) => [method, operation(path)])),
      ]),
    ),
  },
  { baseUrl: 'http://pets.test/api' },
)

type Calls = readonly [name: string, answer: Answer][]

/** How a request touches the things of others. */
type Aspect = keyof ReturnType<Pool['others']['in']>

/** Bodies by the call that sends them, whose path values follow it: `put /pets/:petId petId=2`. */
type Bodies = Readonly<Record<string, readonly unknown[]>>

const find = (method: string, path: string): Operation => {
  const found = api.operations.find((one) => one.method === method && one.path === path)
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}

interface Answer {
  readonly path?: Record<string, unknown>
  readonly query?: Call['query']
  readonly sent?: unknown
  readonly status?: number
  readonly body?: unknown
  readonly location?: string
  readonly type?: string
  /** The response comes so much later. */
  readonly lateMs?: number
}

/** A path with its parameters in braces, which tables write as `:name`. */
const calledPath = (path: string): string => path.replaceAll(/(?<=\/):([\w-]+)/g, '{$1}')

/** A row with a text in place of `MINE` that only the run can have made up. */
const withUniqueText = <Row>(row: Row): Row =>
  JSON.parse(JSON.stringify(row).replaceAll('MINE', distinctIn(api)())) as Row

const callOf = (name: string, { path = {}, query = {}, sent }: Answer = {}): Call => {
  const [method = '', template = ''] = calledPath(name).split(' ')
  const body = sent === undefined ? {} : { body: { mediaType: 'application/json', value: sent } }
  return { operation: find(method, template), path, query, header: {}, cookie: {}, ...body }
}

const caseOf = (call: Call): Case => ({ call, expectation: 'valid' })

let clock = 1000

const answered = (name: string, answer: Answer, sent: Case = caseOf(callOf(name, answer))): Observed => {
  const { status = 200, location, lateMs: durationMs = 0, body = '', type = null } = answer
  const row = { status, body, type, ...(location !== undefined && { headers: { location } }) }
  const one = observed(api, sent.call.operation, row, sent)
  return { ...one, durationMs, exchange: { ...one.exchange, sentAt: ++clock } }
}

const poolOf = (...answers: [name: string, answer: Answer][]): Pool => {
  const pool = new Pool(api, {})
  for (const [name, answer] of answers) pool.learn(answered(name, answer))
  return pool
}

const values = (pool: Pool, name: string, parameter: string, location: 'path' | 'query' = 'path') =>
  pool.offered.valuesFor(callOf(name).operation, { name: parameter, in: location })

describe('ids of answers become values of parameters', () => {
  test.each(tables.values)('%s', (_, name, answer, asking, parameter, wanted) =>
    expect(values(poolOf([name, answer]), asking, parameter)).toEqual(wanted),
  )

  test('of things below others those below the given one', () => {
    const pool = poolOf(
      ['get /pets/{id}/photos', { path: { id: 1 }, body: [{ id: 10 }] }],
      ['get /pets/{id}/photos', { path: { id: 2 }, body: [{ id: 20 }] }],
    )
    const { operation: read } = callOf('get /pets/{petId}/photos/{photo_id}')
    const photo = { name: 'photo_id', in: 'path' } as const
    expect(pool.offered.valuesFor(read, photo, { petId: 2 })).toContain(20)
    expect(pool.offered.valuesFor(read, photo, { petId: '2' })[0]).toBe(20)
    expect(pool.offered.pathsFor(read)).toEqual([
      { petId: 1, photo_id: 10 },
      { petId: 2, photo_id: 20 },
    ])
  })

  test.each(['a', 'b'])('of an owner that is not a thing by itself those below %s', (hub) => {
    const pool = poolOf(
      ['get /hubs/{hub}/repos', { path: { hub: 'a' }, body: [{ name: 'tool', owner: { login: 'ann' } }] }],
      ['get /hubs/{hub}/repos', { path: { hub: 'b' }, body: [{ name: 'tool', owner: { login: 'bob' } }] }],
    )
    const { operation: read } = callOf('get /hubs/{hub}/repos/{owner}/{repo}')
    const offered = pool.offered.valuesFor(read, { name: 'owner', in: 'path' }, { hub })
    expect(offered).toEqual([hub === 'a' ? 'ann' : 'bob'])
  })
})

test('an id that is known by its name alone is read below another thing, and written only if the run made it', () => {
  const pool = poolOf(['get /visits', { body: [{ id: 5, toy: { id: 4 }, photo_id: 20 }] }])
  const photo = { name: 'photo_id', in: 'path' } as const
  const { operation: read } = callOf('get /pets/{petId}/photos/{photo_id}')
  const { operation: remove } = callOf('delete /pets/{petId}/photos/{photo_id}')
  expect(pool.offered.valuesFor(read, photo, { petId: 1 })).toEqual([20])
  expect(pool.offered.valuesFor(remove, photo, { petId: 1 })).toEqual([])
  pool.learn(answered('post /pets/{id}/photos', { path: { id: 2 }, body: { id: 21 }, status: 201 }))
  expect(pool.offered.valuesFor(remove, photo, { petId: 1 })).toEqual([21])
})

test('an update is sent for every version of a thing, because made-up ETags match none', async () => {
  const schema = { type: 'string' } as const
  const parameter = { name: 'If-Match', in: 'header', schema } as const
  expect(
    new Pool(api, {}).offered.valuesFor(callOf('get /pets/{petId}/photos/{photo_id}').operation, parameter),
  ).toEqual(['*'])
})

test('known values come first, then those of the run, the latest before all, then what was seen', () => {
  const pool = new Pool(api, { petId: [99] })
  pool.learn(answered('get /pets', { body: [{ id: 1 }] }))
  for (const id of [2, 3]) pool.learn(answered('post /pets', { body: { id }, status: 201 }))
  expect(values(pool, 'get /pets/{petId}', 'petId')).toEqual([99, 3, 2, 1])
  expect(values(pool, 'get /pets/{id}/photos', 'id')).toEqual([99, 3, 2, 1])
})

test('what was seen comes first where a read is forbidden on what the run created, until it succeeds there', () => {
  const pool = new Pool(api, {})
  const asked = (id: number, status: number, sent?: Case) =>
    pool.learn(answered('get /pets/{id}/photos', { path: { id }, status, body: [7] }, sent))
  const photosOf = () => values(pool, 'get /pets/{id}/photos', 'id')
  pool.learn(answered('get /pets', { body: [{ id: 1 }] }))
  for (const id of [2, 3]) pool.learn(answered('post /pets', { body: { id }, status: 201 }))
  asked(1, 403)
  asked(2, 403, caseOf({ ...callOf('get /pets/{id}/photos', { path: { id: 2 } }), credentials: 'wrong' }))
  expect(photosOf()).toEqual([3, 2, 1])
  asked(2, 403)
  expect([photosOf(), values(pool, 'get /pets/{petId}', 'petId')]).toEqual([
    [1, 3, 2],
    [3, 2, 1],
  ])
  asked(3, 200)
  asked(2, 403)
  expect(photosOf()).toEqual([3, 2, 1])
  pool.learn(answered('delete /pets/{petId}', { path: { petId: 2 }, status: 403 }))
  expect(values(pool, 'delete /pets/{petId}', 'petId')).toEqual([3, 2, 1])
})

test.each([
  ['[]', [1, 2]],
  ['{ "count": 0, "photos": [] }', [1, 2]],
  ['{ "photos": [], "tags": ["a"] }', [2, 1]],
  ['{ "count": 0 }', [2, 1]],
])('where a read of what the run created shows %s, what was seen comes first: %j', (body, ids) => {
  const pool = new Pool(api, {})
  pool.learn(answered('get /pets', { body: [{ id: 1 }] }))
  pool.learn(answered('post /pets', { body: { id: 2 }, status: 201 }))
  pool.learn(answered('get /pets/{id}/photos', { path: { id: 2 }, body: JSON.parse(body) as unknown }))
  expect(values(pool, 'get /pets/{id}/photos', 'id')).toEqual(ids)
})

/** The answer of a pool in a row of the table, for a call or for the path of a member with its type. */
const questions: Readonly<Record<string, (pool: Pool, words: readonly string[], more: string) => unknown>> = {
  values: (pool, [method, path, name = '', location = 'path']) =>
    values(pool, `${method} ${path}`, name, location === 'query' ? 'query' : 'path'),
  member: (pool, [path = '', type]) =>
    pool.offered.memberValues(
      path.split('/').at(-1) ?? '',
      type === 'integers' ? { type: 'array', items: { type: 'integer' } } : type ? { type } : undefined,
      path.split('/'),
    ),
  deleted: (pool) => pool.created.map(({ isDeleted }) => isDeleted),
  ours: (pool, [method, path], more) =>
    pool.isCreated(callOf(`${method} ${path}`, JSON.parse(more) as Answer)),
  absent: (pool, [method, path], more) =>
    pool.isAbsent(callOf(`${method} ${path}`, JSON.parse(more) as Answer)),
  seen: (pool, [method, path], more) => pool.isSeen(callOf(`${method} ${path}`, JSON.parse(more) as Answer)),
  scope: (pool, [method, path], more) =>
    pool.scopeOf(callOf(`${method} ${path}`, JSON.parse(more) as Answer))?.body,
  now: (pool, [method, path], more) =>
    pool.current(callOf(`${method} ${path}`, JSON.parse(more) as Answer)).path,
}

test.each(tables.learned)('%s', (_, answers, asked) => {
  const pool = poolOf(...answers)
  for (const [question, wanted] of Object.entries(asked)) {
    const [kind = '', ...words] = question.split(' ')
    const said = questions[kind]?.(pool, words, question.slice(question.indexOf('{"')))
    // In whatever order.
    if (kind === 'values') expect(new Set(said as unknown[]), question).toEqual(new Set(wanted as unknown[]))
    else expect(said, question).toEqual(wanted)
  }
})

const pathIn = (words: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    words.map((word) => word.split('=')).map(([name, value]) => [name, Number(value) || value]),
  )

test.each(tables.others)('%s', (_, answers, asked) => {
  const { others } = poolOf(...answers)
  const verdictsOf = (aspect: Aspect, calls: Bodies) =>
    Object.entries(calls).flatMap(([call, bodies]) => {
      const [method, path, ...words] = call.split(' ')
      const name = `${method} ${path}`
      return bodies.map((sent) => ({
        call,
        sent,
        [aspect]: others.in(callOf(name, { path: pathIn(words), sent }))[aspect],
      }))
    })
  for (const [aspect, [holds, holdsNot]] of Object.entries(asked) as [Aspect, [Bodies, Bodies]][]) {
    expect(verdictsOf(aspect, holds).filter((one) => !one[aspect])).toEqual([])
    expect(verdictsOf(aspect, holdsNot).filter((one) => one[aspect])).toEqual([])
  }
})

test('a member that lists things has ids that the run created, or the whole list an id of others', () => {
  const offered = (...made: [string, Answer][]) => {
    const { offered: values } = poolOf(['get /pets', { body: [{ id: 1 }] }], ...made)
    return [['pets'], ['pets', '0']].map((path) => values.memberValues('pets', { type: 'integer' }, path))
  }
  expect(offered(['post /pets', { body: { id: 2 }, status: 201 }])).toEqual([[2], [2]])
  expect(offered()).toEqual([[1], []])
})

test('a thing above is one that has what the path names, and else any', () => {
  const below = 'delete /pets/{petId}/photos/{photo_id}'
  const pets = [3, 1, 2].map((id): [string, Answer] => ['post /pets', { body: { id }, status: 201 }])
  const photo: [string, Answer] = [
    'post /pets/:id/photos',
    { path: { id: 1 }, body: { id: 11 }, status: 201 },
  ]
  const first = (...given: [string, Answer][]): unknown =>
    values(poolOf(...pets, ...given), below, 'petId')[0]
  expect([first(photo), first()]).toEqual([1, 2])
})

describe('what the run created', () => {
  const pathsOf = (answers: Calls): string[] =>
    poolOf(...answers).created.map(({ path = 'nowhere', isDeleted, deleteOperation }) => {
      if (isDeleted) return `deleted ${path}`
      return path === 'nowhere' || deleteOperation ? path : `${path} (no DELETE)`
    })

  test.each(tables.created)('%s', (_, answers, wanted) => expect(pathsOf(answers)).toEqual(wanted))

  test.each(tables.unique)('%s', (_, answers, wanted) => {
    const row = withUniqueText({ answers, wanted })
    expect(pathsOf(row.answers)).toEqual(row.wanted)
  })

  test('brings the operation that deletes it', () => {
    const [thing] = poolOf(['post /pets', { body: { id: 2 }, status: 201 }]).created
    expect(thing).toMatchObject({ deleteOperation: { method: 'delete' }, pathValues: { petId: 2 } })
  })

  test('by its name is not an answer to what was created', () => {
    const pool = new Pool(api, {})
    const made = answered('post /clubs', { sent: { name: 'a' }, body: {} })
    pool.creations.hold(made.case)
    pool.learn(made)
    expect([pool.creations.of(made), values(pool, 'get /clubs/{club}', 'club')]).toEqual([[], ['a']])
  })

  test('is missed where reading finds nothing, until a read or a list shows it', () => {
    const made: [string, Answer] = ['post /pets', { body: { id: 2 }, status: 201 }]
    const read = (status: number): [string, Answer] => ['get /pets/:petId', { path: { petId: 2 }, status }]
    const deleted: [string, Answer] = ['delete /pets/:petId', { path: { petId: 2 }, status: 204 }]
    const listed: [string, Answer] = ['get /pets', { body: [{ id: 1 }, { id: 2 }] }]
    const isMissed = (...reads: [string, Answer][]) => poolOf(made, ...reads).created[0]?.isMissed
    expect([[], [read(404)], [deleted, read(404)]].map((all) => isMissed(...all))).toEqual([
      undefined,
      true,
      undefined,
    ])
    for (const found of [read(200), listed])
      expect([isMissed(read(404), found), isMissed(found, read(404))]).toEqual([false, false])
  })

  test('may be shown by the lists of its kind, unless nothing was read of what a refused creation sent', () => {
    const text = distinctIn(api)()
    const listsOf = (...answers: [string, Answer][]) =>
      poolOf(...answers).unnamed.lists.map(([{ path }]) => path)
    expect(listsOf(['post /pets', { sent: { name: text }, status: 422 }])).toEqual(['/pets'])
    expect(listsOf(['post /pets', { sent: { name: text }, status: 404 }])).toEqual([])
    // An `{id}` is not that of a thing of another kind.
    const note: Answer = { path: { id: 3 }, sent: { text }, status: 201 }
    expect(listsOf(['post /owners/:id/notes', note])).toEqual(['/owners/{id}/notes'])
  })

  test('may be what a failed creation with a common name made, once a list shows the name', () => {
    const failed = (status: number): [string, Answer] => ['post /pets', { sent: { name: 'a' }, status }]
    const shown = (name: string): [string, Answer] => ['get /pets', { body: [{ id: 9, name }] }]
    const created = (...all: Parameters<typeof poolOf>): unknown[] =>
      poolOf(...all).created.map(({ path, by }) => [path, by.exchange.response.status])
    const other: [string, Answer] = ['get /pets', { body: [{ id: 8, name: 'b' }] }]
    const found = poolOf(other, failed(500), shown('a'), shown('a')).created
    expect(found).toMatchObject([{ path: '/pets/9', by: { exchange: { response: { status: 500 } } } }])
    expect(found[0]?.deleteOperation).toBeUndefined()
    const pool = poolOf(other, failed(500), shown('a'))
    expect(pool.isCreated(answered('get /pets/{petId}', { path: { petId: 9 } }).case.call)).toBe(false)
    expect(created(other, failed(422), shown('a'))).toEqual([])
    expect(created(other, failed(500), shown('b'))).toEqual([])
    expect(created(shown('a'), failed(500), shown('a'))).toEqual([])
    const own: [string, Answer] = ['post /pets', { sent: { name: 'a' }, body: { id: 9 }, status: 201 }]
    expect(created(own, failed(500), shown('a'))).toEqual([['/pets/9', 201]])
    expect(poolOf(failed(500)).unnamed.lists.map(([{ path }]) => path)).toEqual(['/pets'])
  })

  test('contradicts a refusal, unless another request with its text may have made it', () => {
    const name = `a${distinctIn(api)()}`
    const sent = (status: number): [string, Answer] => ['post /pets', { sent: { name }, status }]
    const shown: [string, Answer] = ['get /pets', { body: [{ id: 9, name }] }]
    const contradicted = (...all: Parameters<typeof poolOf>): number[] =>
      poolOf(...all)
        .takeCarriedOut()
        .map(({ refused }) => refused.exchange.response.status)
    expect(contradicted(sent(422), shown, shown)).toEqual([422])
    for (const status of [201, 409, 500, 0]) {
      expect(contradicted(sent(status), sent(422), shown)).toEqual([])
      expect(contradicted(sent(status), shown)).toEqual([])
    }
    const pool = poolOf()
    const again = answered('post /pets', { sent: { name }, status: 422 })
    pool.learn({ ...again, exchange: { ...again.exchange, isReplay: true } })
    pool.learn(answered(...shown))
    expect(pool.takeCarriedOut()).toEqual([])
  })

  test('is no longer offered once it is deleted', () => {
    const pool = poolOf(
      ['post /pets', { body: { id: 2 }, status: 201 }],
      ['post /pets', { body: [{ id: 3 }, { id: 4 }], status: 201 }],
      ['delete /pets/{petId}', { path: { petId: 2 }, status: 204 }],
    )
    const { operation: read } = callOf('get /pets/{petId}')
    const parameter = { name: 'petId', in: 'path' } as const
    expect(pool.offered.valuesFor(read, parameter)).toEqual([4, 3])
    expect(pool.offered.memberValues('pet_id')).toEqual([4, 3])
    const [, other] = pool.created
    if (other) pool.creations.markDeleted(other)
    expect(pool.offered.valuesFor(read, parameter)).toEqual([4])
    expect(pool.created.map(({ isDeleted }) => isDeleted)).toEqual([true, true, false])
  })

  test('by other credentials is not offered', () => {
    const pool = new Pool(api, {})
    const answer = { body: { id: 2 }, status: 201 }
    const call: Call = { ...callOf('post /pets'), credentials: 'wrong' }
    pool.learn(answered('post /pets', answer, caseOf(call)))
    expect([pool.created.length, values(pool, 'get /pets/{petId}', 'petId')]).toEqual([1, []])
  })

  test('is offered to nobody while it is held', () => {
    const pool = new Pool(api, {})
    const sent = caseOf(callOf('post /pets'))
    pool.creations.hold(sent)
    pool.learn(answered('post /pets', { body: { id: 2 }, status: 201 }, sent))
    expect(values(pool, 'get /pets/{petId}', 'petId')).toEqual([])
    expect(pool.offered.memberValues('petId')).toEqual([])
    const [thing] = pool.created
    if (thing) pool.creations.release(thing)
    expect(values(pool, 'get /pets/{petId}', 'petId')).toEqual([2])
  })
})

test.each<[body: object[], sent: object, boolean]>([
  [[{ active: true }, { active: false }], { active: true }, true],
  [[{ active: true }, { active: false }], { active: 'yes' }, true],
  [[{ active: true }, { active: false }], { active: false }, false],
  // Many may be active, and none may be.
  [[{ active: true }, { active: true }, { active: false }], { active: true }, false],
  [[{ active: true }], { active: true }, false],
  [[{ done: true }, { done: false }], { done: true }, false],
  [[{ position: 1 }, { position: 2 }], { position: 2 }, true],
  [[{ position: 1 }, { position: 2 }], { position: null }, true],
  [[{ position: 1 }, { position: 2 }], { position: 3 }, false],
  [[{ sortOrder: 1 }, { sortOrder: 2 }], { sortOrder: -1 }, true],
  [[{ priority: 1 }, { priority: 1 }], { priority: 1 }, false],
  [[{ stock: 1 }, { stock: 2 }], { stock: 1 }, false],
])('where a list shows %j, a write with %j takes the place of a thing: %s', (all, sent, wanted) => {
  const body = all.map((one, index) => ({ id: index + 1, ...one }))
  const pool = poolOf(['get /pets', { body }], ['post /pets', { body: { id: 9 }, status: 201 }])
  const takes = (name: string, path = {}) => pool.others.in(callOf(name, { path, sent })).takesPlace
  expect([takes('post /pets'), takes('patch /pets/{petId}', { petId: 9 })]).toEqual([wanted, wanted])
  expect(takes('post /clubs')).toBe(false)
})

test.each(tables.pathless)(
  'what a POST creates without a path of its own is known too: %s',
  (_, answer, count) => {
    const { created } = poolOf(['post /pets/{petId}/walk', answer])
    expect(created.map(({ path }) => path)).toEqual(Array.from({ length: count }))
  },
)

test.each<[string, [string, Answer], boolean]>([
  ['it is updated', ['patch /pets/{petId}', { path: { petId: 2 }, lateMs: 50 }], true],
  ['another one is updated', ['patch /pets/{petId}', { path: { petId: 3 }, lateMs: 50 }], false],
  ['an action refers to it', ['post /pets', { sent: { petId: 2 }, lateMs: 50 }], true],
  ['an action refers to another one', ['post /pets', { sent: { petId: 3 }, lateMs: 50 }], false],
  ['something of it is asked for', ['get /pets/{petId}/links', { path: { petId: 2 }, lateMs: 50 }], true],
])('a thing is deleted while %s', (_, [name, answer], expected) => {
  const sent = answered(name, answer)
  const deletion = answered('delete /pets/{petId}', { path: { petId: 2 }, status: 204, lateMs: 0.7 })
  const pool = poolOf()
  for (const one of [deletion, sent]) pool.learn(one)
  expect(pool.removals.overlap(sent)).toBe(expected)
  // What is sent after the response is about something that is gone.
  expect(pool.removals.overlap(answered(name, answer))).toBe(false)
})

test('a PUT that failed where nothing was is looked for, until it is found', () => {
  const at = { path: { petId: 2 } }
  const looked = (...answers: [string, Answer][]): unknown => {
    const put: [string, Answer] = ['put /pets/{petId}', { ...at, sent: { name: 'Rex' }, status: 500 }]
    const pool = poolOf(['get /pets/{petId}', { ...at, status: 404 }], put, ...answers)
    return pool.failedPuts.reads(pool.kinds).map(([{ path }, values]) => [path, values])
  }
  expect(looked()).toEqual([['/pets/{petId}', [2]]])
  expect(looked(['get /pets/{petId}', { ...at, body: { id: 2, name: 'Rex' } }])).toEqual([])
})

test.each(['query', 'body'] as const)(
  'an id in the %s is of the kind that the type beside it names',
  async (where) => {
    const type = { enum: ['team', 'Pets', 'crate'] }
    const properties = { targetType: type, targetId: text, note: text }
    const required = ['targetId']
    const sent =
      where === 'body'
        ? {
            requestBody: {
              content: { 'application/json': { schema: { type: 'object', required, properties } } },
            },
          }
        : {
            parameters: Object.entries(properties).map(([name, schema]) => ({
              name,
              in: 'query',
              required: required.includes(name),
              schema,
            })),
          }
    const item = (path: string) => ({
      [path]: { get: operation(path), post: operation(path) },
      [`${path}/{code}`]: { get: operation(`${path}/{code}`) },
    })
    const one = await exploredApi({
      paths: { ...item('/pets'), ...item('/crates'), '/notes': { post: { ...sent, responses: {} } } },
    })
    const pool = new Pool(one, {})
    const at = (method: string, path: string) =>
      one.operations.find((each) => each.method === method && each.path === path) ?? operationOf()
    const learn = (by: Operation, row: Row) => {
      const told = observed(one, by, row)
      pool.learn({ ...told, exchange: { ...told.exchange, sentAt: ++clock } })
    }
    learn(at('get', '/pets'), { body: [{ code: 'p1' }] })
    learn(at('post', '/crates'), { body: { code: 'c1' }, status: 201 })
    const pairs = new Set<string>()
    for await (const { call } of plannedCases('covering', one, at('post', '/notes'), pool.offered)) {
      const { targetId, targetType } = where === 'body' ? objectOf(call.body?.value) : call.query
      pairs.add(`${String(targetType)} ${String(targetId)}`)
    }
    const known = [...pairs].filter((pair) => / [pc]1$/.test(pair))
    expect(known).toEqual(expect.arrayContaining(['crate c1', 'Pets p1']))
    // A team is not a kind, so its id stays that of something else.
    expect(known.filter((pair) => !/^(crate c1|Pets p1|team .1)$/.test(pair))).toEqual([])
  },
)

test('a write is about what the run created at another path, rather than about what a list shows', () => {
  const pool = poolOf(['get /trash', { body: [{ id: 1 }] }], ['post /pets', { body: { id: 5 }, status: 201 }])
  expect(values(pool, 'delete /trash/{petId}', 'petId')).toEqual([5, 1])
  expect(values(poolOf(['get /trash', { body: [{ id: 1 }] }]), 'delete /trash/{petId}', 'petId')).toEqual([1])
})

test('what another path shows is not absent, also where an undeclared GET of that finds nothing', () => {
  const pool = poolOf(['get /pets/{petId}', { path: { petId: 1 }, status: 404 }])
  const isAbsent = () => pool.isAbsent(callOf('delete /pets/{petId}', { path: { petId: 1 } }))
  expect(isAbsent()).toBe(true)
  pool.learn(answered('get /trash', { body: [{ id: 1 }] }))
  expect(isAbsent()).toBe(false)
  const call: Call = { ...callOf('delete /trash/{petId}', { path: { petId: 1 } }), method: 'get' }
  const { exchange, ...undeclared } = answered('delete /trash/{petId}', { status: 404 }, caseOf(call))
  pool.learn({ ...undeclared, exchange: { ...exchange, request: { ...exchange.request, method: 'GET' } } })
  expect(isAbsent()).toBe(false)
})

test('what is absent with one value of a required parameter may be there with another', async () => {
  const parameters = ['id', 'team'].map((name) => ({
    name, in: name === 'id' ? 'path' : 'query', required: true, schema: { type: 'string' },
  })) // prettier-ignore
  const item = { parameters, get: { responses: {} }, delete: { responses: {} } }
  const views = await exploredApi({ paths: { '/views/{id}': item } })
  const [read, remove] = views.operations
  if (!read || !remove) throw new Error('no operations')
  const call = (operation: Operation, team: string): Call => ({
    operation, path: { id: 'a' }, query: { team }, header: {}, cookie: {},
  }) // prettier-ignore
  const pool = new Pool(views, {})
  pool.learn(observed(views, read, { status: 404, body: '' }, caseOf(call(read, 'north'))))
  expect(['north', 'south'].map((team) => pool.isAbsent(call(remove, team)))).toEqual([true, false])
})

test('a thing of another owner that is not found is not missing', () => {
  const made: [string, Answer] = [
    'post /pets',
    { sent: { owner_id: 3 }, body: { id: 7, owner_id: 3 }, status: 201 },
  ]
  const misses = (owner_id: number): unknown => {
    const update: Answer = { path: { petId: 7 }, sent: { owner_id }, status: 404 }
    return poolOf(made, ['patch /pets/:petId', update]).things.at({ itemPath: '/pets/{petId}', values: [7] })
      ?.misses
  }
  expect([3, 4].map(misses)).toEqual([1, undefined])
})

test('a creation does not send the address of what is there', () => {
  const pool = poolOf(['get /clubs', { body: [{ club: 'a' }] }])
  const isOther = (sent: object) => pool.others.in(callOf('post /clubs', { sent })).isOfOtherId
  expect([isOther({ club: 'a' }), isOther({ club: 'b' }), isOther({ name: 'a' })]).toEqual([
    true,
    false,
    false,
  ])
  const offeredTo = (path: string) => pool.offered.memberValues('club', text, ['club'], find('post', path))
  expect([offeredTo('/clubs'), offeredTo('/crates')]).toEqual([[], ['a']])
})

test('ids in a body without a noun are of the things below the operation, which the run created', () => {
  const pool = poolOf(['get /pets', { body: [{ id: 4 }] }], ['post /pets', { body: { id: 7 }, status: 201 }])
  const asked = { type: 'array', items: { type: 'integer' } } as const
  const offered = (name: string, path = '/pets') =>
    pool.offered.memberValues(name, asked, [name], { ...find('get', path), method: 'patch' })
  expect(['ids', 'keys', 'key', 'names'].map((name) => offered(name))).toEqual([[[7]], [[7]], [], []])
  expect(offered('keys', '/crates')).toEqual([])
})

test('201 says that an operation creates, except where each POST of the document declares it', async () => {
  const posting = (status: string) => ({ post: { responses: { [status]: { description: 'Done.' } } } })
  const says = async (other: string) => {
    const one = await exploredApi({ paths: { '/pets/merge': posting('201'), '/pets/sort': posting(other) } })
    return one.operations.map((operation) => new Pool(one, {}).kinds.saysCreated(operation))
  }
  expect([await says('200'), await says('201')]).toEqual([
    [true, false],
    [false, false],
  ])
})

test('an object inside a body names what the run did not create, where it has its id beside a name', () => {
  const pool = poolOf(['post /pets', { body: { id: 2 }, status: 201 }])
  const namesOther = (path: string, sent: object) => pool.others.in(callOf(path, { sent })).namesOther
  const pets = (id: number, name?: string) => ({ id: 9, name: 'a', pets: [{ id, name }] })
  expect(namesOther('post /crates', pets(1, 'a'))).toBe(true)
  expect(namesOther('put /pets/{petId}', { lead: { pet: { id: 1, label: `b${distinctIn(api)()}` } } })).toBe(
    true,
  )
  for (const sent of [pets(2, 'a'), pets(1), { id: 1, name: 'a' }, { pet: { id: 1, size: 4 } }])
    expect(namesOther('post /crates', sent), JSON.stringify(sent)).toBe(false)
  expect(namesOther('post /search', pets(1, 'a'))).toBe(false)
})

test('a creation may have an id that its document wants', async () => {
  const isOfOther = async (required: readonly string[]): Promise<boolean> => {
    const content = { 'application/json': { schema: { type: 'object', required } } }
    const paths = {
      '/pets': { post: { requestBody: { content }, responses: {} } },
      '/pets/{id}': { get: { responses: {} } },
    }
    const one = await exploredApi({ paths })
    const operation = operationIn(one, { method: 'post' })
    const body = { mediaType: 'application/json', value: { id: 7 } }
    return new Pool(one, {}).others.in({ operation, path: {}, query: {}, header: {}, cookie: {}, body })
      .isOfOtherId
  }
  expect([await isOfOther(['id']), await isOfOther(['name'])]).toEqual([false, true])
})

test('a deletion that a creation overtakes, and which gets the id, may be that of the former thing', () => {
  const pool = poolOf(['post /pets', { body: { id: 2 }, status: 201 }])
  const remove = answered('delete /pets/{petId}', { path: { petId: 2 }, status: 204 })
  pool.learn(answered('post /pets', { body: { id: 2 }, status: 201 }))
  pool.learn({ ...remove, exchange: { ...remove.exchange, sentAt: remove.exchange.sentAt - 5 } })
  expect(pool.created.map(({ isDeleted }) => isDeleted)).toEqual([false])
})

test.each(tables.left)(
  'a list shows at the end %s',
  (_, answers, [itemPath, id], thing, wanted, wasWhole = false) => {
    const row = withUniqueText({ answers, thing })
    const address = { itemPath: calledPath(itemPath), values: [id] }
    const left = poolOf(...row.answers).leftAt(address, row.thing, wasWhole)
    expect(left ? `${left.path}${left.deleteOperation ? '' : ' (kept)'}` : null).toBe(wanted)
  },
)

test('lists that may show what a request created inside another thing are read at the end', () => {
  const name = distinctIn(api)()
  const sent: Answer = { sent: { pets: [{ name }] }, body: { crate: 9 }, status: 201 }
  const lists = (...answers: [string, Answer][]) =>
    poolOf(['post /crates', sent], ...answers).nested.lists.map(([{ path }]) => path)
  expect(lists()).toEqual(['/pets', '/trash'])
  expect(lists(['get /pets', { body: [{ id: 7, name }] }])).toEqual([])
  // Several pets at once are creations of the operation, which are looked for elsewhere.
  const ownKind: Answer = { sent: { pets: [{ name }] }, body: { id: 9 }, status: 201 }
  expect(poolOf(['post /pets', ownKind]).nested.lists).toEqual([])
})

test('a creation of many makes several things, also where nothing deletes them', () => {
  const pool = poolOf([
    'post /categories',
    { sent: [{}, {}], body: [{ slug: 'a' }, { slug: 'b' }], status: 201 },
  ])
  expect(pool.created.map(({ path, id }) => path ?? id)).toEqual(['/categories/a', '/categories/b'])
})

test('reading that finds nothing is known until something is written there', () => {
  const pool = new Pool(api, {})
  const isAbsent = (petId: unknown) => pool.isAbsent(callOf('put /pets/{petId}', { path: { petId } }))
  for (const [id, status] of [
    [0, 404],
    [1, 200],
  ] as const)
    // prettier-ignore
    pool.learn(answered('get /pets/{petId}', { path: { petId: id }, status }))
  pool.learn(answered('put /pets/{petId}', { path: { petId: 2 }, status: 404 }))
  const undeclared = answered('put /pets/{petId}', { path: { petId: 3 }, status: 404 })
  const request = { ...undeclared.exchange.request, method: 'GET' }
  pool.learn({ ...undeclared, exchange: { ...undeclared.exchange, request } })
  expect([0, 1, 2, 3].map(isAbsent)).toEqual([true, false, false, false])
  const below = (petId: unknown) => pool.isAbsent(callOf('post /pets/{petId}/walk', { path: { petId } }))
  expect([0, 1].map(below)).toEqual([true, false])
  const put = answered('put /pets/{petId}', { path: { petId: 0 }, status: 201 })
  const hasCreated = () => pool.hasCreatedAt(put.case.call.operation)
  expect(hasCreated()).toBe(false)
  pool.learn(put)
  expect([isAbsent(0), hasCreated()]).toEqual([false, true])
})

test.each([
  ['that fail', 500, 2, 5, true],
  ['of what others made that fail', 500, 3, 5, true],
  ['of what the run created that are forbidden', 403, 2, 5, true],
  ['of what others made that are forbidden', 403, 3, 5, false],
  ['that find nothing', 404, 2, 5, false],
  ['but few', 403, 2, 4, false],
])('nothing more is created after deletions %s', (_, status, petId, count, wanted) => {
  const remove: Calls[number] = ['delete /pets/:petId', { path: { petId }, status }]
  const made: Calls[number] = ['post /pets', { body: { id: 2 }, status: 201 }]
  const { creations } = poolOf(made, ...Array.from({ length: count }, () => remove))
  expect(creations.wouldStay(find('post', '/pets'))).toBe(wanted)
})

test('deleting takes as long as creating usually does, for what is left and a read of each kind', () => {
  const at = (concurrency: number, quickestMs = 0) => ({ concurrency, quickestMs })
  const made = (id: number, lateMs: number): [string, Answer] => [
    'post /pets',
    { body: { id }, status: 201, lateMs },
  ]
  const pool = poolOf(made(2, 300), made(3, 100), made(4, 200), [
    'post /toys',
    { body: { id: 5 }, status: 201, lateMs: 50 },
  ])
  expect(pool.creations.cleaningMs(at(1))).toBe(1_200)
  const shorter = poolOf(made(2, 300), made(3, 100))
  const remove = answered('delete /pets/{petId}', { path: { petId: 3 }, status: 204 })
  shorter.learn({ ...remove, exchange: { ...remove.exchange, sentAt: remove.exchange.sentAt + 200 } })
  expect(shorter.creations.cleaningMs(at(1))).toBe(1_200)
  // Few deletions only say that one takes longer.
  const slow = answered('delete /pets/{petId}', { path: { petId: 3 }, status: 204, lateMs: 2_000 })
  const few = poolOf(made(2, 300), made(3, 100))
  few.learn({ ...slow, exchange: { ...slow.exchange, sentAt: slow.exchange.sentAt + 200 } })
  expect(few.creations.cleaningMs(at(1))).toBe(8_000)
  // Or as long as deleting did, once that is known.
  const five = [5, 6, 7, 8, 9].map((petId): [string, Answer] => [
    'delete /pets/{petId}',
    { path: { petId }, status: 204, lateMs: petId * 10 },
  ])
  expect(poolOf(...five, made(2, 300), made(3, 100)).creations.cleaningMs(at(2))).toBe(245)
  // Those of another kind say nothing of it.
  const toy: [string, Answer] = ['post /toys', { body: { id: 5 }, status: 201, lateMs: 400 }]
  expect(poolOf(...five, toy).creations.cleaningMs(at(1))).toBe(1_600)
  // Where deleting takes a part of the time for creating, it does so for other kinds.
  const known = [5, 6, 7, 8, 9].map((id) => made(id, 280))
  expect(poolOf(...known, ...five, toy).creations.cleaningMs(at(1))).toBe(775)
  // A service that takes long, and not because it is far away, does one after the other.
  expect(poolOf(...five, toy).creations.cleaningMs(at(2))).toBe(1_600)
  expect(poolOf(...five, toy).creations.cleaningMs(at(2, 350))).toBe(1_200)
})

test('of what was seen a bounded number is kept, of what the run created all', () => {
  const pool = poolOf(['post /pets', { body: { id: 100_000 }, status: 201 }])
  for (let at = 0; at < 20; at++) {
    const body = Array.from({ length: 100 }, (_, index) => ({ id: at * 100 + index + 1 }))
    pool.learn(answered('get /pets', { body }))
  }
  expect(pool.offered.pathsFor(callOf('get /pets/{petId}').operation)).toHaveLength(201)
  expect(values(pool, 'get /pets/{petId}', 'petId')[0]).toBe(100_000)
  for (let at = 3000; at < 3300; at++) pool.learn(answered('post /pets', { body: { id: at }, status: 201 }))
  const isCreated = (petId: number) => pool.isCreated(callOf('delete /pets/{petId}', { path: { petId } }))
  expect([100_000, 3000, 3299, 1999].map(isCreated)).toEqual([true, true, true, false])
})
