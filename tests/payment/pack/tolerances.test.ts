import { expect, test } from 'vitest'
import type { Observation } from '../../../conformance/model/observation.js'
import { tolerancesOf } from '../../../payment/pack/pack.js'
import { exchangeOf, observationOf, operationOf } from '../../conformance/support/make.js'

const signings = 'get /customers/{}/required-signings'

test.each<[string, number, Partial<Observation>, boolean]>([
  ['an error of the table', 400, {}, true],
  ['another conflict', 409, { version: '2026-07-01' }, false],
  ['409 of signings before 2026-08-01', 409, { route: signings, version: '2026-07-01' }, true],
  ['409 of signings since', 409, { route: signings }, false],
  ['409 of signings to a customer from before', 409, { route: signings, mayServe: ['2026-07-01'] }, true],
  ['another refusal of signings', 422, { route: signings, version: '2026-07-01' }, false],
])('%s needs no declaration: %i', (_, status, changes, isGeneral) => {
  const observation = observationOf(exchangeOf({ status }), { version: '2026-08-01', ...changes })
  expect(tolerancesOf(observation).isGeneral?.(operationOf(), status)).toBe(isGeneral)
})

test.each([
  [['2026-08-01'], '2026-08-01', true],
  [['2026-08-01'], '2026-07-01', false],
  [[], '2026-08-01', false],
])('a customer of %s is served by %s: elsewhere %s', (mayServe, served, isElsewhere) => {
  const exchange = exchangeOf({ headers: [['x-api-version', served]] })
  expect(tolerancesOf(observationOf(exchange, { version: '2026-07-01', mayServe })).isElsewhere).toBe(
    isElsewhere,
  )
})
