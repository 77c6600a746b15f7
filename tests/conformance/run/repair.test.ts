import { smallestImage } from '../../../document/values/index.js'
import { describe, expect, test, vi } from 'vitest'
import { isObject, memberAt } from '../../../document/index.js'
import type { Call, Case, Observed } from '../../../conformance/model/case.js'
import { followUp } from '../../../conformance/run/first-calls.js'
import { attemptsFor, blamed, learnTaken } from '../../../conformance/run/repair.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'
import { apiOf, operationOf, parameterOf } from '../support/make.js'
import { observed, type Row } from '../support/observed.js'
import { sessionOf } from '../support/session.js'

const operation = operationOf({ operationId: 'createZone', method: 'post', path: '/zones' })

const refused = (status: number, body: unknown, send: unknown, query: Call['query'] = {}): Observed =>
  observed(apiOf([operation]), operation, { status, body, send, query })

const zone = {
  name: 'Zone-1',
  kind: 'Native',
  servers: ['ns1'],
  records: [{ name: 'main-1', type: 'A' }],
}

test.each([
  [422, "DNS Name 'Zone-1' is not canonical", [['name']]],
  [400, 'ns1 is not canonical', [['servers']]],
  [422, 'the kind is unknown', [['kind']]],
  [500, 'the kind is unknown', [['kind']]],
  [422, "'main-1' is no name of a record", [['records', '0', 'name']]],
  [422, 'an A record is too short', []],
  [422, 'something is wrong', []],
  [409, "'Zone-1' is there already", []],
] as const)('%s %s blames %j', (status, message, members) =>
  expect(blamed(refused(status, message, zone))).toEqual(members),
)

test('a blamed text is tried in other forms, as null and left out, and so are the texts of a list', () => {
  const formsOf = (message: string): unknown[] => {
    const observed = refused(422, message, zone)
    return attemptsFor(observed).flatMap(({ repairs }) =>
      repairs.map(({ apply }) => apply(observed.case).call.body?.value),
    )
  }
  const { name: _, ...nameless } = zone
  expect(formsOf("'Zone-1' is not canonical")).toContainEqual({ ...zone, name: 'zone-1.example.' })
  expect(formsOf("'Zone-1' is not canonical").slice(-2)).toEqual([{ ...zone, name: null }, nameless])
  expect(formsOf("'Zone-1' must be an image")).toContainEqual({ ...zone, name: smallestImage })
  expect(formsOf('ns1 is not canonical')).toContainEqual({ ...zone, servers: ['ns1.example.'] })
  expect(formsOf('FOREIGN KEY constraint failed [parameters: (Zone-1)]')).toEqual([])
  const another = [expect.stringMatching(/^ns1\w{6,}$/)]
  expect(formsOf("'ns1' already exists")).toContainEqual({ ...zone, servers: another })
})

test('a blamed text of an enumeration is tried as each other value of it', async () => {
  const role = { type: 'string', enum: ['SYSTEM', 'ADMIN', 'MEMBER'] }
  const user = (method: string) => ({
    type: 'object', properties: { role, method: { type: 'string', enum: [method] } },
  }) // prettier-ignore
  const schema = { type: 'object', properties: { user: { anyOf: [user('local'), user('remote')] } } }
  const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
  const api = await exploredApi({ paths: { '/users': { post } } })
  const send = { user: { role: 'SYSTEM', method: 'local' } }
  const body = 'Cannot create users with SYSTEM role'
  const rejected = observed(api, api.operations[0] as never, { status: 400, type: 'text/plain', body, send })
  const attempts = attemptsFor(rejected)
  const bodies = attempts.flatMap(({ repairs }) =>
    repairs.map(({ apply }) => apply(rejected.case).call.body?.value),
  )
  expect(bodies).toEqual(['ADMIN', 'MEMBER'].map((one) => ({ user: { role: one, method: 'local' } })))
  expect(attempts.map(({ isRefusedBy }) => isRefusedBy(rejected))).toEqual([true, true])
})

test.each([
  ['4.5', 4.5, 1],
  ['a text', 'a', '1'],
  ['a flag', true, 1],
])('%s that is no integer becomes one, as it was sent', (_, size, wanted) => {
  const observed = refused(400, { errors: { size: ['Not a valid integer.'] } }, { size })
  const [first] = attemptsFor(observed)
  expect(first?.repairs[0]?.apply(observed.case).call.body?.value).toEqual({ size: wanted })
})

test('an item of a list that is the body meets what is demanded', () => {
  const observed = refused(422, { detail: [{ loc: ['body', 0, 'kind'], msg: 'must be one of: a, b' }] }, [
    zone,
  ])
  const [first] = attemptsFor(observed)
  expect(first?.repairs[0]?.apply(observed.case).call.body?.value).toEqual([{ ...zone, kind: 'a' }])
})

test('an optional member that a refusal names is added, as all that is optional has it', () => {
  const observed = refused(422, "'' is not a valid kind", {})
  const full = refused(400, '', zone).case.call
  const [first, ...others] = attemptsFor(observed, full)
  expect(first?.repairs.map(({ apply }) => apply(observed.case).call.body?.value)).toEqual([
    { kind: 'Native' },
  ])
  expect(first?.isDemanded).toBe(false)
  expect(first?.isRefusedBy(observed)).toBe(true)
  expect(first?.isRefusedBy(refused(422, "'' is not a valid kind", { kind: 'Native' }))).toBe(false)
  expect(others).toEqual([])
})

test.each([
  ['jwk.n is required', { jwk: { kid: 'a' } }, { jwk: { kid: 'a', n: 'b' } }],
  ['the modulus is missing', { keys: [{ kid: 'a' }] }, { keys: [{ kid: 'a', modulus: 'b' }] }],
  ['n is required', { jwk: { kid: 'a' } }, undefined],
  ['the n of the jwk is odd', { jwk: 'a' }, undefined],
  ['the modulus is missing', { keys: [] }, undefined],
])('an optional member of an object that %j names is added to %j', (message, sent, added) => {
  const full = { jwk: { kid: 'a', n: 'b' }, keys: [{ kid: 'a', modulus: 'b' }] }
  const observed = refused(422, message, sent)
  const bodies = attemptsFor(observed, refused(400, '', full).case.call).flatMap(({ repairs }) =>
    repairs.map(({ apply }) => apply(observed.case).call.body?.value),
  )
  if (added) expect(bodies).toContainEqual(added)
  else expect(bodies.filter((one) => JSON.stringify(one).includes('b'))).toEqual([])
})

test('a member that is missing is added to no list', () =>
  expect(attemptsFor(refused(422, 'missing property "secret"', ['a']))).toEqual([]))

test.each([
  [422, 'class name Zone-1 already exists', true],
  [409, "'Zone-1' is already taken", true],
  [409, 'name Zone-1 exists', true],
  [409, "'Zone-1' is locked", false],
  [403, "'Zone-1' already exists", false],
])('%i %s makes the text another one: %j', (status, message, isMade) => {
  const observed = refused(status, message, zone)
  const [first] = attemptsFor(observed)
  const names = [1, 2].flatMap(
    () => first?.repairs.map(({ apply }) => apply(observed.case).call.body?.value) ?? [],
  )
  if (!isMade) return expect(first).toBeUndefined()
  const another = { ...zone, name: expect.stringMatching(/^Zone-1\w{6,}$/) as unknown }
  expect(names).toEqual([another, another])
  expect(names[0]).not.toEqual(names[1])
  expect(first?.isRefusedBy(observed)).toBe(true)
})

test.each([
  ['post', '/spaces/{space}', /^system\w{6,}$/],
  ['post', '/spaces/{space}/open', undefined],
  ['put', '/spaces/{space}', undefined],
] as const)('%s %s, whose space already exists, is sent to %j', (method, path, wanted) => {
  const one = operationOf({ operationId: 'space', method, path })
  const call = { operation: one, path: { space: 'system' }, query: {}, header: {}, cookie: {} }
  const answer = { status: 409, body: { message: 'Space `system` already exists' } }
  const observedOne = observed(apiOf([one]), one, answer, { call, expectation: 'valid' })
  const [first] = attemptsFor(observedOne)
  const space = first?.repairs[0]?.apply(observedOne.case).call.path['space']
  expect(space).toEqual(wanted && expect.stringMatching(wanted))
})

test('a missing parameter has a value of its schema', () => {
  const parameter = parameterOf({ name: 'size', in: 'query', schema: { type: 'integer', minimum: 3 } })
  const sized = operationOf({
    operationId: 'addFile',
    method: 'post',
    path: '/files',
    parameters: [parameter],
  })
  const answer = { status: 400, body: { message: 'Parameter "size" is required.' } }
  const refused = observed(apiOf([sized]), sized, answer)
  const [first] = attemptsFor(refused)
  expect(first?.repairs[0]?.apply(refused.case).call.query).toEqual({ size: 3 })
})

test('a request without its optional body gets one', () => {
  const optional = operationOf({
    operationId: 'addFile',
    method: 'post',
    path: '/files',
    requestBody: {
      pointer: '',
      required: false,
      content: { 'application/json': { pointer: '', schema: { type: 'object' } } },
    },
  })
  const answer = { status: 400, body: { message: '"type" is required' } }
  const refused = observed(apiOf([optional]), optional, answer)
  const [first] = attemptsFor(refused)
  expect(first?.repairs[0]?.apply(refused.case).call.body).toEqual({
    mediaType: 'application/json',
    value: { type: 'Sample' },
  })
})

test('a UUID that is asked for is that of a known thing', () => {
  const id = '5d2cd333-58b1-4f53-9824-0a8c6886360b'
  const observed = refused(400, '"kind" must be a valid GUID', zone)
  const [first] = attemptsFor(observed, undefined, (name) => (name === 'kind' ? ['x', id] : []))
  expect(first?.repairs[0]?.apply(observed.case).call.body?.value).toEqual({ ...zone, kind: id })
})

test('a missing name is another one each time', () => {
  const observed = refused(422, 'missing property "login"', {})
  const [first] = attemptsFor(observed)
  const logins = [1, 2].map(() => memberAt(first?.repairs[0]?.apply(observed.case).call.body?.value, 'login'))
  expect(logins).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^sample\w{6,}$/) as unknown))
  expect(logins[0]).not.toBe(logins[1])
})

test('where no text is mentioned, names are another text, also inside members', () => {
  const body = { kind: 'a', traits: { email: 'a@example.com' }, note: 'b' }
  const observed = refused(409, 'This identity conflicts with another one that already exists.', body)
  const [first, ...others] = attemptsFor(observed)
  expect(first?.repairs.map(({ apply }) => apply(observed.case).call.body?.value)).toEqual([
    { ...body, traits: { email: expect.stringMatching(/^a\w{6,}@example\.com$/) as unknown } },
  ])
  expect(others).toEqual([])
})

test.each([
  ['itself', (file: unknown) => file, 'local'],
  ['what it is in', (file: unknown) => ({ type: 'object', properties: { data: file } }), 'local'],
  ['nothing', () => ({}), 'Sample'],
])('a missing member that no request has is as a response has it in %s', async (_, within, storage) => {
  const contentOf = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  const file = { type: 'object', properties: { storage: { type: 'string', example: 'local' } } }
  const post = {
    requestBody: contentOf({ type: 'object', properties: { title: { type: 'string' } } }),
    responses: {
      '201': { description: 'Stored.', ...contentOf(within({ $ref: '#/components/schemas/File' })) },
    },
  }
  const api = await exploredApi({
    paths: { '/files': { post } },
    components: { schemas: { File: file } },
  })
  const made = operationIn(api)
  const row = { status: 400, body: { message: '"storage" is required' }, send: { title: 'a' } }
  const refused = observed(api, made, row)
  const [first] = attemptsFor(refused)
  expect(first?.repairs[0]?.apply(refused.case).call.body?.value).toEqual({ title: 'a', storage })
})

test('a date that a request lacks stays absent where another one was put into the future', () => {
  const observed = refused(422, 'start lies in the past', { ...zone, start: '2026-01-15' })
  const [first] = attemptsFor(observed)
  const startOf = (sent: unknown): unknown =>
    first?.repairs.reduce((one, { apply }) => apply(one), refused(422, '', sent).case).call.body?.value
  expect(startOf({ ...zone, start: '2026-01-15' })).toEqual({ ...zone, start: '2096-01-15' })
  expect(startOf(zone)).toEqual(zone)
})

describe('what a refusal asks for is put into the request', () => {
  const body = { schema_version: '1', size: 200, pet: { name: 'Rex', tags: ['a', 'b', 'c'] }, note: 'x' }
  const full = { ...body, owner: { mail: 'a@example.com' }, pet: { ...body.pet, age: 3 } }
  const error = (at: unknown, msg: string) => ({ detail: [{ loc: at, msg }] })

  const demands = tableIn<[string, unknown, Record<string, unknown>][]>(import.meta.dirname, 'repair.yaml')

  test.each<[string, unknown, Record<string, unknown>]>([
    ...demands,
    [
      'a pattern',
      error(['body', 'note'], "String should match pattern '^[0-9]{3}$'"),
      { note: expect.stringMatching(/^\d{3}$/) as unknown },
    ],
  ])('%s', (name, message, members) => {
    const expected = Object.fromEntries(
      Object.entries({ ...body, ...members }).filter(([, value]) => value !== null),
    )
    const observed = refused(400, message, body)
    const [first] = attemptsFor(observed, refused(400, '', full).case.call)
    const changed = first?.repairs.reduce((sent, { apply }) => apply(sent), observed.case)
    expect(changed?.call.body?.value).toEqual(expected)
    expect(first?.isDemanded).toBe(true)
    expect(first?.isRefusedBy(observed)).toBe(true)
    // Any of the allowed values may be chosen.
    const isChoice = /listed|several/.test(name)
    expect(first?.isRefusedBy(refused(400, 'something else', body))).toBe(isChoice)
  })

  test('each of several values, one after the other', () => {
    const observed = refused(400, 'version value must be in list [1.0 1.1 1.2]', { version: 'x' })
    const sent = attemptsFor(observed).map(({ repairs }) =>
      repairs.reduce((one, { apply }) => apply(one), observed.case),
    )
    const bodies = sent.map(({ call }) => call.body?.value)
    expect(bodies.slice(0, 3)).toEqual(['1.0', '1.1', '1.2'].map((version) => ({ version })))
  })

  test('dates lie in the future and in their order, where a moment is refused', () => {
    const at = '2026-01-15T10:00:00Z'
    const dates = { endsAt: at, startsAt: at, day: '2026-01-15', note: 'x' }
    const [first] = attemptsFor(refused(400, 'start time must be before end time', dates))
    const changed = first?.repairs.reduce((sent, { apply }) => apply(sent), refused(400, '', dates).case)
    expect(changed?.call.body?.value).toEqual({
      ...dates,
      startsAt: '2096-01-15T10:00:00Z',
      day: '2097-01-15',
      endsAt: '2098-01-15T10:00:00Z',
    })
    expect(attemptsFor(refused(400, 'bad dates', dates))).toEqual([])
  })

  test.each<[string, object, object]>([
    ['an empty list', { pets: [] }, { pets: [] }],
    ['no list', {}, {}],
    ['a shorter list', { pets: [{ name: 'Rex' }] }, { pets: [{ name: 'Rex' }] }],
    ['a list as long', { pets: [{}, { age: 9 }] }, { pets: [{}, { age: 3 }] }],
  ])('a repair of an item is applied to a request with %s', (_, value, repaired) => {
    const long = { pets: [{ age: 1 }, { age: 5 }] }
    const [first] = attemptsFor(refused(400, error(['body', 'pets', 1, 'age'], 'must be at most 3'), long))
    expect(first?.repairs[0]?.apply(refused(400, '', value).case).call.body?.value).toEqual(repaired)
  })

  test('parameters too, and nothing where nothing is named', () => {
    const observed = refused(400, error(['query', 'limit'], 'must be at most 10'), {}, { limit: 50 })
    const [first] = attemptsFor(observed)
    expect(first?.repairs[0]?.apply(observed.case).call.query).toEqual({ limit: 10 })
    expect(attemptsFor(refused(400, 'Bad Request', body))).toEqual([])
    expect(attemptsFor(refused(403, 'size must be at most 10', body))).toEqual([])
  })
})

describe('a repair that helped one request', () => {
  const document = `
openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
  /zones:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [kind]
              properties: { kind: { enum: [a] }, note: { type: string }, text: { maxLength: 3 } }
              dependentRequired: { text: [note] }
      responses: { '201': { description: made } }
`
  const traits =
    '{ type: object, required: [email], properties: { email: { type: string, example: a@example.com } } }'
  const pair = '{ type: object, required: [name], properties: { name: { type: string, example: red } } }'

  test.each([
    ['{ example: red }', 'red', 'the note already exists', /^red\w{6,}$/],
    ['{ example: red }', 'red', 'the note is taken', /^red\w{6,}$/],
    [
      '{ example: AB-12, pattern: "^[A-Z]+-[0-9]{2}$" }',
      'AB-12',
      'the note is in use',
      /^(?!AB-12)[A-Z]{2}-\d\d$/,
    ],
    ['{ example: red }', 'red', 'the note exists', /^red$/],
    [traits, { email: 'a@example.com' }, 'this already exists', /^a\w{6,}@example\.com$/],
    [traits, { email: 'a@example.com' }, 'a@example.com is already taken', /^a\w{6,}@example\.com$/],
    [pair, { name: 'red' }, 'this was not found', /^red$/],
    [pair, { name: 'red', title: 'blue' }, 'this already exists', /^red$/],
  ])(
    'a note of %s that was %j is another one in every further case after %j',
    async (schema, note, body, expected) => {
      const api = await exploredApi(document.replace('note: { type: string }', `note: ${schema}`))
      const zones = operationIn(api)
      const session = sessionOf(api)
      const noteOf = async (): Promise<unknown> => {
        const made = memberAt((await session.validCase(zones, { full: true }))?.call.body?.value, 'note')
        return isObject(made) ? Object.values(made)[0] : made
      }
      expect(await noteOf()).toBe(isObject(note) ? Object.values(note)[0] : note)
      learnTaken(observed(api, zones, { status: 422, body, send: { kind: 'a', note } }))
      expect([await noteOf(), await noteOf()]).toEqual([
        expect.stringMatching(expected),
        expect.stringMatching(expected),
      ])
    },
  )

  const followed = async (hasWorked: boolean, second?: Row) => {
    const api = await exploredApi(document)
    const zones = operationIn(api)
    const session = sessionOf(api)
    const forbidden = { status: 403 }
    const send = vi.spyOn(session, 'send')
    send.mockImplementation(async (sent) => observed(api, zones, forbidden, sent))
    vi.spyOn(session.accepted, 'hasWorked').mockReturnValue(hasWorked)
    const full = await session.validCase(zones, { full: true })
    const first = observed(api, zones, forbidden)
    session.begun.set(zones, { first, full, second: second && observed(api, zones, second) })
    await followUp(session, zones)
    const further = await session.validCase(zones, { full: true })
    const bodyIn = (one: Case | undefined): unknown => one?.call.body?.value
    return { sent: send.mock.calls.map(([one]) => bodyIn(one)), further: bodyIn(further) }
  }

  test('what a request lacks that was refused, too, is in every further case', async () => {
    const { sent, further } = await followed(false)
    expect(sent).toContainEqual({ kind: 'a', note: expect.any(String) as unknown })
    expect(further).toHaveProperty('text')
  })

  test.each([false, true])(
    'where a case succeeded, texts are tried in no other form: %j',
    async (hasWorked) => {
      const second = { status: 422, body: "'Zone-1' is not canonical", send: { kind: 'a', note: 'Zone-1' } }
      const { sent } = await followed(hasWorked, second)
      const formed = expect.arrayContaining([{ kind: 'a', note: 'zone-1.example.' }]) as unknown
      expect(sent).toEqual(hasWorked ? [] : formed)
    },
  )

  test.each([
    ['note', 'x', 'valid'],
    ['text', 'x', 'open'],
    ['kind', 'b', 'open'],
  ])('with %s %j makes of another one that is %s', async (name, value, expectation) => {
    const api = await exploredApi(document)
    const zones = operationIn(api)
    const session = sessionOf(api)
    const apply = (sent: Case): Case => {
      const { body = { mediaType: '', value: {} } } = sent.call
      const changed = { ...(body.value as object), [name]: value }
      return { ...sent, call: { ...sent.call, body: { ...body, value: changed } } }
    }
    session.validCases.keepRepair(zones, { member: name, key: name, apply })
    const made = await session.validCase(zones, { smallest: true })
    expect(made).toMatchObject({ expectation, call: { body: { value: { [name]: value } } } })
  })
})
