import { expect, test } from 'vitest'
import { foldByCause, type Knowledge } from '../../../conformance/causes/fold.js'
import { takenIn } from '../../../conformance/causes/violations.js'
import { judge } from '../../../conformance/checks/judge.js'
import { judgeContrast } from '../../../conformance/checks/refusals.js'
import type { Observed, ExploreViolation } from '../../../conformance/model/case.js'
import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'
import { type Finding, mergeFindings } from '../../../conformance/model/finding.js'
import { exploredApi } from '../../support/explored-api.js'
import { dueOf, tableIn } from '../../support/table.js'
import { seen } from '../checks/shop.js'
import { observed, type Row } from '../support/observed.js'

type Known = 'refusedIn' | 'locked'

const tables = tableIn<{
  readonly folded: {
    readonly what: string
    readonly seen: readonly [string, Row][]
    readonly known?: Readonly<Partial<Record<Known, readonly string[]>>>
    /** No response showed the things in the paths of calls. */
    readonly isUnknown?: true
    /** Indices of violations whose requests were never made smaller. */
    readonly unsettled?: readonly number[]
    /** Members of violations by index. */
    readonly changes?: Readonly<Record<number, Partial<ExploreViolation>>>
    /** The findings of each rule, or how many there are. */
    readonly found: Readonly<Record<string, number | readonly object[]>>
  }[]
  readonly failures: [string, number, ...(readonly [string, Row])[]][]
  readonly echoes: [string, unknown, string, Row, string?][]
  readonly contrasts: [string, ExploreRuleId, [string, object, object, string][], number | string[]][]
}>(import.meta.dirname, 'fold.yaml')

const violationsOf = async (...answers: readonly Observed[]) =>
  (await Promise.all(answers.map(judge))).flatMap(({ violations }) => violations)

const folded = tables.folded.map((row) => [row.what, row] as const)

test.each(folded)(
  '%s',
  async (_, { seen: rows, known = {}, found, isUnknown, unsettled = [], changes = {} }) => {
    const knowledge = Object.entries(known).map(([name, values]) => [name, new Set(values)])
    const judged = await violationsOf(...rows.map(([operation, row]) => seen(operation, row)))
    const violations = judged.map((one, index) => Object.assign({}, one, changes[index]))
    const findings = [
      ...foldByCause(violations, {
        ...(Object.fromEntries(knowledge) as Knowledge),
        ...(isUnknown && { isUnknown: ({ path }) => path['id'] !== undefined }),
        isUnsettled: (one) => unsettled.some((index) => violations[index] === one),
      }),
    ]
    expect(findings.map(([rule]) => rule).toSorted()).toEqual(Object.keys(found).toSorted())
    for (const [rule, own] of findings) {
      const due = found[rule] ?? []
      if (typeof due === 'number') expect(own).toHaveLength(due)
      else expect(own).toMatchObject(due.map((one) => Object(dueOf(one)) as object))
    }
  },
)

test('refusals that are wrong in one way are merged later too, whatever the operation and the value', async () => {
  const seenAt = async (operation: string, title: unknown): Promise<readonly Finding[]> => {
    const violations = await violationsOf(seen(operation, { status: 422, body: { title } }))
    return foldByCause(violations).get('answers/body') ?? []
  }
  const found = [
    ...(await seenAt('createItem', 1)),
    ...(await seenAt('getItem', 1)),
    ...(await seenAt('getItem', ['a'])),
  ]
  expect(found).toHaveLength(3)
  const operations = ['POST /items', 'GET /items/{id}']
  expect(mergeFindings(found)).toMatchObject([{ occurrences: 3, operations }])
})

test('a header that is wrong in one way is one finding, whatever the status', async () => {
  const response = {
    description: 'Any.',
    headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
  }
  const responses = { '200': response, '201': response, '404': response }
  const paths = { '/items': { get: { responses }, post: { responses } } }
  const api = await exploredApi({ paths })
  const rowsOf = (more: Pick<Row, 'headers'>) =>
    [[0, 200], [1, 201], [0, 404]].map(([index = 0, status = 0]) => observed(api, api.operations[index] as never, { status, type: null, ...more })) // prettier-ignore
  const found = async (more: Pick<Row, 'headers'>) =>
    foldByCause(await violationsOf(...rowsOf(more))).get('answers/headers')
  const operations = ['GET /items', 'POST /items']
  expect(await found({ headers: { 'X-Total': 'many' } })).toMatchObject([{ operations }])
  expect(await found({})).toMatchObject([{ operations }])
})

test('a sequence is evidence as a whole, in the order of sending', () => {
  const steps = [seen('createItem', { status: 201 }), seen('getItem', { status: 404 })]
  const violation = { rule: 'state/readable', message: 'gone', expected: 'it', cause: 'x', steps } as const
  const [finding] = foldByCause([violation]).get('state/readable') ?? []
  expect(finding).toMatchObject({ isSequence: true, operations: ['GET /items/{id}'] })
  expect(finding?.evidence).toEqual(steps.map(({ exchange }) => exchange))
})

test.each(tables.failures)('failures %s are %i', async (_, count, ...calls) => {
  const violations = await violationsOf(...calls.map(([operation, row]) => seen(operation, row)))
  expect(violations).toHaveLength(calls.length)
  const findings = foldByCause(violations).get('answers/server-error') ?? []
  expect(findings.map(({ message }) => message)).toHaveLength(count)
})

test.each([
  ['the same words', 'access/rules', {}, 1],
  ['the same word', 'rules', {}, 2],
  ['the same words, for an odd value in one', 'access/rules', { odd: 'nul' as const }, 2],
  ['the same words, with a message in one', 'access/rules', { body: 'no such table in the shop' }, 2],
])('plain failures of two operations whose paths end with %s', async (_, end, row, count) => {
  const put = { responses: { '204': { description: 'Done.' } } }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const paths = { [`/items/{id}/${end}`]: { parameters, put }, [`/orders/{id}/${end}`]: { parameters, put } }
  const api = await exploredApi({ paths })
  const mute = { status: 500, type: 'text/plain', body: 'Internal Server Error' }
  const rows = api.operations.map((one, index) => observed(api, one, { ...mute, ...(index > 0 && row) }))
  expect(foldByCause(await violationsOf(...rows)).get('answers/server-error')).toHaveLength(count)
})

test.each([
  ['that never succeeded', ['post', 'patch', 'put'], {}, 1],
  ['of which one succeeded', ['post', 'patch', 'put'], { hasWorked: ({ method }) => method === 'put' }, 3],
  ['of which there are two', ['post', 'patch'], {}, 2],
  ['and a read', ['post', 'patch', 'put', 'get'], {}, 2],
] satisfies [string, string[], Knowledge, number][])(
  'plain failures of writes of one kind of thing %s',
  async (_, methods, known, count) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
    const of = (some: string[]) => Object.fromEntries(methods.filter((one) => some.includes(one)).map((one) => [one, { responses: {} }])) // prettier-ignore
    const paths = { '/items': of(['post', 'patch', 'get']), '/items/{id}': { parameters, ...of(['put']) } }
    const api = await exploredApi({ paths })
    const mute = { status: 500, type: 'text/plain', body: 'Internal Server Error' }
    const violations = await violationsOf(...api.operations.map((one) => observed(api, one, mute)))
    const found = foldByCause(violations, { hasWorked: () => false, ...known }).get('answers/server-error')
    expect(found).toHaveLength(count)
  },
)

test('failures beside one of a request that was carried out before are that one, and those made smaller are asked', async () => {
  const [failure, odd, told, ...options] = await violationsOf(
    seen('createItem', { status: 500 }),
    seen('createItem', { status: 500, odd: 'nul' }),
    seen('createItem', { status: 500, body: 'no such table: items' }),
    seen('listItems', { status: 500, query: { q: 'a', limit: 1 } }),
    seen('listItems', { status: 500, query: { s: 'a' } }),
  )
  if (!failure || !odd || !told) throw new RangeError('no violations')
  const steps = [seen('createItem', { status: 201 }), ...failure.steps]
  const second = { ...failure, message: 'again', cause: 'repeated 500', steps }
  const settled = options.map((one, index) =>
    index === 0 ? Object.assign({}, one, { needed: ['query limit'] }) : one,
  )
  const findings = foldByCause([second, odd, told, ...settled]).get('answers/server-error') ?? []
  expect(findings.map(({ message }) => message).toSorted()).toEqual([
    'GET /items answered 500',
    'GET /items answered 500 to a request with q in the query',
    'POST /items answered 500: no such table: items',
    'again',
  ])
})

const item = { id: 1, name: 'a' }

test.each(tables.echoes)('an echo %s', async (_, sent, operation, row, rule) => {
  const response = seen(operation, row)
  const wrong = ['body', '/kind', 'type'] as const
  const isRight = JSON.stringify(sent) === '{"name":"a"}'
  const took = seen('createItem', { status: 201, body: item, send: sent, ...(!isRight && { wrong }) })
  const taken = (await Promise.all([took, response].map(takenIn))).flat()
  const found = [...foldByCause(await violationsOf(response), { taken }).keys()]
  expect(found.filter((one) => one.startsWith('answers/'))).toEqual(rule === undefined ? [] : [rule])
})

test('a name that a wrong value came back under is known later, too', async () => {
  const status = 201
  const wrong = ['body', '/name', 'type'] as const
  const took = seen('createItem', { status, body: { ...item, kind: 5 }, send: { name: 5 }, wrong })
  const later = seen('listShelf', { body: [{ ...item, kind: 5 }] })
  const violations = await violationsOf(took, later)
  const found = foldByCause(violations, { taken: await takenIn(took) }).get('answers/body')
  expect(found).toBeUndefined()
})

test('a wrong value that a change took is repeated below something else, too', async () => {
  const wrong = ['body', '/kind', 'enum'] as const
  const taken = await takenIn(seen('changeItem', { body: item, send: { kind: 'zz' }, wrong }))
  const later = await violationsOf(seen('listShelf', { body: [{ ...item, kind: 'zz' }] }))
  expect(later).toHaveLength(1)
  expect(foldByCause(later, { taken }).size).toBe(0)
})

test('a wrong value is merged with others of its kind later', async () => {
  const found = async (name: unknown) =>
    foldByCause(await violationsOf(seen('getItem', { body: { ...item, name } }))).get('answers/body') ?? []
  const all = [...(await found(1)), ...(await found(true)), ...(await found(['a']))]
  expect(mergeFindings(all)).toHaveLength(1)
})

test('what the service reads as right is said where it comes back', async () => {
  const wrong = ['body', '/kind', 'type'] as const
  const send = { name: 'a', kind: null }
  const took = seen('createItem', { status: 201, body: item, send, wrong, coercible: true })
  expect(await takenIn(took)).toEqual([])
  expect(await takenIn(seen('createItem', { status: 400, send, wrong }))).toEqual([])
})

test.each(tables.contrasts)('refusals of %s are told together', (_, rule, pairs, due) => {
  const violations = pairs.flatMap(([operation, right, wrong, detail]) => {
    const isRead = operation === 'listItems'
    const asked = (own: object): Row =>
      isRead ? { query: { ...own }, body: [] } : { send: own, status: 201, body: item }
    const refused = { status: 400, type: 'application/problem+json', body: { title: 'wrong', detail } }
    return judgeContrast(seen(operation, asked(right)), seen(operation, { ...asked(wrong), ...refused }))
  })
  expect(violations).toHaveLength(pairs.length)
  const messages = (foldByCause(violations).get(rule) ?? []).map(({ message }) => message)
  if (typeof due === 'number') expect(messages).toHaveLength(due)
  else expect(messages).toEqual(due)
})
