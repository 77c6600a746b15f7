import { expect, test } from 'vitest'
import { judgeContrast } from '../../../conformance/checks/refusals.js'
import { tableIn } from '../../support/table.js'
import { exploredApi, operationIn } from '../../support/explored-api.js'
import { observed, type Row } from '../support/observed.js'
import { seen } from './shop.js'

const tables = tableIn<{
  readonly refused: [string, object, string, string?][]
  readonly words: [object, string, string][]
  readonly bodies: [string, object, unknown, string?][]
  readonly beyond: [object, string, string?][]
  readonly depends: string
}>(import.meta.dirname, 'refusals.yaml')

const base = {
  name: 'a',
  kind: 'book',
  stock: 1,
  note: 'x',
  flag: false,
  vendorId: 'v',
  lines: [{ text: 'a' }],
}
const changed = (changes: object): object =>
  Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([, value]) => value !== 'absent'))

const long = 'x'.repeat(20)

const made: Row = { status: 201, body: { id: 1, name: 'a' } }
const create = (value: unknown, row: Row = made) => seen('createItem', { ...row, send: value })
const refusal = (text: string): Row => ({
  status: 400,
  type: 'application/problem+json',
  body: { title: 'wrong', detail: text },
})
const proven = 'requests/valid-accepted'
const likely = 'requests/stricter-than-documented'

test.each(tables.refused)('a right request is refused for %s', (_, changes, text, rule) => {
  const violations = judgeContrast(create(base), create(changed(changes), refusal(text)))
  expect(violations.map((one) => one.rule)).toEqual(rule === undefined ? [] : [rule])
  for (const { steps } of violations) expect(steps).toHaveLength(2)
})

test.each(tables.words)('a refusal of %j is said in English', (changes, text, words) => {
  const [violation] = judgeContrast(create(base), create(changed(changes), refusal(text)))
  expect(violation?.message).toBe(`POST /items refuses ${words} with 400, which the document allows`)
})

test.each([
  [{ stock: 2 }, 'with 2, as it is with 1'],
  [{ name: 'b' }, 'with "b", as it is with "a"'],
  [{ note: 'absent' }, 'without it, as it is with "x"'],
])('the values of both requests are named: %j', (changes, words) => {
  const text = `${Object.keys(changes).join()} must be another`
  const [violation] = judgeContrast(create(base), create(changed(changes), refusal(text)))
  expect(violation?.expected).toBe(`The request is carried out ${words}; or the document forbids that.`)
})

test.each([
  ['kind is invalid', ['POST /shapes refuses "text" for kind with 400, which the document allows']],
  ['content is invalid', []],
])('another branch of a union is refused for its tag: %s', async (text, messages) => {
  const branch = (kind: string, member: object) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, ...member },
  })
  const schema = {
    discriminator: { propertyName: 'kind' },
    oneOf: [
      branch('circle', { radius: { type: 'number' } }),
      branch('text', { content: { type: 'string' } }),
    ],
  }
  const requestBody = { content: { 'application/json': { schema } } }
  const post = { requestBody, responses: { 201: { description: 'Created' } } }
  const api = await exploredApi({ paths: { '/shapes': { post } } })
  const operation = operationIn(api)
  const accepted = observed(api, operation, { status: 201, send: { kind: 'circle', radius: 1 } })
  const refused = observed(api, operation, { ...refusal(text), send: { kind: 'text', content: 'a' } })
  expect(judgeContrast(accepted, refused).map(({ message }) => message)).toEqual(messages)
})

test.each(tables.bodies)('a refusal is read as %s writes it: %j', (_, changes, body, rule) => {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const refused = create(changed(changes), { status: 400, type, body })
  expect(judgeContrast(create(base), refused).map((one) => one.rule)).toEqual(rule ? [rule] : [])
})

test.each(tables.beyond)('a refusal of %j proves nothing with: %s', (changes, text, rule) => {
  const violations = judgeContrast(create(base), create(changed(changes), refusal(text)))
  expect(violations.map((one) => one.rule)).toEqual(rule ? [rule] : [])
})

test.each([
  [25, likely],
  [26, proven],
])('a value may be compared with the number of another member, %i', (limit, rule) => {
  const sent = { ...base, stock: 25 }
  const refused = create({ ...sent, kind: 'film' }, refusal(`kind must be less than ${limit}`))
  expect(judgeContrast(create(sent), refused).map((one) => one.rule)).toEqual([rule])
})

test.each(tables.depends.split('; '))('a refusal proves nothing because kind film %s', (words) =>
  expect(
    judgeContrast(create(base), create(changed({ kind: 'film' }), refusal(`kind film ${words}`))),
  ).toEqual([]),
)

test.each([2 ** 15, 2 ** 16, 2 ** 20])('a refusal of a text of %i characters is read', (length) => {
  const note = 'x'.repeat(length)
  for (const text of ['note is too long', `note ${note} is too long`]) {
    const [violation] = judgeContrast(create(base), create(changed({ note }), refusal(text)))
    expect(violation?.rule).toBe('requests/stricter-than-documented')
  }
})

test('a refusal to read needs no reason', () => {
  const refused = { status: 400, type: 'application/json', body: { error: 'bad request' } }
  const list = (query: Record<string, unknown>, row: Row = { body: [] }) =>
    seen('listItems', { ...row, query })
  const rules = (query: Record<string, unknown>) =>
    judgeContrast(list({ q: 'a', sort: 'name' }), list(query, refused)).map(({ rule }) => rule)
  expect(rules({ q: 'a', sort: 'price' })).toEqual([proven])
  expect(rules({ q: 'b', sort: 'name' })).toEqual([])
})

test('null in a query is written as an empty text, so a refusal of that shows nothing', () => {
  const refused = {
    status: 422,
    type: 'application/json',
    body: { detail: 'level must be one of low, high' },
  }
  const list = (query: Record<string, unknown>, row: Row = { body: [] }) =>
    seen('listItems', { ...row, query })
  for (const level of [null, ''])
    expect(judgeContrast(list({ level: 'low' }), list({ level }, refused))).toEqual([])
  expect(judgeContrast(list({ level: 'low' }), list({ level: 'high' }, refused))).toHaveLength(1)
})

test('a value of a parameter is refused for the same reason in all', () => {
  const list = (query: object, row: Row = { body: [] }) => seen('listItems', { ...row, query: { ...query } })
  const causeOf = (query: object, text: string) =>
    judgeContrast(list({}), list(query, refusal(text)))[0]?.cause
  expect(causeOf({ q: 'b' }, 'q is no word')).toBe('400 query free # is no word')
  expect(causeOf({ s: 'b' }, 's is no word')).toBe('400 query free # is no word')
})

test('a service may refuse what is fit for nothing', () => {
  const nul = create({ ...base, name: 'a\0' }, refusal('name is invalid'))
  expect(judgeContrast(create(base), nul)).toEqual([])
  const ofNull = create({ ...base, note: null }, refusal('note must be a string'))
  expect(judgeContrast(create(base), ofNull)).toHaveLength(1)
})

test('a refusal counts beside what was carried out, and where it speaks of the request', () => {
  const wrong = { ...base, kind: 'film' }
  const refused = create(wrong, refusal('kind is invalid'))
  expect(judgeContrast(create(base, refusal('kind is invalid')), refused)).toEqual([])
  for (const status of [401, 403, 404, 409, 429, 500]) {
    expect(judgeContrast(create(base), create(wrong, { ...refusal('kind is invalid'), status }))).toEqual([])
  }
})

test('what is refused alike is one cause in all operations, and what is not is another', () => {
  const violationOf = (operation: 'createItem' | 'changeItem', value: object, text: string) => {
    const call = (body: unknown, row: Row) => seen(operation, { ...row, send: body })
    return judgeContrast(call(base, made), call({ ...base, ...value }, refusal(text)))[0]
  }
  const causeOf = (...of: Parameters<typeof violationOf>) => violationOf(...of)?.cause
  // The changed thing may decide which value can follow another.
  expect(violationOf('changeItem', { kind: 'film' }, 'kind is invalid')?.rule).toBe(likely)
  const stock = causeOf('createItem', { stock: 7 }, 'stock 7 must be a multiple of 5')
  expect(causeOf('changeItem', { stock: 8 }, 'stock 8 must be a multiple of 5')).toBe(stock)
  expect(causeOf('changeItem', { stock: 8 }, 'stock must be even')).not.toBe(stock)
  // The first name is one of very many, the second has its longest length.
  const name = 'name is no plain word'
  expect(causeOf('createItem', { name: 'b-c' }, name)).toBe(causeOf('createItem', { name: long }, name))
  expect(causeOf('createItem', { note: 'b' }, 'note is invalid')).not.toBe(
    causeOf('changeItem', { name: 'b' }, 'name is invalid'),
  )
})
