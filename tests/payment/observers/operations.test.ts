import { expect, test } from 'vitest'
import { serverError } from '../../../payment/observers/operations.js'
import { exchangeOf, type Telling, observationOf } from '../../conformance/support/make.js'

const route = 'get /terms-and-conditions'

test.each<[string, Telling, string | undefined, 'fine' | 'broken' | 'not applicable']>([
  ['success', {}, route, 'fine'],
  ['a refusal', { status: 418 }, route, 'fine'],
  ['a failure', { status: 500 }, route, 'broken'],
  ['a status that nobody knows', { status: 599 }, route, 'broken'],
  ['a method that is not known', { status: 501 }, route, 'fine'],
  ['no operation', { status: 500 }, undefined, 'not applicable'],
  ['a document', { status: 500, target: 'spec' }, route, 'not applicable'],
])('%s', (_case, telling, called, due) => {
  const violations = serverError(observationOf(exchangeOf(telling), { route: called }))
  const verdict = violations === undefined ? 'not applicable' : violations.length === 0 ? 'fine' : 'broken'
  expect(verdict).toBe(due)
})
