import { lacking } from '../../../conformance/checks/body.js'
import { expect, test } from 'vitest'
import { checks } from '../../../conformance/checks/checks.js'
import { judge, judgeExchange } from '../../../conformance/checks/judge.js'
import { tableIn } from '../../support/table.js'
import type { Row } from '../support/observed.js'
import { seen, shop } from './shop.js'

type Exchanges = [what: string, operation: string, row: Row, ...violations: string[]][]

const tables = tableIn<{
  readonly right: Exchanges
  readonly wrong: Exchanges
  readonly others: Exchanges
  readonly words: [object, string][]
  readonly requests: [string, Row, string, string?][]
  readonly values: [string, string, string, string][]
  readonly headers: [string, string][]
}>(import.meta.dirname, 'judge.yaml')

const item = '#/components/schemas/Item'
const found = async (operation: string, row: Row): Promise<string[]> => {
  const { violations } = await judge(seen(operation, row))
  return violations.map(({ rule, cause }) => `${rule}: ${cause}`)
}

const whole = (text: string): string =>
  text
    .replace('ITEM', item)
    .replace('LIST', '#/paths/~1items/get/responses/200')
    .replace('ONE', '#/paths/~1items~1{id}/get/responses/200/content/application~1json')

test.each(tables.right)('%s is right', async (_, operation, row, ...violations) =>
  expect(await found(operation, row)).toEqual(violations),
)

test.each(tables.wrong)('%s is wrong', async (_, operation, row, ...violations) =>
  expect(await found(operation, row)).toEqual(violations.map(whole)),
)

test.each(tables.words)('%j is said in words that fit it', async (members, words) => {
  const { violations } = await judge(seen('getItem', { body: { id: 1, name: 'a', ...members } }))
  expect(violations.map(({ message }) => message)).toEqual([`GET /items/{id} 200: ${words}`])
})

test.each(tables.headers)('the value %j of a header %s', async (value, words) => {
  const { violations } = await judge(seen('listItems', { body: [], headers: { 'X-Total': value } }))
  expect(violations.map(({ message }) => message)).toEqual([`GET /items 200: the header X-Total ${words}`])
})

test.each(tables.requests)(
  'a wrong request of %s, %j, is told at %s, and is about %s',
  async (operation, row, pointer, about) => {
    const body = operation === 'listItems' ? [] : { id: 1, name: 'a' }
    const status = operation === 'listItems' ? 200 : 201
    const { violations } = await judge(seen(operation, { status, body, headers: { 'X-Total': '1' }, ...row }))
    expect(violations.map((one) => [one.pointer, one.about])).toEqual([[pointer, about]])
  },
)

test('every check has a row that it passes, and one that it does not', async () => {
  const rules = [
    ...new Set(checks.flatMap((check) => ('also' in check ? [check.rule, check.also] : [check.rule]))),
  ]
  const passed = await Promise.all(
    tables.right.map(async ([, operation, row]) => judge(seen(operation, row))),
  )
  const broken = new Set(
    tables.wrong.flatMap(([, , , ...violations]) => violations.map((one) => one.replace(/:.*/, ''))),
  )
  expect(rules.filter((rule) => !passed.some(({ judged }) => judged.includes(rule)))).toEqual([])
  expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
})

test.each([
  [
    'getItem',
    { body: { id: 1, name: 'a' }, headers: { 'X-Total': '1' } },
    ['media-type', 'body', 'format', 'headers'],
  ],
  ['readAccount', { body: { name: 'a' } }, ['media-type', 'body', 'format', 'write-only']],
  ['readAccount', { type: null }, ['body', 'format']],
] as const)('a response of %s, %j, is judged by %j', async (operation, row, own) => {
  const { judged } = await judge(seen(operation, row))
  const rules = ['server-error', 'status', ...own].map((name) => `answers/${name}`)
  expect(judged).toEqual(rules)
})

test('a method is undeclared for a path that only ends like one with the method', async () => {
  const { case: made, exchange, ...rest } = seen('getItem', { method: 'put', body: { id: 1, name: 'a' } })
  const operation = { ...made.call.operation, path: '/shelves/{id}/tags' }
  const request = { ...exchange.request, url: `${shop.baseUrl}/shelves/7/tags` }
  const { violations } = await judge({
    ...rest,
    case: { ...made, call: { ...made.call, operation } },
    exchange: { ...exchange, request },
  })
  expect(violations.map(({ rule }) => rule)).toEqual(['methods/undeclared'])
})

const refusals: readonly (readonly [string, Row])[] = [
  ['createItem', { type: null, send: { name: 5 }, wrong: ['body', '/name', 'type', ''] }],
  ['getItem', { type: null, credentials: 'none' }],
  ['readMe', { type: null, credentials: 'wrong' }],
  ['getItem', { type: null, method: 'put' }],
]

test.each([
  [400, true],
  [429, false],
  [500, false],
  [503, false],
])('whether %i shows that the service refuses what it should: %s', async (status, shows) => {
  const judged = await Promise.all(
    refusals.map(([operation, row]) => judge(seen(operation, { ...row, status }))),
  )
  const rules = judged.flatMap((one) => one.judged).filter((rule) => !rule.startsWith('answers/'))
  const all = ['requests/invalid-refused', 'security/required', 'security/made-up', 'methods/undeclared']
  expect(rules).toEqual(shows ? all : [])
})

test.each(tables.others)('of a request of somebody else: %s', async (_, operation, row, ...rules) => {
  const { exchange, case: made } = seen(operation, row)
  const { isGeneral, ...tolerances } = row.tolerances ?? {}
  const { violations } = await judgeExchange(shop, made.call.operation, exchange, {
    ...tolerances,
    ...(isGeneral && { isGeneral: (of, status) => of.operationId === 'getItem' && status === 409 }),
  })
  expect(violations.map(({ rule }) => rule)).toEqual(rules)
})

test.each(tables.values)('%s', async (_, operation, body, words) => {
  const { violations } = await judge(seen(operation, { body, headers: { 'X-Total': '1' } }))
  expect(violations.map(({ message }) => message.replace(/^.*? 200: /, ''))).toEqual([words])
})

test.each([
  ['is missing, and required', '/lines/3/text', 'lines/*/text is missing, and required'],
  ['is no object', '', 'the body is no object'],
  ['name is a number', '/name', 'name is a number'],
])('a wrong request is named: %s', async (says, at, words) => {
  const row = {
    status: 201,
    body: { id: 1, name: 'a' },
    send: {},
    wrong: ['body', at, 'enum', says],
  } as const
  const { violations } = await judge(seen('createItem', row))
  expect(violations.map(({ message }) => message)).toEqual([
    `POST /items answered 201 to a request that is wrong: ${words}`,
  ])
})

test.each([
  ['none', 'without credentials'],
  ['without bearer', 'without bearer'],
] as const)('ways to be let in are alternatives: %s', async (credentials, words) => {
  const { violations } = await judge(seen('readMe', { credentials }))
  expect(violations.map(({ message }) => message)).toEqual([
    `GET /me answered 200 ${words}, and requires bearer or bearer and key`,
  ])
})

test.each([
  ['abcdefgh', 'it lacks a, b, c, d, e, f, g and h, which the schema requires'],
  ['abcdefghi', 'it lacks a, b, c, d, e, f, g, h and others, which the schema requires'],
])('a message names at most eight members: %s', (names, message) =>
  expect(lacking('it', names.split(''))).toBe(message),
)
