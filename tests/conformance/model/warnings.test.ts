import { expect, test } from 'vitest'
import type { Traffic } from '../../../conformance/model/report.js'
import { warningsOf } from '../../../conformance/model/warnings.js'
import { tableIn } from '../../support/table.js'

const rows = tableIn<[string, Traffic[], string[]][]>(import.meta.dirname, 'warnings.yaml')

const traffic = (operation: string, statuses: Traffic['statuses']): Traffic => ({ operation, statuses })

test.each(rows)('%s', (_what, operations, codes) =>
  expect(warningsOf(operations, 0, 10, { isRecorded: true }).map(({ code }) => code)).toEqual(codes),
)

test('a cap that was reached is said, one that was not is not', () => {
  expect(warningsOf([], 10, 10)).toMatchObject([{ code: 'creations-capped' }])
  expect(warningsOf([], 9, 10)).toEqual([])
  expect(warningsOf([], 9, undefined)).toEqual([])
})

test.each([
  [false, 'mostly-refused', '10 of 10 responses were 401 or 403: the key may lack permissions'],
  [
    true,
    'no-credentials',
    expect.stringMatching(/^10 of 10 responses were 401 or 403: no credentials were sent; set RAMPART_AUTH_/),
  ],
])('what is refused (without credentials: %s) says what may be done', (isAnonymous, code, message) => {
  const [warning] = warningsOf([traffic('GET /a', { 401: 10 })], 0, undefined, { isAnonymous })
  expect(warning).toEqual({ code, message })
})

test('an operation that never succeeds is named with what it answered, where traffic was recorded', () => {
  const operations = [traffic('GET /a/{}', { 404: 1, 500: 2 })]
  const [warning] = warningsOf(operations, 0, undefined, { isRecorded: true })
  expect(warning?.message).toBe('GET /a/{…} never succeeded: 404, 500 2 times')
  expect(warningsOf(operations, 0, undefined)).toEqual([])
})
