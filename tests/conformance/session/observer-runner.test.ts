import { expect, test, describe } from 'vitest'
import { ObserverTally, CustomerVersions } from '../../../conformance/session/observer-runner.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { exchangeOf } from '../support/make.js'

const supported = ['2025-03-13', '2026-07-01', '2026-08-01']
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
  ])('%s under %s', (path, version, due) =>
    expect(withCustomer().further(read(path), version, supported)).toEqual(due),
  )

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

const exchange = (sentAt: number): Exchange => ({
  request: { method: 'GET', url: 'http://127.0.0.1/a', headers: [] },
  response: { status: 200, headers: [], body: '' },
  target: 'api',
  sentAt,
  isReplay: false,
})

test('what was seen is summed up by rule and version', () => {
  const observed = new ObserverTally()
  observed.add('a/b', '2026-08-01', [])
  observed.add('a/b', '2026-08-01', [{ message: 'wrong' }])
  observed.add('a/b', '*', [])
  expect(observed.observations.observed).toEqual([
    {
      rule: 'a/b',
      version: '2026-08-01',
      judged: 2,
      findings: [{ message: 'wrong', occurrences: 1, evidence: [] }],
    },
    { rule: 'a/b', version: '*', judged: 1, findings: [] },
  ])
})

test('a rule that finds nothing names the first exchanges of the run in which it did', () => {
  const observed = new ObserverTally()
  const [one, two, three] = [1, 2, 3].map((at) => Object.assign(exchange(at), { id: String(at) }))
  observed.add('a/b', '*', [], one)
  observed.add('c/d', '*', [], one)
  const first = observed.observations
  expect(first.observed.map(({ exchanges }) => exchanges)).toEqual([['1'], ['1']])
  expect(first.evidence).toEqual([one])
  observed.add('a/b', '*', [], two)
  observed.add('a/b', '*', [], three)
  const second = observed.observations
  expect(second.observed.map(({ exchanges }) => exchanges)).toEqual([['1', '2'], ['1']])
  expect(second.evidence).toEqual([one, two])
})

test('a promise that is broken in every answer is one finding with the first of the evidence', () => {
  const observed = new ObserverTally()
  for (let at = 1; at <= 100; at++) {
    observed.add('a/b', '*', [{ message: 'wrong', exchange: exchange(at) }])
  }
  const [{ judged, findings } = { judged: 0, findings: [] }] = observed.observations.observed
  expect(judged).toBe(100)
  expect(findings).toHaveLength(1)
  expect(findings[0]?.occurrences).toBe(100)
  expect(findings[0]?.evidence.map(({ sentAt }) => sentAt)).toEqual([1, 2, 3])
})

test('of a rule that is broken in many ways a few findings are listed, and the others are counted', () => {
  const observed = new ObserverTally({ mostFindings: 2 })
  for (let at = 0; at < 100; at++) observed.add('a/b', '*', [{ message: `wrong ${at % 4}` }])
  const told = observed.observations.observed.flatMap(({ findings }) => findings)
  expect(told.map(({ message, occurrences }) => [message, occurrences])).toEqual([
    ['wrong 0', 25],
    ['wrong 1', 25],
    ['there are further violations, which are only counted', 50],
  ])
})

test('an exchange is kept as the tally is told to', () => {
  const observed = new ObserverTally({ keep: (one, as) => ({ ...one, operationId: as }) })
  observed.add('a/b', '*', [], { ...exchange(1), id: '1' })
  observed.add('c/d', '*', [{ message: 'wrong', exchange: exchange(2) }])
  const { observed: told, evidence } = observed.observations
  expect(evidence.map(({ operationId }) => operationId)).toEqual(['evidence'])
  const shown = told.flatMap(({ findings }) => findings).flatMap((finding) => finding.evidence)
  expect(shown.map(({ operationId }) => operationId)).toEqual(['finding'])
})
