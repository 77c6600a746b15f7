import { expect, test } from 'vitest'
import { foldByCause } from '../../../conformance/causes/index.js'
import { judge } from '../../../conformance/checks/index.js'
import type { Observed } from '../../../conformance/model/observed.js'
import { type Row, seen, seenAs } from '../checks/shop.js'

const violationsOf = async (...answers: readonly Observed[]) =>
  (await Promise.all(answers.map(judge))).flatMap(({ violations }) => violations)

const lacking = { id: 1 }

test('a broken component is one finding over all operations, the smallest evidence first', async () => {
  const many = { body: [lacking], headers: { 'X-Total': '1' }, call: { query: { q: 'long'.repeat(9) } } }
  const violations = await violationsOf(
    seen('changeItem', {
      body: lacking,
      call: { path: { id: '7' }, body: { mediaType: 'application/json', value: { name: 'a' } } },
    }),
    seen('listItems', many),
    seen('getItem', { body: lacking }),
    seen('getItem', { body: lacking }),
  )
  const [finding, ...others] = foldByCause(violations).get('answers/body') ?? []
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    message: 'GET /items 200: an item lacks name, which the schema requires',
    pointer: '#/components/schemas/Item',
    occurrences: 4,
    expected: 'A body that satisfies its schema.',
    operations: ['GET /items', 'GET /items/{id}', 'PATCH /items/{id}'],
  })
  expect(finding?.evidence.map(({ request }) => request.method)).toEqual(['GET', 'GET', 'PATCH'])
})

test('causes of one rule are findings of their own, those first that most operations show', async () => {
  const violations = await violationsOf(
    seen('getItem', { body: { ...lacking, name: 1 } }),
    seen('getItem', { body: lacking }),
    seen('changeItem', { body: lacking }),
  )
  const findings = foldByCause(violations).get('answers/body') ?? []
  expect(findings.map(({ operations = [] }) => operations.length)).toEqual([2, 1])
})

test('a sequence is evidence as a whole, in the order of sending', () => {
  const steps = [seen('createItem', { status: 201 }), seen('getItem', { status: 404 })]
  const violation = { rule: 'state/readable', message: 'gone', expected: 'it', cause: 'x', steps } as const
  const [finding] = foldByCause([violation]).get('state/readable') ?? []
  expect(finding).toMatchObject({ isSequence: true, operations: ['GET /items/{id}'] })
  expect(finding?.evidence).toEqual(steps.map(({ exchange }) => exchange))
})

const invalid = (operation: string, keyword: string, at: string): Observed =>
  seen(operation, {
    status: 201,
    body: { id: 1, name: 'a' },
    call: { path: {}, body: { mediaType: 'application/json', value: {} } },
    case: {
      expectation: 'invalid',
      deviation: {
        in: 'body',
        at,
        keyword,
        pointer: `#/components/schemas/New${at}`,
        says: `${at} breaks ${keyword}`,
      },
    },
  })

test('a service that validates nothing is one finding, and one that overlooks a little is not', async () => {
  const all = ['type', 'required', 'enum', 'maxLength'].map((keyword, index) =>
    invalid('createItem', keyword, `/${index}`),
  )
  const [finding, ...others] = foldByCause(await violationsOf(...all)).get('requests/invalid-refused') ?? []
  expect(others).toEqual([])
  expect(finding).toMatchObject({ occurrences: 4, operations: ['POST /items'] })
  const few = ['minimum', 'maxLength', 'enum'].map((keyword, index) =>
    invalid('createItem', keyword, `/${index}`),
  )
  expect(foldByCause(await violationsOf(...few)).get('requests/invalid-refused')).toHaveLength(3)
})

const mute = { status: 500, type: 'text/plain', body: 'Internal Server Error' }
const locked = (what: string) => ({ ...mute, body: `${what}: database is locked` })
const wrongType = (value: unknown) => ({ ...mute, send: value, wrong: ['body', '', 'type'] }) as const
const wrongKind = { ...mute, send: { kind: 'x' }, wrong: ['body', '/kind', 'enum'] } as const

// Calls that fail, each of an operation, and how many findings they are.
test.each<[string, readonly (readonly [string, Row])[], number]>([
  [
    'with a plain request that fails',
    [
      ['createItem', { ...mute, odd: ['nul'] }],
      ['createItem', mute],
      ['createItem', wrongKind],
      ['createItem', wrongType(null)],
    ],
    1,
  ],
  [
    'whose values are common',
    [
      ['createItem', { ...mute, odd: ['quotes'] }],
      ['createItem', { ...mute, odd: ['fraction'] }],
    ],
    1,
  ],
  [
    'without a body, and with another kind of one',
    [
      ['createItem', { ...mute, wrong: ['body', '', 'required'] }],
      ['createItem', wrongType(null)],
    ],
    1,
  ],
  [
    'for one kind of value',
    [
      ['createItem', { ...mute, odd: ['nul'] }],
      ['changeItem', { ...mute, odd: ['nul'] }],
    ],
    1,
  ],
  [
    'for a list in place of an object',
    [
      ['createItem', wrongType(['a'])],
      ['changeItem', wrongType(['a'])],
      ['changeItem', wrongType(null)],
      ['createItem', { ...mute, send: ['a'], expectation: 'open' }],
    ],
    1,
  ],
  [
    'for a list, and for null',
    [
      ['createItem', wrongType(['a'])],
      ['changeItem', wrongType(null)],
    ],
    2,
  ],
  [
    'for one parameter',
    [
      ['listItems', { ...mute, query: { q: 'a' } }],
      ['health', { ...mute, query: { q: 'b' } }],
    ],
    1,
  ],
  [
    'for one member',
    [
      ['createItem', { ...mute, send: { name: 'a', note: 'b' } }],
      ['changeItem', { ...mute, send: { name: 'a', note: 'c' } }],
    ],
    1,
  ],
  [
    'for one parameter, where it has another',
    [
      ['listItems', { ...mute, query: { q: 'a' } }],
      ['health', { ...mute, query: { q: 'b', s: 'a' } }],
    ],
    1,
  ],
  [
    'for two parameters',
    [
      ['listItems', { ...mute, query: { q: 'a' } }],
      ['health', { ...mute, query: { limit: 1 } }],
    ],
    2,
  ],
  [
    'of two operations',
    [
      ['createItem', mute],
      ['changeItem', mute],
    ],
    2,
  ],
  [
    'of two operations behind a gateway',
    [
      ['createItem', { ...mute, status: 502 }],
      ['changeItem', { ...mute, status: 502 }],
    ],
    1,
  ],
  [
    'with two statuses',
    [
      ['createItem', { ...mute, odd: ['nul'] }],
      ['changeItem', { ...mute, status: 502, odd: ['nul'] }],
    ],
    2,
  ],
  [
    'of a locked database',
    [
      ['createItem', locked('INSERT')],
      ['changeItem', locked('UPDATE')],
      ['getItem', locked('SELECT')],
    ],
    1,
  ],
  [
    'that say something else',
    [
      ['createItem', mute],
      ['createItem', { ...mute, body: 'no table "items"', odd: ['nul'] }],
    ],
    2,
  ],
  [
    'that break the connection',
    [
      ['createItem', { noAnswer: 'broken', odd: ['nul'] }],
      ['createItem', { noAnswer: 'broken' }],
      ['createItem', { noAnswer: 'broken', credentials: 'none' }],
    ],
    1,
  ],
])('failures %s', async (_, rows, count) => {
  const violations = await violationsOf(...rows.map(([operation, row]) => seenAs(operation, row)))
  expect(violations).toHaveLength(rows.length)
  const findings = foldByCause(violations).get('answers/server-error') ?? []
  expect(findings.map(({ message }) => message)).toHaveLength(count)
})

test('what one object lacks is one finding that lists it', async () => {
  const violations = await violationsOf(
    seen('getItem', { body: {} }),
    seen('changeItem', { body: { id: 1 } }),
  )
  const findings = foldByCause(violations).get('answers/body') ?? []
  expect(findings).toHaveLength(1)
  expect(findings[0]?.message).toMatch(/the body lacks id and name, which the schema requires$/)
})

test('what different answers show of one object are findings of their own', async () => {
  const violations = await violationsOf(
    seen('getItem', { body: { name: 'a', kind: 1 } }),
    seen('changeItem', { body: {} }),
    seen('changeItem', { body: { id: 1 } }),
  )
  const findings = foldByCause(violations).get('answers/body') ?? []
  expect(findings.map(({ message }) => message.replace(/.*: /, '')).toSorted()).toEqual([
    'the body lacks id and name, which the schema requires',
    'the body lacks id, which the schema requires; kind must be "book" or "film", not a number',
  ])
})

test('operations that anybody may call are one finding, and wrong credentials add nothing to none', async () => {
  const item = { body: { id: 1, name: 'a' } }
  const findings = foldByCause(
    await violationsOf(
      seen('getItem', { ...item, call: { credentials: 'none' } }),
      seen('getItem', { ...item, call: { credentials: 'wrong' } }),
      seen('deleteItem', { status: 204, type: null, call: { credentials: 'none' } }),
    ),
  ).get('security/required')
  expect(findings).toHaveLength(1)
  expect(findings?.[0]?.message).toMatch(/^2 operations that require credentials are carried out without/)
})

test('requests that are wrong in one way are one finding, which names all members', async () => {
  const wrong = (operation: string, keyword: string, at: string, value: unknown) =>
    seenAs(operation, { status: 201, body: { id: 1, name: 'a' }, send: value, wrong: ['body', at, keyword] })
  const messagesOf = async (...responses: readonly Observed[]) =>
    (foldByCause(await violationsOf(...responses)).get('requests/invalid-refused') ?? []).map(
      ({ message, pattern }) => [message, pattern],
    )
  const start = 'POST /items answered 201 to a request that is wrong: '
  expect(
    await messagesOf(
      wrong('createItem', 'type', '/kind', { kind: {} }),
      wrong('createItem', 'type', '/note', { note: {}, name: 'a' }),
      wrong('createItem', 'enum', '/kind', { kind: 'x', name: 'abc' }),
    ),
  ).toEqual([[`${start}kind is wrong; and so with note`, `${start}kind is wrong*`]])
  expect(
    await messagesOf(
      wrong('createItem', 'type', '/kind', { kind: {} }),
      wrong('createItem', 'maxLength', '/name', { name: 'x' }),
    ),
  ).toHaveLength(2)
  expect(
    await messagesOf(wrong('createItem', 'type', '', []), wrong('createItem', 'type', '', null)),
  ).toHaveLength(1)
})
