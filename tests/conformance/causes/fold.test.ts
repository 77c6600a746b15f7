import { expect, test } from 'vitest'
import { foldByCause } from '../../../conformance/causes/index.js'
import { judge } from '../../../conformance/checks/index.js'
import type { Observed } from '../../../conformance/model/observed.js'
import { seen } from '../checks/shop.js'

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
    expected: 'An item with name, as its schema requires.',
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

const generic = { status: 500, type: 'text/plain', body: 'Internal Server Error' }
const odd = (kind: string) => ({ peculiarities: [{ kind, in: 'body', at: '/name' }] }) as const
const broken = (at: string, keyword: string) =>
  ({
    expectation: 'invalid',
    deviation: { in: 'body', at, keyword, pointer: '#/x', says: 'is wrong' },
  }) as const

test.each<[string, readonly Observed[], number]>([
  [
    'is one with a plain request that fails',
    [
      seen('createItem', { ...generic, case: odd('nul') }),
      seen('createItem', generic),
      seen('createItem', { ...generic, case: broken('/kind', 'enum') }),
      seen('createItem', { ...generic, case: { ...broken('', 'type'), ...odd('null') } }),
    ],
    1,
  ],
  [
    'whose values are common is one',
    [
      seen('createItem', { ...generic, case: odd('quotes') }),
      seen('createItem', { ...generic, case: odd('fraction') }),
    ],
    1,
  ],
  [
    'without a body, and with a list or null as one, is one',
    [
      seen('createItem', { ...generic, case: broken('', 'required') }),
      seen('createItem', { ...generic, case: { ...broken('', 'type'), ...odd('null') } }),
    ],
    1,
  ],
  [
    'is one over operations where one kind of value leads to it',
    [
      seen('createItem', { ...generic, case: odd('nul') }),
      seen('changeItem', { ...generic, case: odd('nul') }),
    ],
    1,
  ],
  ['of another operation is another', [seen('createItem', generic), seen('changeItem', generic)], 2],
  [
    'that says something else is another',
    [
      seen('createItem', generic),
      seen('createItem', { ...generic, body: 'no table "items"', case: odd('nul') }),
    ],
    2,
  ],
  [
    'that breaks the connection is one',
    [
      seen('createItem', { noAnswer: 'broken', case: odd('nul') }),
      seen('createItem', { noAnswer: 'broken' }),
      seen('createItem', { noAnswer: 'broken', call: { credentials: 'none' } }),
    ],
    1,
  ],
])('a failure %s', async (_, answers, count) => {
  const violations = await violationsOf(...answers)
  expect(violations).toHaveLength(answers.length)
  expect(foldByCause(violations).get('answers/server-error')).toHaveLength(count)
})

test('what one object lacks is one finding that lists it', async () => {
  const violations = await violationsOf(
    seen('getItem', { body: {} }),
    seen('changeItem', { body: { id: 1 } }),
  )
  const findings = foldByCause(violations).get('answers/body') ?? []
  expect(findings).toHaveLength(1)
  expect(findings[0]?.message).toMatch(/the body lacks id and name, which the schema requires$/)
  expect(findings[0]?.expected).toBe('A body with id and name, as its schema requires.')
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
    'the body lacks id, which the schema requires; kind is a number, where only "book", "film" is declared',
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

test('whatever is wrong with one value is one finding, and so are bodies of another kind', async () => {
  const wrong = (operation: string, keyword: string, at: string) =>
    seen(operation, {
      status: operation === 'createItem' ? 201 : 202,
      body: { id: 1, name: 'a' },
      call: { body: { mediaType: 'application/json', value: [] } },
      case: {
        expectation: 'invalid',
        deviation: { in: 'body', at, keyword, pointer: `#/components/schemas/New${at}`, says: 'is wrong' },
      },
    })
  const of = async (...answers: readonly Observed[]) =>
    [...foldByCause(await violationsOf(...answers)).values()].map((findings) => findings.length)
  expect(await of(wrong('createItem', 'type', '/kind'), wrong('createItem', 'enum', '/kind'))).toEqual([1])
  expect(await of(wrong('createItem', 'type', ''), wrong('createItem', 'type', ''))).toEqual([1])
})
