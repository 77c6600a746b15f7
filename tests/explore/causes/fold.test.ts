import { expect, test } from 'vitest'
import { foldByCause } from '../../../explore/causes/index.js'
import { judge } from '../../../explore/checks/index.js'
import type { Observed } from '../../../explore/model/observed.js'
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
    message: 'GET /items 200: an item lacks "name", and must have it',
    pointer: '#/components/schemas/Item',
    occurrences: 4,
    expected: 'an item must have it.',
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
