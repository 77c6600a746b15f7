import { anotherText, distinctIn } from '../../../conformance/requests/distinct.js'
import { describe, expect, test } from 'vitest'
import { firstCase, obstacleOf, plannedCases } from '../../../conformance/cases/plans.js'
import { withFreshBody } from '../../../conformance/cases/make-case.js'
import { factsOf, Start, type ValuePool } from '../../../conformance/cases/start.js'
import { operationPoints, pointsReached } from '../../../conformance/coverage/operation-record.js'
import type { Api, Case } from '../../../conformance/model/case.js'
import { canAddress } from '../../../conformance/requests/writable.js'
import { filledPath, writeRequest } from '../../../conformance/requests/write-request.js'
import { isObject, type JsonObject, memberAt, parametersIn } from '../../../document/index.js'
import { hasRounded } from '../../../conformance/requests/parameters.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { dueOf, tableIn } from '../../support/table.js'
import { described } from '../support/app.js'
import { nobody } from '../support/make.js'

const baseUrl = 'http://localhost:1'
/** A typical service: things of one kind, listed, created and read. */
const petApi = await exploredApi(tableIn(import.meta.dirname, 'pets.yaml'), { baseUrl })
/** Constructs that documents should not have, but that occur. */
const hostileApi = await exploredApi(tableIn(import.meta.dirname, 'hostile.yaml'), { baseUrl })

const paths = tableIn<
  Record<
    'maps' | 'nested' | 'forms' | 'times' | 'logs' | 'files' | 'grants' | 'preflights' | 'locked',
    object
  >
>(import.meta.dirname, 'paths.yaml')

const empty: ValuePool = { valuesFor: () => [], memberValues: () => [], typedIds: () => [] }
const poolOf = (values: readonly unknown[]): ValuePool => ({
  ...empty,
  valuesFor: (_, parameter) => (parameter.in === 'path' ? values : []),
})

const all = async (cases: AsyncIterable<Case>, most = Infinity): Promise<Case[]> => {
  const found: Case[] = []
  for await (const one of cases) {
    found.push(one)
    if (found.length >= most) break
  }
  return found
}

/** The cases of a kind for the only operation of a document. */
const casesOf = async (
  kind: 'covering' | 'invalid' | 'telling' | 'probe' | 'valid',
  paths: object,
): Promise<Case[]> => {
  const api = await exploredApi({ paths })
  const operation = operationIn(api)
  return all(plannedCases(kind, api, operation, empty))
}

interface Made {
  readonly what: string
  readonly call: string
  readonly schema?: object
  readonly content?: Readonly<Record<string, object>>
  readonly path?: readonly unknown[]
  readonly members?: Readonly<Record<string, unknown>>
  readonly given?: Readonly<Record<string, unknown>>
  readonly isFull?: true
  readonly kinds?: readonly ('valid' | 'random' | 'covering')[]
  readonly first?: unknown
  readonly as?: string
  readonly at?: readonly string[]
  readonly sent?: readonly unknown[]
  readonly never?: readonly unknown[]
  readonly has?: unknown
  /** Its invalid cases have wrong ids. */
  readonly isWrongToo?: true
}

const made = tableIn<readonly Made[]>(import.meta.dirname, 'made.yaml')

const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}

describe.each([
  ['an ordinary document', petApi],
  ['a hostile document', hostileApi],
])('of %s', (_, api) => {
  test.each(api.operations.map((operation) => [operation.operationId, operation] as const))(
    '%s: every case is written, and all that are valid keep to their schemas',
    async (_name, operation) => {
      const first = await firstCase('valid', api, operation, empty)
      if (!first) {
        expect(await obstacleOf(api, operation, empty)).toBeTypeOf('string')
        return
      }
      const random = numbers(1)
      const drawn = await Promise.all(
        Array.from({ length: 10 }, () => firstCase('random', api, operation, empty, { random })),
      )
      const covering = await all(plannedCases('covering', api, operation, empty, { base: first.call }), 300)
      const wrong = await all(plannedCases('invalid', api, operation, empty, { base: first.call }), 300)
      const probes = await all(plannedCases('probe', api, operation, empty, { base: first.call }))
      for (const one of [first, ...drawn, ...covering, ...wrong, ...probes]) {
        if (!one) continue
        expect(canAddress(filledPath(one.call, api))).toBe(true)
        const { url, headers } = writeRequest(one.call, api, nobody)
        expect(new URL(url).host).toBe('localhost:1')
        for (const [name, value] of headers) expect(`${name}${value}`).toMatch(/^[\t -~]+$/)
      }
      const exact = covering.filter(
        ({ call: { path, query, body } }) => !hasRounded([path, query, body?.value]),
      )
      expect(new Set(exact.map(({ expectation }) => expectation))).toEqual(new Set(['valid']))
      for (const { call } of covering) {
        const content = operation.requestBody?.content[call.body?.mediaType ?? '']
        if (content?.validator === undefined || !call.body) continue
        expect((await api.surface.validator(content.validator))(call.body.value)).toBe(true)
      }
    },
  )
})

test.each([
  ['impossibleBody', 'no valid value of the body was found'],
  [
    'impossibleQuery',
    'no value of the query parameter "q" is valid and can be sent: more than is made is asked for by minLength',
  ],
  ['impossibleHeader', 'the header parameter "a b" is required, and has a name that cannot be sent'],
])('what stands in the way is said %s', async (name, obstacle) => {
  const operation = operationIn(hostileApi, name)
  expect(await firstCase('valid', hostileApi, operation, empty)).toBeUndefined()
  expect(await all(plannedCases('covering', hostileApi, operation, empty))).toEqual([])
  expect(await obstacleOf(hostileApi, operation, empty)).toBe(obstacle)
})

test('a body of branches that only a discriminator tells apart has a value', async () => {
  const api = await exploredApi(`openapi: 3.0.3
info: { title: Refs, version: '1' }
paths:
  /refs:
    post:
      operationId: createRef
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Ref' } } }
      responses: { '201': { description: made } }
components:
  schemas:
    Ref:
      oneOf: [{ $ref: '#/components/schemas/Branch' }, { $ref: '#/components/schemas/Tag' }]
      discriminator: { propertyName: type, mapping: { TAG: '#/components/schemas/Tag' } }
    Branch: &named { type: object, required: [name], properties: { name: { type: string } } }
    Tag: *named
`)
  const covering = await all(plannedCases('covering', api, operationIn(api, 'createRef'), empty))
  const types = covering.map(({ call: { body } }) => memberAt(body?.value, 'type'))
  expect(new Set(types)).toEqual(new Set(['Branch', 'TAG']))
})

test('names of every object are names of parameters too', async () => {
  const made = await firstCase('valid', hostileApi, operationIn(hostileApi, 'names'), empty, {
    given: { smallest: true },
  })
  expect(Object.keys(made?.call.query ?? {})).toEqual(['__proto__', 'constructor'])
})

test.each([
  [{}, true],
  [{ smallest: true }, false],
  [{ smallest: true, body: { name: 'Rex' } }, true],
])(
  'a body that is optional is left out of the smallest call, unless it is given: %j',
  async (given, isSent) => {
    const made = await firstCase('valid', petApi, operationIn(petApi, 'searchPets'), empty, {
      given,
    })
    expect(made?.call.body !== undefined).toBe(isSent)
  },
)

test('neither a dot segment nor the literal of another path is a value of a path, whatever its schema says', async () => {
  const cases = await all(plannedCases('covering', hostileApi, operationIn(hostileApi, 'dots'), empty))
  expect(new Set(cases.map(({ call }) => call.path['dot']))).toEqual(new Set(['a']))
})

test('headers that OpenAPI ignores are left out; a required Authorization is sent, and nothing is said of it', async () => {
  const operation = operationIn(hostileApi, 'headers')
  const made = await firstCase('valid', hostileApi, operation, empty, { given: { smallest: true } })
  expect(Object.keys(made?.call.header ?? {})).toEqual(['Authorization', 'X-Text'])
  const wrong = await all(plannedCases('invalid', hostileApi, operation, empty))
  expect(wrong.map(({ deviation }) => deviation?.at)).not.toContain('/Authorization')
})

describe('covering cases', () => {
  test('reach every point of their operation', async () => {
    for (const name of ['listPets', 'createPet', 'readPet']) {
      const operation = operationIn(petApi, name)
      const cases = await all(plannedCases('covering', petApi, operation, empty))
      const reached = new Set(cases.flatMap(({ call }) => pointsReached(call, petApi)))
      const missed = operationPoints(operation, petApi).filter((point) => !reached.has(point))
      expect(missed).toEqual([])
    }
  })

  test('ask for each media type of a success', async () => {
    const content = { 'text/csv': {}, 'application/json': {}, 'application/xml': {} }
    const cases = await casesOf('covering', {
      '/lists': { get: { responses: { '200': { description: 'A list', content } } } },
    })
    expect(cases.map(({ call }) => call.accept)).toEqual([undefined, 'text/csv', 'application/xml'])
  })

  test('leave out what may be absent alone', () => {
    const points = operationPoints(operationIn(petApi, 'listPets'), petApi)
    expect(points.filter((one) => one.endsWith(' absent'))).toEqual(
      ['limit', 'kind', 'tags'].map((name) => `parameter query ${name} absent`),
    )
  })

  test('begin with what is required, the examples, and all that is optional', async () => {
    const cases = await all(plannedCases('covering', petApi, operationIn(petApi, 'listPets'), empty), 3)
    expect(cases.map(({ call }) => Object.keys(call.query).toSorted())).toEqual([
      ['owner'],
      ['kind', 'limit', 'owner', 'tags'],
      expect.any(Array),
    ])
  })

  test('vary one thing on a call that worked, with ids that the service knows', async () => {
    const operation = operationIn(petApi, 'readPet')
    const cases = await all(plannedCases('covering', petApi, operation, poolOf([7, '8', 'no id'])), 300)
    expect(cases[0]?.call.path).toEqual({ id: 7 })
    expect(cases.map(({ call }) => call.path['id'])).toContain('8')
    expect(cases.map(({ call }) => call.path['id'])).not.toContain('no id')
    const [first] = cases
    const base = first && { ...first.call, path: { id: 99 } }
    const [based] = await all(plannedCases('covering', petApi, operation, poolOf([7]), { base }), 1)
    expect(based?.call.path).toEqual({ id: 99 })
  })

  test('create nothing twice under one name', async () => {
    const operation = operationIn(petApi, 'createPet')
    const base = (await firstCase('valid', petApi, operation, empty))?.call
    const drawn = await Promise.all([1, 2, 3].map(() => firstCase('valid', petApi, operation, empty)))
    const names = drawn.map((one) => JSON.stringify(one?.call.body?.value))
    expect(new Set([JSON.stringify(base?.body?.value), ...names]).size).toBe(4)
  })
})

test('no text that the run makes unique can be taken for a number', () => {
  const texts = Array.from({ length: 200 }, () => distinctIn({ ...petApi })())
  expect(texts.filter((text) => !/^[a-f][\da-f]{5}0$/.test(text))).toEqual([])
})

describe('cases after a body was accepted', () => {
  const operation = operationIn(petApi, 'createPet')
  const name = `Rex${distinctIn(petApi)()}`
  const body = { mediaType: 'application/json', value: { name, kind: 'dog', age: 3 } }
  const base = { operation, path: {}, query: {}, header: {}, cookie: {}, body }
  const bodiesOf = async (
    kind: 'covering' | 'invalid',
    value = body.value,
  ): Promise<[body: JsonObject, at: string][]> => {
    const accepted = { ...base, body: { ...body, value } }
    const cases = await all(plannedCases(kind, petApi, operation, empty, { base: accepted }))
    return cases.flatMap(({ call, deviation }) => {
      const value = call.body?.value
      return isObject(value) && call.body?.raw === undefined ? [[value, deviation?.at ?? '']] : []
    })
  }

  test('vary one member of it, and leave out one at a time', async () => {
    const others = (await bodiesOf('invalid')).filter(([, at]) => at === '/age')
    expect(new Set(others.map(([{ kind }]) => kind))).toEqual(new Set(['dog']))
    const ages = (await bodiesOf('covering')).filter(([{ age }]) => age !== 3 && age !== undefined)
    expect(ages.length).toBeGreaterThan(3)
    expect(ages.filter(([{ kind }]) => kind !== 'dog').length).toBeLessThan(3)
    const lessOne = (await bodiesOf('covering')).map(([one]) => Object.keys(one).toSorted().join())
    expect(lessOne).toEqual(expect.arrayContaining(['age,name', 'kind,name']))
  })

  test.each(['covering', 'invalid'] as const)('send no name twice: %s', async (kind) => {
    const names = (await bodiesOf(kind)).map(([{ name }]) => name).filter((one) => one !== undefined)
    expect(names.length).toBeGreaterThan(5)
    expect(names).not.toContain(name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('keep a text that is not of the run, which may be one that exists', async () => {
    const known = await bodiesOf('covering', { ...body.value, name: 'Sample' })
    expect(known.filter(([{ name: own }]) => own === 'Sample').length).toBeGreaterThan(5)
  })

  test('begin with one that is sent twice, because services fail at what exists already', async () => {
    const [first, second] = await all(plannedCases('telling', petApi, operation, empty, { base }), 2)
    expect(second).toEqual(first)
    expect(first?.call.body).not.toEqual(body)
  })
})

test('nothing is claimed of whole numbers that JavaScript rounds, as it does their limits', async () => {
  const cases = await all(plannedCases('covering', petApi, operationIn(petApi, 'readCount'), empty))
  const claimed = cases.map(({ call, expectation }) => [call.query['count'], expectation])
  expect(claimed).toContainEqual([2 ** 63, 'open'])
  expect(claimed).toContainEqual([1, 'valid'])
  expect(new Set(cases.map(({ expectation }) => expectation))).toEqual(new Set(['valid', 'open']))
})

describe('invalid cases', () => {
  const deviations = async (name: string) =>
    (await all(plannedCases('invalid', petApi, operationIn(petApi, name), empty))).map(
      ({ call, deviation }) => ({
        call,
        at: `${deviation?.in}${deviation?.at}`,
        keyword: deviation?.keyword,
      }),
    )

  test('leave out what is required', async () => {
    const found = await deviations('listPets')
    expect(found.find(({ keyword }) => keyword === 'required')).toMatchObject({ at: 'query/owner' })
    expect(
      (await deviations('createPet')).filter(({ keyword }) => keyword === 'required').map(({ at }) => at),
    ).toContain('body')
    expect((await deviations('createPet')).map(({ at, keyword }) => `${at} ${keyword}`)).toContain(
      'body/name required',
    )
    // A value with a default may be left out.
    expect((await deviations('searchAll')).map(({ at, keyword }) => `${at} ${keyword}`)).not.toContain(
      'query/page required',
    )
  })

  test('are wrong however the text of a parameter is read', async () => {
    const found = await deviations('listPets')
    const limits = found
      .filter(({ at }) => at === 'query/limit')
      .map(({ call }) => String(call.query['limit']))
    expect(limits).not.toEqual([])
    for (const text of limits)
      expect(Number.isInteger(Number(text)) && Number(text) > 0 && Number(text) <= 100).toBe(false)
    // A string parameter without bounds has no wrong values, because every text is a string.
    expect(found.filter(({ at, keyword }) => at === 'query/owner' && keyword !== 'required')).toEqual([])
  })

  test('claim of a form no more than its texts show', async () => {
    for (const { call, keyword, at } of await deviations('sendForm')) {
      const value = call.body?.value
      if (at === 'body/age' && keyword === 'type') expect(String(Object(value)['age'])).not.toMatch(/^\d+$/)
      expect(at).not.toBe('body/name type')
    }
  })
})

describe('probes', () => {
  const aims = async (name: string) =>
    (await all(plannedCases('probe', petApi, operationIn(petApi, name), empty))).map(
      ({ call, deviation, expectation }) => `${expectation} ${call.method ?? ''} ${deviation?.says}`,
    )

  test('ask without and with wrong credentials where there is a requirement that is not empty', async () => {
    const credentials = async (name: string) =>
      (await aims(name)).filter((aim) => aim.includes('credentials'))
    const [none, wrong] = ['invalid  no credentials are sent', 'invalid  the credentials are wrong']
    const odd = 'open  the credentials have a non-ASCII letter'
    // Two operations that are read try wrong ones first, because a short run comes to one of these cases.
    expect(await credentials('listPets')).toEqual([wrong, none, odd])
    expect(await credentials('createPet')).toEqual([none, wrong, odd])
    expect(await credentials('searchPets')).toEqual([])
  })

  test('try methods that no template has for the path, and none that deletes', async () => {
    const methods = async (name: string) =>
      (await all(plannedCases('probe', petApi, operationIn(petApi, name), empty))).flatMap(
        ({ call }) => call.method ?? [],
      )
    expect(await methods('listPets')).toEqual(['put', 'patch', 'trace'])
    // GET and DELETE of /pets/search are those of /pets/{id}.
    expect(await methods('searchPets')).toEqual(['put', 'patch', 'trace'])
    expect(await methods('deletePet')).toEqual([])
  })

  test('send bodies that are broken, empty, and of another media type', async () => {
    const found = await aims('createPet')
    expect(found).toContain('invalid  the body is broken JSON')
    expect(found).toContain('open  the body has a byte that is not UTF-8')
    expect(found).toContain('invalid  the body is empty, which is not JSON')
    expect(found).toContain('invalid  the body is of text/plain, which the operation does not accept')
    const undivided = 'open  the body is a multipart form without a boundary'
    expect([found, await aims('listPets')].map((all) => all.includes(undivided))).toEqual([true, true])
    // An optional body is broken by text after a valid one.
    const optional = await all(plannedCases('probe', petApi, operationIn(petApi, 'searchPets'), empty))
    expect(optional.map(({ call }) => call.body?.raw)).toContainEqual(
      expect.stringMatching(/^\{"name":".+"\}\}$/),
    )
  })

  test('may be carried out without a body where an empty object is right', async () => {
    const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
    const of = (kind: 'invalid' | 'probe') =>
      casesOf(kind, { '/a': { put: { requestBody: body, responses: {} } } })
    const marks = [...(await of('invalid')), ...(await of('probe'))].flatMap(({ deviation }) =>
      /missing|empty/.test(deviation?.says ?? '') ? [deviation?.isCoercible] : [],
    )
    expect(marks).toEqual([true, true])
  })

  test('find nothing wrong with a text that is not JSON, where any media type and any text is right', async () => {
    const saysOf = async (cases: Promise<Case[]>): Promise<unknown[]> =>
      (await cases).map(({ deviation }) => deviation?.says)
    const ofPets = all(plannedCases('probe', hostileApi, operationIn(hostileApi, 'anyBody'), empty))
    expect(await saysOf(ofPets)).toContain('the body is broken JSON')
    expect(await saysOf(casesOf('probe', paths.files))).not.toContain('the body is broken JSON')
  })
})

test.each([
  ['*/*', { type: 'string', format: 'binary' }, 1],
  ['application/json', { type: 'string', format: 'binary' }, 1],
  ['application/yaml', { type: 'string' }, 1],
  ['application/json', { type: 'string' }, 6],
])('a body of %s and %j is wrong in %i ways: what is not text may be a file', async (type, schema, count) => {
  const requestBody = { required: true, content: { [type]: { schema } } }
  const cases = await casesOf('invalid', { '/a': { put: { requestBody, responses: {} } } })
  expect(new Set(cases.map(({ deviation }) => deviation?.says)).size).toBe(count)
})

test.each(made.map((row) => [row.what, row] as const))('a body %s', async (_, row) => {
  const [method = '', path = ''] = row.call.split(' ')
  const content = row.content ?? { 'application/json': { schema: row.schema } }
  const parameters = parametersIn(path).map((name) => ({ name, in: 'path', required: true, schema: {} }))
  const operation = { parameters, requestBody: { required: true, content }, responses: {} }
  const api = await exploredApi({ paths: { [path]: { [method]: operation } } })
  const { members = {}, given = {}, kinds = ['valid'], isFull, at = [] } = row
  const pool: ValuePool = {
    ...poolOf(row.path ?? []),
    memberValues: (name, _schema, _path, _operation, onlyGiven) => {
      const known = onlyGiven === true ? given : { ...members, ...given }
      return Object.hasOwn(known, name) ? [known[name]] : []
    },
  }
  const options = { random: numbers(1), ...(isFull && { given: { full: true } }) }
  const cases = (
    await Promise.all(kinds.map((kind) => all(plannedCases(kind, api, operationIn(api), pool, options), 20)))
  ).flat()
  const [first] = cases
  if ('first' in row) expect(first?.call.body?.value).toEqual(dueOf(row.first))
  if (row.as !== undefined) expect(first?.call.body?.mediaType).toBe(row.as)
  const sent = cases.map(({ call: { body } }) => memberAt(body?.value, ...at) ?? null)
  if (row.sent) expect(new Set(sent)).toEqual(new Set(row.sent))
  if (row.has !== undefined) expect(sent).toContain(row.has)
  expect([sent.length > 0, sent.filter((one) => row.never?.includes(one))]).toEqual([true, []])
  if (!row.isWrongToo) return
  const wrong = await all(plannedCases('invalid', api, operationIn(api), pool))
  const ofIds = wrong.filter(({ deviation }) => deviation?.in === 'body' && deviation.at === '/id')
  const ids = ofIds.map(({ call: { body } }) => memberAt(body?.value, 'id'))
  expect([ids.length > 0, ids.filter((id) => Number.isInteger(id))]).toEqual([true, []])
})

describe('a valid case with given values', () => {
  test('of another parent has the id of a thing that is there', async () => {
    const read = { 'GET /owners/{ownerId}/pets/{petId}': { 200: null } }
    const api = await exploredApi(described(read, { type: 'integer' }))
    const operation = operationIn(api)
    const pool: ValuePool = {
      ...empty,
      valuesFor: (_, { name }, { ownerId } = {}) =>
        name === 'ownerId' ? [70, 80] : [Number(ownerId) + 1, Number(ownerId) + 2],
    }
    const cases = await all(plannedCases('covering', api, operation, pool))
    const sent = cases.map(({ call: { path } }) => [path['ownerId'], path['petId']].join())
    expect(sent).toEqual(expect.arrayContaining(['70,71', '70,72', '80,81']))
    expect(sent).not.toContain('80,71')
  })

  test('of JSON Patch comes after the thing itself, and replaces a text of it that need not be unique', async () => {
    const step = { type: 'object', required: ['op', 'path'], properties: { op: {}, path: {}, value: {} } }
    const text = { type: 'string' }
    const properties = { id: text, ownerId: text, name: text, kind: { enum: ['a'] }, note: text }
    const json = (schema: object) => ({ schema })
    const body = (content: object) => ({ requestBody: { required: true, content }, responses: {} })
    const [patch, merge] = ['application/json-patch+json', 'application/merge-patch+json']
    const steps = json({ type: 'array', items: step })
    const api = await exploredApi({
      paths: {
        '/pets/{id}': { patch: body({ [patch]: steps, [merge]: json({ properties }) }) },
        '/toys/{id}': {
          get: {
            responses: { 200: { description: '', content: { 'application/json': json({ properties }) } } },
          },
          patch: body({ [patch]: steps }),
        },
        '/hats/{id}': { patch: body({ [patch]: steps }) },
      },
    })
    const bodiesAt = async (path: string) => {
      const operation = api.operations.find((one) => one.path === path && one.method === 'patch')
      if (!operation) throw new RangeError(path)
      const { bodies } = await factsOf(api, operation)
      return bodies.map(({ mediaType, examples }) => [mediaType, examples])
    }
    const given = [[{ op: 'replace', path: '/note', value: expect.stringContaining('Sample') }]]
    expect(await bodiesAt('/pets/{id}')).toEqual([
      [merge, []],
      [patch, given],
    ])
    expect(await bodiesAt('/toys/{id}')).toEqual([[patch, given]])
    expect(await bodiesAt('/hats/{id}')).toEqual([[patch, []]])
  })

  test('of JSON:API has a type and all attributes, though the document requires none of them', async () => {
    const links = { type: 'object', properties: { data: { type: 'array', items: { type: 'object' } } } }
    const parts = {
      type: { type: 'string' },
      id: { type: 'string' },
      attributes: { type: 'object', properties: { label: { type: 'string' } } },
      relationships: { type: 'object', properties: { pets: links } },
    }
    const bodyOf = (data: object) => ({
      requestBody: {
        content: { 'application/vnd.api+json': { schema: { type: 'object', properties: { data } } } },
      },
      responses: {},
    })
    const tag = bodyOf({ $ref: '#/components/schemas/tag' })
    const typed = bodyOf({ type: 'object', properties: { ...parts, type: { enum: ['hat'] } } })
    const api = await exploredApi({
      components: { schemas: { tag: { type: 'object', properties: parts } } },
      paths: {
        '/tag': { post: tag, put: tag },
        '/tag/{id}': { patch: tag },
        '/hats': { post: typed },
        '/labels': { post: tag },
        '/hats/{id}/tags': { post: tag },
      },
    })
    const examples = await Promise.all(
      api.operations.map(async (one) => {
        const { bodies } = await factsOf(api, one)
        return [`${one.method} ${one.path}`, bodies.flatMap((body) => body.examples)] as const
      }),
    )
    const attributes = { label: expect.any(String) }
    expect(Object.fromEntries(examples)).toEqual({
      'post /tag': [{ data: { type: 'tag', attributes } }],
      'put /tag': [],
      'patch /tag/{id}': [{ data: { type: 'tag', id: '1', attributes } }],
      'post /hats': [{ data: { type: 'hat', attributes } }],
      'post /labels': [],
      'post /hats/{id}/tags': [{ data: { type: 'tag', attributes } }],
    })
    const creating = operationIn(api, { method: 'post' })
    const facts = await factsOf(api, creating)
    const [value] = facts.bodies.flatMap((body) => body.examples)
    const body = { mediaType: 'application/vnd.api+json', value }
    const call = { operation: creating, path: {}, query: {}, header: {}, cookie: {}, body }
    const fresh = withFreshBody(api, facts, call).body?.value
    // A label may have to be unique, though it is the only attribute.
    const labelIn = (one: unknown) => memberAt(one, 'data', 'attributes', 'label')
    expect([labelIn(fresh), memberAt(fresh, 'data', 'type')]).toEqual([
      expect.stringMatching(/^Sample-/),
      'tag',
    ])
    expect(labelIn(fresh)).not.toBe(labelIn(value))
  })

  test.each([
    ['Rex1a2b3c7', 'Rex1a2b3cf'],
    ['Rex1a2b3c7 1a2b3c9', 'Rex 1a2b3cf'],
    ['rex1a2b3c10@example.com', 'rex1a2b3cf@example.com'],
    ['1a2b3c7', '1a2b3cf'],
    ['Rex', 'Rex1a2b3cf'],
  ])('makes a text distinct that it made so before, which does not grow: %s', (text, other) =>
    expect(anotherText(text, '1a2b3cf')).toBe(other),
  )

  test('has them, and is called valid where they are', async () => {
    const made = await firstCase('valid', petApi, operationIn(petApi, 'createPet'), empty, {
      given: { body: { kind: 'dog' } },
    })
    expect(made).toMatchObject({ expectation: 'valid', call: { body: { value: { kind: 'dog' } } } })
    const open = await firstCase('valid', petApi, operationIn(petApi, 'createPet'), empty, {
      given: { body: { kind: 'cow' } },
    })
    expect(open).toMatchObject({ expectation: 'open', call: { body: { value: { kind: 'cow' } } } })
  })

  test('is the example of the schema that the body refers to, as it stands', async () => {
    const made = await firstCase('valid', petApi, operationIn(petApi, 'createToy'), empty)
    expect(made?.call.body?.value).toEqual({ kind: 'bone', size: 3 })
  })

  test('of path and query', async () => {
    const read = await firstCase('valid', petApi, operationIn(petApi, 'readPet'), empty, {
      given: { path: { id: '12' } },
    })
    expect(read).toMatchObject({ expectation: 'valid', call: { path: { id: '12' } } })
    const list = await firstCase('valid', petApi, operationIn(petApi, 'listPets'), empty, {
      given: { query: { limit: 1000 } },
    })
    expect(list).toMatchObject({ expectation: 'open', call: { query: { limit: 1000, owner: 'me' } } })
  })
})

test('random cases repeat with their seed, but for texts that are to be unique', async () => {
  const operation = operationIn(petApi, 'listPets')
  const draw = async (seed: number) => {
    const random = numbers(seed)
    const drawn: unknown[] = []
    for (let index = 0; index < 10; index++)
      drawn.push((await firstCase('random', petApi, operation, empty, { random }))?.call.query)
    return drawn
  }
  expect(await draw(5)).toEqual(await draw(5))
  expect(await draw(5)).not.toEqual(await draw(6))
})

test('of a parameter none of whose values can be written, few are made', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `member${index}`)
  const member = { type: 'object', properties: { equals: { type: 'string' }, above: { type: 'integer' } } }
  const schema = {
    type: 'object',
    minProperties: 1,
    properties: Object.fromEntries(names.map((name) => [name, member])),
  }
  const where = { name: 'where', in: 'query', style: 'deepObject', schema }
  const get = { parameters: [where], responses: { 200: { description: 'A list.' } } }
  const api = await exploredApi({
    openapi: '3.0.3',
    info: { title: 'One', version: '1' },
    paths: { '/pets': { get } },
  })
  const operation = operationIn(api)
  const facts = await factsOf(api, operation)
  let made = 0
  const parameters = facts.parameters.map((input) => ({
    ...input,
    validator: () => {
      made++
      return true
    },
  }))
  const start = new Start(api, { ...facts, parameters }, empty, undefined)
  for (const input of parameters) expect([...start.valid(input)]).toEqual([])
  expect(made).toBeLessThan(200)
})

test.each([
  ['name of an object whose members are parameters', 'maps', ['/deep open', '/deep/low invalid', '/size open', '/vendor open']],
  // Its form is open.
  ['list or object inside another one', 'nested', ['/deep open', '/deep/low invalid', '/deep/point open', '/keys open', '/keys/0 open', '/names invalid', '/names/0 invalid']],
] as const)('nothing is promised of the %s', async (_, name, due) => {
  const cases = await casesOf('invalid', paths[name])
  const promised = cases.map(({ deviation, expectation }) => `${deviation?.at} ${expectation}`)
  expect([...new Set(promised)].toSorted()).toEqual(due)
}) // prettier-ignore

test('a text of a form may be a list of one item, or of none', async () => {
  const cases = await casesOf('invalid', paths.forms)
  const wrong = cases.filter(({ deviation }) => deviation?.at !== '/size').map(({ call }) => call.body?.value)
  expect(wrong).toEqual([{ kinds: 'sample' }, { kinds: 5 }, { kinds: true }])
})

test('a name without a value may be a list without items', async () => {
  const cases = await casesOf('invalid', paths.lists)
  const blank = cases.filter(({ call }) => Object.values(call.query).some((value) => String(value) === ''))
  const at = new Set(blank.map(({ deviation }) => deviation?.at.split('/')[1]))
  expect([...at]).toEqual(['some'])
})

test('names are made unique, but not a wildcard, nor an id or a namespace that refers to something', async () => {
  const [made] = await casesOf('valid', paths.grants)
  const starting = (text: string): unknown => expect.stringMatching(`^${text}.`)
  const profile = { id: starting('own'), color: 'red' }
  expect(made?.call.body?.value).toEqual({
    user: '*',
    name: starting('all'),
    namespace: 'main',
    profile,
    owner: { id: 'other' },
  })
})

test('nothing is created with the id of something else, where the document needs none', async () => {
  const [made] = await casesOf('valid', paths.numbered)
  expect(made?.call.body?.value).toEqual({
    name: expect.stringMatching(/^all./),
    owner: { name: expect.stringMatching(/^a./) },
  })
})

test('credentials are left out, but not of a preflight', async () => {
  const withoutAny = (cases: readonly Case[]) =>
    cases.filter(({ call }) => call.credentials === 'none').length
  const [locked, preflights] = [
    await casesOf('probe', paths.locked),
    await casesOf('probe', paths.preflights),
  ]
  expect([withoutAny(locked), withoutAny(preflights)]).toEqual([1, 0])
})

test.each([
  [[{ a: [], b: [] }], ['without a', 'without b']],
  [
    [{ a: [], b: [] }, { c: [] }],
    ['without a', 'without b'],
  ],
  [[{ a: [], b: [] }, { b: [] }], ['without b']],
  [[{ a: [] }, { b: [] }], []],
])('credentials lack one of several where the rest is not enough: %j', async (security, expected) => {
  const get = { security, responses: { '204': { description: 'Done' } } }
  const cases = await casesOf('probe', { '/doors': { get } })
  const all = cases.map(({ call }) => call.credentials ?? 'own')
  expect(all.filter((one) => one.startsWith('without '))).toEqual(expected)
})

test('cases after one that succeeded do not have its ETag, which is of an older version', async () => {
  const required = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }
  const put = { parameters: [required], responses: { '204': { description: 'Done' } } }
  const paths = { '/doors/{id}': { put } }
  const api = await exploredApi({ paths })
  const operation = operationIn(api)
  const base = { operation, path: { id: 1 }, query: {}, header: { 'If-Match': '"v1"' }, cookie: {} }
  const pool: ValuePool = { ...empty, valuesFor: (_, { name }) => (name === 'If-Match' ? ['*'] : []) }
  const cases = await all(plannedCases('covering', api, operation, pool, { base }), 3)
  const sent = new Set(cases.map(({ call }) => call.header['If-Match']))
  expect([...sent]).not.toContain('"v1"')
  expect(cases[0]?.call.header['If-Match']).toBe('*')
})

test('a number may be read as a time in a query', async () => {
  const cases = await casesOf('invalid', paths.times)
  const coercible = cases.map(({ call, deviation }) => [call.query['since'], deviation?.isCoercible ?? false])
  expect(coercible).toContainEqual([5, true])
  expect(coercible).toContainEqual(['sample', false])
})

describe('telling cases', () => {
  test('replace one value at a time by what services fail at, and claim nothing of what is wrong', async () => {
    for (const operation of petApi.operations) {
      const cases = await all(plannedCases('telling', petApi, operation, empty))
      for (const { expectation, deviation } of cases) {
        expect(['valid', 'open']).toContain(expectation)
        expect(deviation).toBeUndefined()
      }
      const [body] = Object.keys(operation.requestBody?.content ?? {})
      if (body === 'application/json')
        expect(cases.map(({ call }) => call.body?.value)).toContainEqual([null])
      const numbers = operation.parameters.filter(
        ({ schema }) => typeof schema === 'object' && schema.type === 'integer',
      )
      const sent = cases.map(({ call }) => JSON.stringify([call.query, call.path, call.header]))
      if (numbers.length > 0) expect(sent.join('\n')).toContain(String(2 ** 63))
    }
  })

  test('also of a member of the first thing in a list', async () => {
    const cases = await casesOf('telling', paths.logs)
    const texts = cases.flatMap(
      ({ call }) => (call.body?.value as { text?: unknown }[] | undefined)?.[0]?.text,
    )
    expect(texts).toContain(null)
  })
})

/** Names that the run makes up differ from run to run. */
const stamp = /(?<=sample-)[0-9a-z]{4,}/gi
const longest = 300

/** The request of a case, the expectation, and the deviation. */
const lineOf = (api: Api, { call, expectation, deviation }: Case): string => {
  const { method, url, headers, body = '' } = writeRequest(call, api, nobody)
  const own = headers.filter(([name]) => !/^(user-agent|accept|accept-encoding)$/.test(name))
  const sent = [expectation, method, url.slice(baseUrl.length), ...own.map((one) => one.join(': ')), body]
  const said = deviation ? ` — ${deviation.says}` : ''
  return JSON.stringify(sent.join(' ').replace(stamp, '...').slice(0, longest)).slice(1, -1) + said
}

// When a change of it is meant: npx vitest run tests/conformance/cases -u
test('the cases of both documents', async () => {
  const known = poolOf([7, 8])
  const lines: string[] = []
  for (const api of [petApi, hostileApi])
    for (const operation of api.operations) {
      const base = (await firstCase('valid', api, operation, known))?.call
      for (const kind of ['valid', 'telling', 'covering', 'invalid', 'probe'] as const) {
        const cases = await all(plannedCases(kind, api, operation, known, { base }), 400)
        lines.push(`${operation.operationId}, ${kind}:`, ...cases.map((one) => lineOf(api, one)))
      }
    }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/cases.txt')
})
