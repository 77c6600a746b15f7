import { expect, test } from 'vitest'
import { foldByCause, type Knowledge } from '../../../conformance/causes/fold.js'
import { takenIn } from '../../../conformance/causes/violations.js'
import { judge, judgeContrast } from '../../../conformance/checks/index.js'
import type { Observed, ExploreViolation } from '../../../conformance/model/case.js'
import { tableIn } from '../../support/table.js'
import { type Row, seen, seenAs } from '../checks/shop.js'

const tables = tableIn<{
  readonly failures: [string, number, ...(readonly [string, Row])[]][]
  readonly echoes: [string, unknown, string, Row, string?][]
}>(import.meta.dirname, 'fold.yaml')

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

test('refusals that are declared alike are wrong in one way, whatever the operation', async () => {
  const wrong = { status: 422, body: ['no'], type: 'application/json' }
  const violations = await violationsOf(seen('createItem', wrong), seen('getItem', wrong))
  const findings = foldByCause(violations).get('answers/body') ?? []
  expect(findings.map(({ operations }) => operations)).toEqual([['GET /items/{id}', 'POST /items']])
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
  const all = ['type', 'pattern', 'enum', 'maxLength'].map((keyword, index) =>
    invalid('createItem', keyword, `/${index}`),
  )
  const [finding, ...others] = foldByCause(await violationsOf(...all)).get('requests/invalid-refused') ?? []
  expect(others).toEqual([])
  expect(finding).toMatchObject({ occurrences: 4, operations: ['POST /items'] })
  const lenient = invalid('createItem', 'format', '/4')
  const both = foldByCause(await violationsOf(...all, lenient))
  expect([both.get('requests/invalid-refused')?.length, both.get('requests/lenient')]).toEqual([1, undefined])
  const refusing = foldByCause(await violationsOf(...all), {
    refusedIn: new Set(['POST /items body']),
  })
  expect(refusing.get('requests/invalid-refused')).toHaveLength(4)
  const few = ['minimum', 'maxLength', 'enum'].map((keyword, index) =>
    invalid('createItem', keyword, `/${index}`),
  )
  expect(foldByCause(await violationsOf(...few)).get('requests/invalid-refused')).toHaveLength(3)
})

test.each(tables.failures)('failures %s are %i', async (_, count, ...calls) => {
  const violations = await violationsOf(...calls.map(([operation, row]) => seenAs(operation, row)))
  expect(violations).toHaveLength(calls.length)
  const findings = foldByCause(violations).get('answers/server-error') ?? []
  expect(findings.map(({ message }) => message)).toHaveLength(count)
})

test('a request that was never made smaller is not blamed, nor an option without which it is refused', async () => {
  const violations = await violationsOf(
    seenAs('createItem', { status: 500, odd: 'nul' }),
    seenAs('changeItem', { status: 500, odd: 'nul' }),
    seenAs('listItems', { status: 500, query: { q: 'a', limit: 1 } }),
  )
  const said = (knowledge?: Knowledge): string[] =>
    (foldByCause(violations, knowledge).get('answers/server-error') ?? []).map(({ message }) => message)
  expect(said()).toEqual([
    'POST /items answered 500 to a request with a NUL character',
    'GET /items answered 500 to a request with q in the query and limit in the query',
  ])
  expect(said({ isUnsettled: () => true })).toEqual([
    'POST /items answered 500',
    'PATCH /items/{id} answered 500',
    'GET /items answered 500',
  ])
  const isFirst = (one: ExploreViolation): boolean => one === violations[0]
  expect(said({ isUnsettled: isFirst })).toContain('POST /items answered 500')
  const common = await violationsOf(
    ...['createItem', 'changeItem', 'listItems', 'health'].map((name) =>
      seenAs(name, { status: 500, odd: 'nul' }),
    ),
  )
  const isOne = (one: ExploreViolation): boolean => one === common[0]
  // What three operations are shown to fail for needs no proof for a fourth.
  expect(foldByCause(common, { isUnsettled: isOne }).get('answers/server-error')).toHaveLength(1)
  const others = await violationsOf(
    seenAs('listItems', { status: 500, query: { q: 'a' } }),
    seenAs('health', { status: 500, query: { q: 'a', s: 'b' } }),
  )
  const isOfHealth = (one: ExploreViolation): boolean => one === others[1]
  // A cause that was proven for another operation counts here too.
  expect(foldByCause(others, { isUnsettled: isOfHealth }).get('answers/server-error')).toHaveLength(1)
  const needing = violations.map((one) => Object.assign({}, one, { needed: ['query limit'] }))
  const messages = (foldByCause(needing).get('answers/server-error') ?? []).map(({ message }) => message)
  expect(messages).toContain('GET /items answered 500 to a request with q in the query')
})

test('failures beside one of a request that was carried out before are that one, and those made smaller are asked', async () => {
  const [failure, odd, told, ...options] = await violationsOf(
    seenAs('createItem', { status: 500 }),
    seenAs('createItem', { status: 500, odd: 'nul' }),
    seenAs('createItem', { status: 500, body: 'no such table: items' }),
    seenAs('listItems', { status: 500, query: { q: 'a', limit: 1 } }),
    seenAs('listItems', { status: 500, query: { s: 'a' } }),
  )
  if (!failure || !odd || !told) throw new RangeError('no violations')
  const steps = [seenAs('createItem', { status: 201 }), ...failure.steps]
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

test('a failure that was not repeated adds nothing to one that says the same', async () => {
  const [lasting, once] = await violationsOf(
    seenAs('createItem', { status: 500, body: 'no such table: items' }),
    seenAs('createItem', { status: 500, body: 'no such table: items', query: { q: 'a' } }),
  )
  if (!lasting || !once) throw new RangeError('no violations')
  const unrepeated = { ...once, cause: 'not repeated 500', isUnrepeated: true } as const
  const count = (...all: readonly ExploreViolation[]): number | undefined =>
    foldByCause(all).get('answers/server-error')?.length
  expect([count(lasting, unrepeated), count(unrepeated)]).toEqual([1, 1])
})

const item = { id: 1, name: 'a' }

test.each(tables.echoes)('an echo %s', async (_, sent, operation, row, rule) => {
  const response = seenAs(operation, row)
  const wrong = ['body', '/kind', 'type'] as const
  const isRight = JSON.stringify(sent) === '{"name":"a"}'
  const took = seenAs('createItem', { status: 201, body: item, send: sent, ...(!isRight && { wrong }) })
  const taken = (await Promise.all([took, response].map(takenIn))).flat()
  const found = [...foldByCause(await violationsOf(response), { taken }).keys()]
  expect(found.filter((one) => one.startsWith('answers/'))).toEqual(rule === undefined ? [] : [rule])
})

test('what the service reads as right is said where it comes back', async () => {
  const wrong = ['body', '/kind', 'type'] as const
  const send = { name: 'a', kind: null }
  const took = seenAs('createItem', { status: 201, body: item, send, wrong, coercible: true })
  expect(await takenIn(took)).toEqual([])
  expect(await takenIn(seenAs('createItem', { status: 400, send, wrong }))).toEqual([])
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

test.each<[string, readonly string[], number]>([
  ['not seen to refuse none', [], 1],
  ['seen to refuse none', ['GET /items'], 2],
])('wrong credentials among operations that need none: of one %s', async (_, locked, count) => {
  const item = { body: { id: 1, name: 'a' } }
  const violations = await violationsOf(
    seen('getItem', { ...item, call: { credentials: 'none' } }),
    seen('deleteItem', { status: 204, type: null, call: { credentials: 'none' } }),
    seen('listItems', { body: [], call: { credentials: 'wrong' } }),
  )
  const findings = foldByCause(violations, { locked: new Set(locked) }).get('security/required')
  expect(findings).toHaveLength(count)
})

// Responses, and how many findings they are: what differs in the value alone is said once.
test('values of one parameter, and one refusal of several parameters, are one finding', () => {
  const refuse = (operation: string, name: string, value: string, detail: string) => {
    const list = (own: string, telling: object) =>
      seen(operation, { ...telling, call: { query: { [name]: own } } })
    const refused = { status: 400, type: 'application/problem+json', body: { title: 'wrong', detail } }
    return judgeContrast(list('a', { body: [] }), list(value, refused))
  }
  const messages = (...violations: readonly (readonly ExploreViolation[])[]) =>
    (foldByCause(violations.flat()).get('requests/stricter-than-documented') ?? []).map(
      ({ message }) => message,
    )
  expect(
    messages(
      refuse('listItems', 'q', '(', 'q has an open parenthesis'),
      refuse('listItems', 'q', 'b =', 'q needs a value behind ='),
    ),
  ).toHaveLength(1)
  expect(
    messages(
      refuse('listItems', 'q', 'b', 'Invalid date q'),
      refuse('listItems', 's', 'b', 'Invalid date s'),
    ),
  ).toEqual(['GET /items refuses a value for q with 400, which the document allows; and so with s'])
  expect(
    messages(refuse('listItems', 'q', 'b', 'Invalid date q'), refuse('listItems', 's', 'b', 's is no city')),
  ).toHaveLength(2)
})

test('several media types of one response are one finding', async () => {
  const as = (type: string) => seen('health', { type, body: 'up' })
  const findings = foldByCause(await violationsOf(as('text/csv'), as('text/html'))).get('answers/media-type')
  expect(findings?.map(({ message }) => message.replace(/, and declares.*?(?=;)/, ''))).toEqual([
    'GET /health 200 has media type text/csv; and so with text/html',
  ])
})

test('one value that is wrong in two ways is one finding, of the rule that weighs more', async () => {
  const took = { status: 201, body: item }
  const rules = [
    ...foldByCause(
      await violationsOf(
        seenAs('createItem', { ...took, send: { stock: {} }, wrong: ['body', '/stock', 'type'] }),
        seenAs('createItem', {
          ...took,
          send: { stock: '5' },
          wrong: ['body', '/stock', 'type'],
          coercible: true,
        }),
      ),
    ),
  ]
  expect(rules.map(([rule, findings]) => [rule, findings.length])).toEqual([['requests/invalid-refused', 1]])
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
