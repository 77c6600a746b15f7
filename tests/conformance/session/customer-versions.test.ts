import { describe, expect, test } from 'vitest'
import { CustomerVersions } from '../../../conformance/session/observer-runner.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { exchangeOf } from '../support/make.js'

const supported = new Set(['2025-03-13', '2026-07-01', '2026-08-01'])
const root = 'https://api.example/api'

const created = (body: string, sent?: string): Exchange =>
  exchangeOf({ method: 'POST', url: `${root}/customers`, status: 201, body, ...(sent && { sent }) })

const read = (path: string): Exchange => exchangeOf({ url: `${root}${path}` })

const withCustomer = (): CustomerVersions => {
  const pins = new CustomerVersions()
  pins.look(created('{"id":"ada"}'), 'post /customers', '2026-07-01')
  return pins
}

describe('a request about a customer of another version may be served by that one', () => {
  test.each<[string, string, readonly string[]]>([
    ['/customers/ada', '2026-08-01', ['2026-07-01']],
    ['/autoramps/quote?customer_id=ada', '2026-08-01', ['2026-07-01']],
    ['/customers/ada', '2026-07-01', []],
    ['/customers/bob', '2026-08-01', []],
    ['/terms-and-conditions', '2026-08-01', []],
  ])('%s under %s', (path, version, due) => {
    expect(withCustomer().further(read(path), version, supported)).toEqual(due)
  })

  test('so may one about what belongs to the customer', () => {
    const pins = withCustomer()
    pins.look(created('{"id":"ramp"}', '{"customer_id":"ada"}'), 'post /autoramps', '2026-08-01')
    expect(pins.further(read('/autoramps/ramp'), '2026-08-01', supported)).toEqual(['2026-07-01'])
  })

  test('what was refused is nobody', () => {
    const pins = new CustomerVersions()
    const refused = {
      ...created('{"id":"ada"}'),
      response: { status: 409, headers: [], body: '{"id":"ada"}' },
    }
    pins.look(refused, 'post /customers', '2026-07-01')
    expect(pins.further(read('/customers/ada'), '2026-08-01', supported)).toEqual([])
  })

  test("of the user's own customer nobody knows the version", () => {
    const pins = new CustomerVersions('given')
    expect(pins.further(read('/customers/given'), '2026-08-01', supported)).toEqual([
      '2025-03-13',
      '2026-07-01',
    ])
  })
})
