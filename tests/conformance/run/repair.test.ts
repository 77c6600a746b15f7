import { smallestImage } from '../../../document/values/index.js'
import { describe, expect, test, vi } from 'vitest'
import { isObject, memberAt } from '../../../document/index.js'
import type { Call, Case, Observed } from '../../../conformance/model/case.js'
import { followUp } from '../../../conformance/run/first-calls.js'
import { attemptsFor, blamed, learnTaken } from '../../../conformance/run/repair.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { dueOf, tableIn } from '../../support/table.js'
import { apiOf, operationOf } from '../support/make.js'
import { observed, type Row } from '../support/observed.js'
import { sessionOf } from '../support/session.js'

const operation = operationOf({ operationId: 'createZone', method: 'post', path: '/zones' })

const refused = (status: number, body: unknown, send: unknown, query: Call['query'] = {}): Observed =>
  observed(apiOf([operation]), operation, { status, body, send, query })

interface Attempt {
  readonly what: string
  readonly status?: number
  readonly says: unknown
  readonly send?: unknown
  readonly query?: Call['query']
  /** Another operation than the creation of a zone. */
  readonly needs?: string
  /** A body with all that is optional. */
  readonly full?: object
  readonly known?: Readonly<Record<string, readonly unknown[]>>
  /** Another body that the repairs are applied to. */
  readonly applied?: unknown
  readonly isQuery?: true
  readonly all?: readonly unknown[]
  readonly some?: readonly unknown[]
  readonly first?: unknown
  readonly last?: readonly unknown[]
  /** A text that nothing tried has. */
  readonly never?: string
}

const tables = tableIn<{
  readonly document: object
  readonly demands: [string, unknown, Record<string, unknown>][]
  readonly attempts: readonly Attempt[]
}>(import.meta.dirname, 'repair.yaml')

const exploring = await exploredApi(tables.document)

const names = { IMAGE: smallestImage }

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

test.each(tables.attempts.map((row) => [row.what, row] as const))('what is tried is %s', (_, row) => {
  const { status = 400, says, send = zone, query = {}, needs, full, known = {}, applied } = row
  const operation = operationIn(exploring, needs ?? 'createZone')
  const rejected = observed(exploring, operation, { status, body: says, send, query })
  const attempts = attemptsFor(
    rejected,
    full === undefined ? undefined : refused(400, '', full).case.call,
    (name) => known[name] ?? [],
  )
  const start = applied === undefined ? rejected.case : refused(400, '', applied).case
  const made = attempts.flatMap(({ repairs }) => repairs.map(({ apply }) => apply(start).call))
  const tried = made.map((call) => (row.isQuery ? call.query : call.body?.value))
  if (row.all) expect(tried).toEqual(row.all.map((one) => dueOf(one)))
  for (const one of row.some ?? []) expect(tried).toContainEqual(dueOf(one, names))
  if (row.first !== undefined) expect(tried[0]).toEqual(dueOf(row.first))
  if (row.last) expect(tried.slice(-row.last.length)).toEqual(row.last.map((one) => dueOf(one)))
  if (row.never !== undefined) expect(JSON.stringify(tried)).not.toContain(row.never)
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

test('a missing name is another one each time', () => {
  const observed = refused(422, 'missing property "login"', {})
  const [first] = attemptsFor(observed)
  const logins = [1, 2].map(() => memberAt(first?.repairs[0]?.apply(observed.case).call.body?.value, 'login'))
  expect(logins).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/^sample\w{6,}$/) as unknown))
  expect(logins[0]).not.toBe(logins[1])
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

  test.each<[string, unknown, Record<string, unknown>]>([
    ...tables.demands,
    [
      'a pattern',
      { detail: [{ loc: ['body', 'note'], msg: "String should match pattern '^[0-9]{3}$'" }] },
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
