import { describe, expect, test } from 'vitest'
import { headerValue, headerValues, jsonBody } from '../../../conformance/exchange/exchange.js'
import { foldFindings, mergeFindings } from '../../../conformance/model/finding.js'
import { isMarketData } from '../../../conformance/exchange/market-data.js'
import { isVersionError, refusesVersion } from '../../../conformance/exchange/reading.js'
import { exchangeOf } from '../support/make.js'

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

describe('a body', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['\uFEFF[1]', [1]],
    ['null', null],
    ['<html>', undefined],
    ['', undefined],
    ['[{"a":1}', undefined],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, undefined],
  ])('%j', (body, value) => {
    expect(jsonBody({ status: 200, headers: [], body })).toEqual(value)
  })
})

describe('a version error', () => {
  const body = '{"error":"unsupported_api_version"}'

  test.each([
    [400, body, true, true],
    [404, body, false, false],
    [400, '"unsupported API version"', false, true],
    [400, 'version 2026-07-01 is not supported', false, true],
    [400, '{"message":"amount_in is wrong","api_version":"2026-07-01"}', false, false],
    [400, '"amount_in is wrong"', false, false],
    [400, '"this conversion is not supported"', false, false],
    [400, '"unsupported conversion"', false, false],
    [400, '"version 2026-08-01: the country is not supported"', false, false],
    [200, '"unsupported API version"', false, false],
  ])('%d %s', (status, text, isError, refuses) => {
    const exchange = exchangeOf({ status, body: text })
    expect([isVersionError(exchange), refusesVersion(exchange)]).toEqual([isError, refuses])
  })
})

describe('market data', () => {
  test.each([
    [['Currencies'], '/cryptocurrencies', true],
    [['ExchangeRate'], '/exchange-rate', true],
    [[], '/api/fiatcurrencies', true],
    [['Market data'], '/v', true],
    [['Tokens'], '/coins', true],
    [['ChronicleCollateral'], '/chronicle/collateral', true],
    [[], '/chronicle/collateral', true],
    [['Autoramp'], '/autoramps/quote', false],
    [['Customer'], '/customers/{id}/abilities', false],
    [['TermsAndConditions'], '/terms-and-conditions', false],
    [['Token exchange'], '/api/customers/{id}/required-signings', false],
    [['Exchange'], '/autoramps/quote', false],
  ])('%j %s: %s', (tags, path, is) => {
    expect(isMarketData({ tags, path })).toBe(is)
  })
})

describe('findings', () => {
  const exchanges = Array.from({ length: 5 }, (_, index) => exchangeOf({ body: String(index) }))
  const same = exchanges.map((exchange) => ({ message: 'no Vary came', exchange }))

  test('say one thing once, with how often it was seen and the first evidence of it', () => {
    expect(foldFindings(same)).toEqual([
      { message: 'no Vary came', occurrences: 5, evidence: exchanges.slice(0, 3) },
    ])
  })

  test('keep different places and messages apart', () => {
    const violations = [
      { message: 'a', pointer: '/x' },
      { message: 'a', pointer: '/y' },
      { message: 'a' },
      { message: 'b', pointer: '/x' },
      { message: 'a', pointer: '/x' },
    ]
    expect(
      foldFindings(violations).map(({ message, pointer, occurrences }) => [message, pointer, occurrences]),
    ).toEqual([
      ['a', '/x', 2],
      ['a', '/y', 1],
      ['a', undefined, 1],
      ['b', '/x', 1],
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

  test('are none of none', () => {
    expect(foldFindings([])).toEqual([])
  })
})
