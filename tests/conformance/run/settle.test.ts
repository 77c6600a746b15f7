import { expect, test } from 'vitest'
import { judge } from '../../../conformance/checks/judge.js'
import type { Call, Case, ExploreViolation, Observed } from '../../../conformance/model/case.js'
import { NotAllowed } from '../../../conformance/model/explorer.js'
import { ExploreSession } from '../../../conformance/run/explore-session.js'
import { Failing, Found } from '../../../conformance/causes/violations.js'
import { settle } from '../../../conformance/run/settle.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { caseOf, observed, type Row } from '../support/observed.js'
import { row } from '../../support/table.js'

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

const answered = 'PATCH /rooms/{id} answered 500'
const cut = 'PATCH /rooms/{id} broke the connection without a response'

/** A status, and 200 after it. */
const once = (status: number): (() => number) => {
  const left = [status]
  return () => left.pop() ?? 200
}

/** The statuses of the responses; no further request is allowed. */
const untilForbidden = (...left: number[]): (() => number) => {
  return () => left.pop() ?? forbid()
}

const forbid = (): never => {
  throw new NotAllowed('it hung twice')
}

/** The finding after the failure of a row was settled. */
const settled = async (
  row: Row,
  first: number,
  statusFor: (call: Call) => number,
  textFor: (call: Call) => string = () => '',
  failing = new Failing(),
  isDeleting = false,
  isSeen = true,
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
      isSeen: () => isSeen,
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

test.each<[string, number, readonly (readonly [string, number])[], (id: unknown) => number]>([
  row('a thing that was deleted since is repeated with another thing', 500, [[answered, 2]], (id) =>
    id === 2 ? 500 : 403,
  ),
  row('a service that is too busy to repeat it stays as it was', 500, [[answered, 1]], () => 429),
  row('a connection that broke once is none', 0, [], () => 200),
  row('a connection that broke twice is none', 0, [], once(0)),
  row('a connection that breaks again is one', 0, [[cut, 2]], () => 0),
  row(
    'a connection that breaks once more, before it may not be tried again, is one',
    0,
    [[cut, 2]],
    untilForbidden(0),
  ),
  row('a connection that may not be tried again is none', 0, [], untilForbidden()),
  row('a connection that broke before the thing was gone is none', 0, [], () => 404),
  row('a gateway that was busy once is none', 503, [], () => 200),
])('a failure of %s', async (_what, first, shown, statusFor) => {
  const found = await settled({ path: { id: 1 }, send: {} }, first, ({ path }) => statusFor(path['id']))
  expect(found.map(({ message, steps }) => [message, steps[0]?.case.call.path['id']])).toEqual(shown)
})

test.each<[string, () => number, boolean, readonly string[]]>([
  row('not found later', () => 404, true, [`${answered}, and 404 when it was sent again later`]),
  row('not found later, though nothing was deleted meanwhile', () => 404, false, [answered]),
  row('still failing later', () => 500, true, [answered]),
  row('not sent again', forbid, true, []),
])('a failure while the thing was deleted, which is %s', async (_what, statusFor, isDeleting, messages) => {
  const found = await settled({ path: { id: 1 }, send: {} }, 500, statusFor, undefined, undefined, isDeleting)
  expect(found.map(({ message }) => message)).toEqual(messages)
})

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

test('a failure about what no response ever showed is not repeated by a 404', async () => {
  const found = await settled(
    { path: { id: 1 }, send: {} },
    500,
    () => 404,
    undefined,
    undefined,
    false,
    false,
  )
  expect(found.map(({ message }) => message)).toEqual([`${answered}, and 404 when it was sent again later`])
})

test('an operation that fails often keeps its failures, and not a response that was lost once', async () => {
  const found = [500, 0].map((first) =>
    settled({ path: { id: 1 }, send: {} }, first, () => 200, undefined, lasting(500)),
  )
  expect((await Promise.all(found)).map((one) => one.length)).toEqual([1, 0])
})

test('an operation that always fails is not said to fail without a body', async () => {
  const [violation] = await settled({ path: { id: 1 }, send: {} }, 500, () => 500)
  expect(violation).toMatchObject({ message: answered, steps: [{ case: { call: { body: { value: {} } } } }] })
})

test('nothing smaller is looked for once the thing is gone', async () => {
  const send = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`member${index}`, index]))
  const statuses = [500, ...Array.from({ length: 100 }, () => 404)]
  let sent = 0
  const [violation] = await settled({ path: { id: 1 }, send }, 500, () => statuses[sent++] ?? 404)
  expect(violation).toMatchObject({
    message: answered,
    steps: [{ case: { call: { body: { value: send } } } }],
  })
  // Once to see whether it repeats, five times in vain, and once more because nothing smaller showed it.
  expect(sent).toBe(7)
})

test('a failure about a thing that is missing later is not made smaller', async () => {
  let sent = 0
  const statusFor = (): number => (sent++, 404)
  const found = await settled({ path: { id: 1 }, send: { name: 'a', size: 1 } }, 500, statusFor)
  expect([found.map(({ message }) => message), sent]).toEqual([[answered], 1])
})

test('a wrong response that no smaller request shows is not due to chance, whatever comes later', async () => {
  const statuses = [202, 200]
  const [violation] = await settled({ path: { id: 1 }, send: {} }, 202, () => statuses.shift() ?? 200)
  expect(violation?.message).not.toContain('when it was sent again later')
})

const kinds = { operations: [] }

test('what confirms a suspicion may take longer than its document, and nothing else may', async () => {
  const client = { cutAt: 0, longestDownMs: 0, mostAtOnce: 4, ended: undefined }
  const facts = {
    session: { client },
    learned: { api, pool: { kinds, creations: { cleaningMs: () => 0 }, firstLists: { readingMs: 0 } } },
    settings: { seed: 1, allowWrites: true, concurrency: 4 },
    isAnonymous: () => true,
    signal: new AbortController().signal,
    deadline: Date.now() - 1,
    overtimeMs: 60_000,
    longestCleaningMs: 5_000,
  }
  const session = new ExploreSession(facts as unknown as ConstructorParameters<typeof ExploreSession>[0])
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
    new ExploreSession({
      session: { client: { longestDownMs, mostAtOnce } },
      learned: {
        api,
        pool: { kinds, creations: { cleaningMs: () => cleaningMs }, firstLists: { readingMs } },
      },
      settings: { seed: 1, allowWrites, concurrency: 4 },
      isAnonymous: () => true,
      deadline: 100_000,
      longestCleaningMs: 25_000,
    } as unknown as ConstructorParameters<typeof ExploreSession>[0]).endsAt
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
    new ExploreSession({
      session: { creations: { isFull }, client: { mostAtOnce: 4 } },
      learned: { api, pool: { kinds, creations: { cleaningMs: () => cleaningMs } } },
      settings: { seed: 1, allowWrites: true, concurrency: 4 },
      longestCleaningMs: 10_000,
    } as unknown as ConstructorParameters<typeof ExploreSession>[0]).mayCreate
  expect([mayCreate(4_900), mayCreate(5_000), mayCreate(0, true)]).toEqual([true, false, false])
})

test('a request that fails by chance, and no smaller one, is not blamed', async () => {
  const statuses = [500, 200, 200, 200]
  const [violation] = await settled(
    { path: { id: 1 }, send: { name: 'a', size: 1 } },
    500,
    () => statuses.shift() ?? 200,
  )
  expect(violation?.message).toBe(`${answered}, and 200 when it was sent again later`)
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

test.each([500, 503])(
  'an operation that failed with %i for some time, and not at last, is not blamed',
  async (status) => {
    const row = { path: { id: 1 }, send: {} }
    const found = await settled(row, status, () => 200, undefined, lasting(status))
    const message = `PATCH /rooms/{id} answered ${status}, and 200 when it was sent again later`
    expect(found).toMatchObject([{ message, isUnrepeated: true }])
  },
)
