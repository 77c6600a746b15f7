import { describe, expect, test } from 'vitest'
import { headerValue, headerValues, jsonBody } from '../../../conformance/exchange/exchange.js'
import { foldFindings, mergeFindings } from '../../../conformance/model/finding.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { isMarketData, plainReads } from '../../../conformance/rules/probe.js'
import { isVersionError, refusesVersion } from '../../../conformance/exchange/reading.js'
import { exchangeOf, operationOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly errors: [number, string, boolean, boolean][]
  readonly market: [string[], string, boolean][]
}>(import.meta.dirname, 'model.yaml')

describe('headers', () => {
  const headers = [
    ['Vary', 'Origin'],
    ['X-Other', 'x'],
    ['vary', 'X-API-Version'],
  ] as const

  test('are found in any letter case, every line of them', () => {
    expect(headerValues(headers, 'VARY')).toEqual(['Origin', 'X-API-Version'])
    expect(headerValue(headers, 'vary')).toBe('Origin, X-API-Version')
    expect(headerValue(headers, 'absent')).toBeUndefined()
  })
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['\uFEFF[1]', [1]],
  ['null', null],
  ['<html>', undefined],
  ['', undefined],
  ['[{"a":1}', undefined],
  [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, undefined],
])('a body %j', (body, value) => expect(jsonBody({ status: 200, headers: [], body })).toEqual(value))

test.each(tables.errors)('a version error %d %s', (status, text, isError, refuses) => {
  const exchange = exchangeOf({ status, body: text })
  expect([isVersionError(exchange), refusesVersion(exchange)]).toEqual([isError, refuses])
})

test.each(tables.market)('market data %j %s: %s', (tags, path, is) =>
  expect(isMarketData({ tags, path })).toBe(is),
)

test('a stream, which never ends, is not a plain read', () => {
  const content = (type: string) => ({ '200': { pointer: '#/a', content: { [type]: {} } } })
  const [plain, stream] = ['application/json', 'text/event-stream'].map((type, index) =>
    operationOf({ path: `/${index}`, method: 'get', responses: content(type) as never }),
  )
  const operations = {
    routes: new Map(Object.entries({ plain, stream })),
    relativePath: ({ path }: { path: string }) => path,
  }
  const context = { under: { operations } } as unknown as ScenarioContext
  expect(plainReads(context)).toEqual([plain])
})

describe('findings', () => {
  const exchanges = Array.from({ length: 5 }, (_, index) => exchangeOf({ body: String(index) }))
  const same = exchanges.map((exchange) => ({ message: 'no Vary came', exchange }))

  test('say one thing once, with how often it was seen and the first evidence of it', () =>
    expect(foldFindings(same)).toEqual([
      { message: 'no Vary came', occurrences: 5, evidence: exchanges.slice(0, 3) },
    ]))

  test('keep different places and messages apart, but not the items of a list in a body', () => {
    const violations = [
      { message: 'a', pointer: '/x' },
      { message: 'a', pointer: '/y' },
      { message: 'a' },
      { message: 'b', pointer: '/x' },
      { message: 'a', pointer: '/x' },
      { message: 'c', pointer: '/x/0/y' },
      { message: 'c', pointer: '/x/1/y' },
      { message: 'c', pointer: '#/x/0/y' },
      { message: 'c', pointer: '#/x/1/y' },
    ]
    expect(
      foldFindings(violations).map(({ message, pointer, occurrences }) => [message, pointer, occurrences]),
    ).toEqual([
      ['a', '/x', 2],
      ['a', '/y', 1],
      ['a', undefined, 1],
      ['b', '/x', 1],
      ['c', '/x/0/y', 2],
      ['c', '#/x/0/y', 1],
      ['c', '#/x/1/y', 1],
    ])
  })

  test('of several steps add up', () => {
    const [first, second] = [foldFindings(same.slice(0, 2)), foldFindings(same.slice(2))]
    expect(mergeFindings([...first, ...second])).toEqual(foldFindings(same))
  })

  test('of one pattern have the message of the first, whose evidence they show', () => {
    const [first, last] = ['id 1 is unknown', 'id 2 is unknown'].map((message, index) => ({
      message,
      pattern: 'id * is unknown',
      occurrences: 1,
      evidence: exchanges.slice(index, index + 1),
    }))
    expect(mergeFindings(first && last ? [first, last] : [])).toEqual([
      { ...first, occurrences: 2, evidence: exchanges.slice(0, 2) },
    ])
  })

  test('are none of none', () => expect(foldFindings([])).toEqual([]))
})
