import { expect, test } from 'vitest'
import { judge } from '../../../conformance/checks/judge.js'
import { distinctIn } from '../../../conformance/requests/distinct.js'
import { tableIn } from '../../support/table.js'
import type { Row } from '../support/observed.js'
import { seen } from './shop.js'

const failureOf = async (operation: string, row: Row) => {
  const { violations } = await judge(seen(operation, { status: 500, ...row }))
  expect(violations.map(({ rule }) => rule)).toEqual(['answers/server-error'])
  const { cause, message = '', pattern } = violations[0] ?? {}
  return { cause, pattern, text: message.replace(/^.*? answered \d+(: )?/, '') }
}

/** Rows: a name, the unusual parts of a response, and the result. */
const tables = tableIn<{
  readonly causes: [string, Row, string, string?][]
  readonly mute: [string, Row][]
  readonly requests: [string, string, Row, string][]
}>(import.meta.dirname, 'failures.yaml')

const text = (body: string): Row => ({ body, type: 'text/plain' })

test.each(tables.causes)('the cause is %s', async (_, row, key, shown = key) => {
  const { cause, text: came, pattern } = await failureOf('getItem', row)
  expect([cause, came]).toEqual([`500 ${key}`, shown])
  if (!key.includes('#')) return
  expect(pattern).toBe(`GET /items/{id} answered 500: ${key.replaceAll('#', '*')}`)
})

test.each(tables.mute)('a text %s names no cause', async (_, row) =>
  expect((await failureOf('getItem', row)).cause).toBe('500 #/paths/~1items~1{id}/get'),
)

test.each(tables.requests)('else the cause is %s', async (_, operation, row, cause) =>
  expect((await failureOf(operation, row)).cause).toBe(cause),
)

test.each<[string, Row]>([
  [': 2xx where the request is right, 4xx where it is wrong.', text('no pets')],
  [' to a request that is wrong: q is wrong.', { ...text('no pets'), wrong: ['query', '/q', 'type'] }],
  [
    ': 2xx where the request is right, 4xx where it is wrong.',
    { ...text(''), wrong: ['query', '/q', 'type'] },
  ],
])('what was expected says what is wrong if the message does not%s', async (end, row) => {
  const { violations } = await judge(seen('getItem', { status: 500, ...row }))
  expect(violations[0]?.expected).toBe(`A status below 500${end}`)
})

test('a text that the run made unique for another request is no part of the cause', async () => {
  const made = distinctIn(seen('getItem', { status: 500 }).api)
  const body = (): string => `Pet[name=Rex-${made()}] was changed meanwhile`
  const [{ cause }, other] = [await failureOf('getItem', text(body())), await failureOf('getItem', text(body()))] // prettier-ignore
  expect([cause, other.cause]).toEqual(
    Array.from({ length: 2 }, () => '500 Pet[name=#] was changed meanwhile'),
  )
})

test('a long text is cut', async () => {
  const { text: shown, pattern } = await failureOf('getItem', text(`wrong: ${'word '.repeat(90)}`))
  expect([shown.length, shown.at(-1), pattern?.at(-1)]).toEqual([160, '…', '*'])
})

test.each([1_100, 100_000])('a sent text that is longer than a line is removed: %i', async (length) => {
  const q = 'x'.repeat(length)
  const { cause } = await failureOf('listItems', {
    body: { message: `unknown pet ${q}, try another` },
    query: { q },
  })
  expect(cause).toBe('500 unknown pet #, try another')
})

test('a body that cannot be read is none of another type', async () => {
  const row: Row = {
    ...text('Internal Server Error'),
    send: ['a'],
    raw: '["a"',
    wrong: ['body', '', 'syntax'],
  }
  expect((await failureOf('createItem', row)).cause).toBe('500 body syntax')
})
