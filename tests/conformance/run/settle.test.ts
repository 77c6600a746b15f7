import { expect, test } from 'vitest'
import { judge } from '../../../conformance/checks/judge.js'
import type { Call, Case, ExploreViolation, Observed } from '../../../conformance/model/case.js'
import { NotAllowed } from '../../../conformance/model/explorer.js'
import type { ExploreSession } from '../../../conformance/run/explore-session.js'
import { Failing, Found } from '../../../conformance/causes/violations.js'
import { settle } from '../../../conformance/run/settle.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { caseOf, observed, type Row } from '../support/observed.js'
import { sessionWith } from '../support/session.js'
import { tableIn } from '../../support/table.js'

const api = await exploredApi(`
openapi: 3.1.0
info: { title: Rooms, version: '1' }
paths:
  /rooms/{id}:
    patch:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '200': { description: changed } }
`)

interface Scene {
  readonly what: string
  readonly first: number
  readonly then: Status | readonly Status[]
  readonly ofOther?: number
  readonly send?: object
  readonly lasting?: number
  readonly isDeleting?: true
  readonly isUnseen?: true
  readonly found: readonly string[]
  readonly id?: number
  readonly body?: object
  readonly isUnrepeated?: true
  /** The number of requests. */
  readonly asked?: number
}
type Status = number | 'forbidden'

const { rows } = tableIn<{ readonly rows: readonly Scene[] }>(import.meta.dirname, 'settle.yaml')

const answered = 'PATCH /rooms/{id} answered 500'

/** The finding after the failure of a row was settled. */
const settled = async (
  row: Row,
  first: number,
  statusFor: (call: Call) => number,
  textFor: (call: Call) => string = () => '',
  { failing = new Failing(), isDeleting = false, isUnseen = false } = {},
): Promise<readonly ExploreViolation[]> => {
  const operation = operationIn(api)
  const seen = (sent: Case, status: number): Observed => {
    const said = { status, type: null, body: textFor(sent.call) }
    return observed(api, operation, status === 0 ? { noAnswer: 'broken' } : said, sent)
  }
  const { violations } = await judge(seen(caseOf(operation, row), first))
  expect(violations).toHaveLength(1)
  const found = new Found()
  for (const one of violations) found.add(one)
  const session = {
    found,
    pool: {
      current: (call: Call) => ({ ...call, path: { id: 2 } }),
      valuesFor: () => [],
      removals: { overlap: () => isDeleting },
      isSeen: () => !isUnseen,
      isCreated: () => false,
    },
    failing,
    accepted: { of: () => [] },
    refused: [],
    givenUp: new Set(),
    unsettled: [...violations],
    doubts: new Map(),
    sendUnjudged: async (sent: Case) => seen(sent, statusFor(sent.call)),
  }
  await settle(session as unknown as ExploreSession)
  return found.violations
}

/** Failures of an operation for some time. */
const lasting = (status: number): Failing => {
  const operation = operationIn(api)
  const failing = new Failing()
  for (const sentAt of [0, 1_000, 3_000]) {
    const failed = observed(api, operation, { status })
    failing.add({ ...failed, exchange: { ...failed.exchange, sentAt } })
  }
  return failing
}

test.each(rows.map((row) => [row.what, row] as const))('a failure %s', async (_, row) => {
  const { first, then, ofOther, send = {}, lasting: status, isDeleting, isUnseen } = row
  const left = [then].flat()
  let asked = 0
  const statusFor = ({ path }: Call): number => {
    asked++
    const next = path['id'] === 2 && ofOther !== undefined ? ofOther : left[0]
    if (Array.isArray(then) && next !== 'forbidden') left.shift()
    if (next === 'forbidden') throw new NotAllowed('it hung twice')
    return next ?? 200
  }
  const state = { isDeleting, isUnseen, ...(status !== undefined && { failing: lasting(status) }) }
  const found = await settled({ path: { id: 1 }, send }, first, statusFor, undefined, state)
  expect(found.map(({ message }) => message)).toEqual(row.found)
  const { path, body } = found[0]?.steps[0]?.case.call ?? {}
  if (row.id !== undefined) expect(path?.['id']).toBe(row.id)
  if (row.body) expect(body?.value).toEqual(row.body)
  if (row.asked !== undefined) expect(asked).toBe(row.asked)
  if (row.isUnrepeated) expect(found).toMatchObject([{ isUnrepeated: true }])
})

const kinds = { operations: [] }

test('what confirms a suspicion may take longer than its document, and nothing else may', async () => {
  const client = { cutAt: 0, longestDownMs: 0, mostAtOnce: 4, ended: undefined }
  const facts = {
    session: { client },
    learned: { api, pool: { kinds, creations: { cleaningMs: () => 0 }, firstLists: { readingMs: 0 } } },
    settings: { seed: 1, allowWrites: true, concurrency: 4 },
    signal: new AbortController().signal,
    deadline: Date.now() - 1,
    overtimeMs: 60_000,
    longestCleaningMs: 5_000,
  }
  const session = sessionWith(facts)
  const seen = (): unknown => [session.isOver, client.cutAt]
  expect(seen()).toEqual([true, 0])
  await session.confirm(() => Promise.resolve(expect(seen()).toEqual([false, 60_000])))
  const failed = session.confirm(() => Promise.reject(new RangeError('failed')))
  await expect(failed).rejects.toThrow('failed')
  expect(seen()).toEqual([true, 0])
})

test('a run ends early enough to delete what it created', () => {
  const endsFor = (
    cleaningMs: number,
    longestDownMs = 0,
    allowWrites = true,
    readingMs = 0,
    mostAtOnce = 4,
  ) =>
    sessionWith({
      session: { client: { longestDownMs, mostAtOnce } },
      learned: {
        api,
        pool: { kinds, creations: { cleaningMs: () => cleaningMs }, firstLists: { readingMs } },
      },
      settings: { seed: 1, allowWrites, concurrency: 4 },
      deadline: 100_000,
      longestCleaningMs: 25_000,
    }).endsAt
  expect([
    endsFor(0),
    endsFor(9_000),
    endsFor(40_000),
    endsFor(9_000, 30_000),
    endsFor(9_000, 0, false),
  ]).toEqual([100_000, 91_000, 75_000, 70_000, 100_000])
  // What lists need is reserved too, up to a part of it.
  expect([
    endsFor(9_000, 0, true, 4_000),
    endsFor(9_000, 0, true, 4_000, 1),
    endsFor(9_000, 0, true, 60_000),
  ]).toEqual([90_000, 87_000, 83_500])
})

test('a run creates no more than there is time to delete', () => {
  const mayCreate = (cleaningMs: number, isFull = false): boolean =>
    sessionWith({
      session: { creations: { isFull }, client: { mostAtOnce: 4 } },
      learned: { api, pool: { kinds, creations: { cleaningMs: () => cleaningMs } } },
      settings: { seed: 1, allowWrites: true, concurrency: 4 },
      longestCleaningMs: 10_000,
    }).mayCreate
  expect([mayCreate(4_900), mayCreate(5_000), mayCreate(0, true)]).toEqual([true, false, false])
})

test('neither is an odd value in it, in what was expected', async () => {
  const odd = { path: { id: 1 }, send: { name: 'a\0' } }
  const isOdd = ({ body }: Call): boolean => JSON.stringify(body ?? '').includes(String.raw`\u0000`)
  const expected = async (statusFor: (call: Call) => number): Promise<string | undefined> =>
    (await settled(odd, 500, statusFor, () => 'cannot be stored'))[0]?.expected
  expect(await Promise.all([expected(() => 200), expected((call) => (isOdd(call) ? 500 : 200))])).toEqual([
    'A status below 500.',
    'A status below 500 to a request with a NUL character.',
  ])
})

test('a request that succeeds once a smaller one has succeeded is not blamed', async () => {
  const left = [500]
  const statusFor = ({ body }: Call): number => {
    const { name, size } = Object(body?.value)
    if (name !== undefined) return size === undefined ? 200 : 500
    return size === 1 ? (left.pop() ?? 200) : 200
  }
  const [violation] = await settled({ path: { id: 1 }, send: { name: 'a', size: 1 } }, 500, statusFor)
  expect(violation?.message).toBe(`${answered}, and 200 when it was sent again later`)
})

test('a smaller request that fails with another message shows another failure', async () => {
  const send = { name: 'long name', size: 1 }
  const isNamed = ({ body }: Call): boolean => Object.hasOwn(Object(body?.value), 'name')
  const textFor = (call: Call): string => (isNamed(call) ? 'cannot store the name' : 'no table has items')
  const [violation] = await settled({ path: { id: 1 }, send }, 500, () => 500, textFor)
  expect(violation?.message).toBe(`${answered}: cannot store the name`)
})
