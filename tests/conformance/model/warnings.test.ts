import { expect, test } from 'vitest'
import type { Traffic } from '../../../conformance/model/requests.js'
import { warningsOf } from '../../../conformance/model/warnings.js'

const traffic = (operation: string, statuses: Traffic['statuses']): Traffic => ({ operation, statuses })

test.each<[string, readonly Traffic[], readonly string[]]>([
  ['a run in order', [traffic('GET /a', { 200: 9, 401: 1 })], []],
  ['almost all refused', [traffic('GET /a', { 200: 1, 401: 5, 403: 4 })], ['mostly-refused']],
  ['many refused', [traffic('GET /a', { 200: 2, 401: 5, 403: 3 })], []],
  ['almost all not found', [traffic('GET /a', { 200: 1, 404: 9 })], ['mostly-not-found']],
  [
    'almost all not found, and several operations that succeed',
    [traffic('GET /a', { 200: 1, 404: 9 }), traffic('GET /b', { 200: 1, 404: 20 })],
    [],
  ],
  ['too few answers to tell', [traffic('GET /a', { 200: 1 }), traffic('GET /b', { 200: 1, 404: 7 })], []],
  [
    'an operation that never succeeds',
    [traffic('GET /a', { 200: 9 }), traffic('GET /b', { 400: 1 })],
    ['never-succeeded'],
  ],
  ['an operation that redirects', [traffic('GET /a', { 302: 1 })], []],
])('%s', (_what, operations, codes) => {
  expect(warningsOf(operations, 0, 10, { isRecorded: true }).map(({ code }) => code)).toEqual(codes)
})

test('a cap that was reached is said, one that was not is not', () => {
  expect(warningsOf([], 10, 10)).toMatchObject([{ code: 'creations-capped' }])
  expect(warningsOf([], 9, 10)).toEqual([])
  expect(warningsOf([], 9, undefined)).toEqual([])
})

test.each([
  [false, 'mostly-refused', '10 of 10 answers were 401 or 403: the key may lack permissions'],
  [
    true,
    'no-credentials',
    expect.stringMatching(/^10 of 10 answers were 401 or 403: no credentials were sent; set RAMPART_AUTH_/),
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
