import { expect, test } from 'vitest'
import { wildcard } from '../../../document/index.js'

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/bc', false],
  ['a/*', 'a/', true],
  ['*/b', 'a\n/b', true],
  ['a*c*e', 'abcde', true],
  ['a*c*e', 'ace f', false],
  ['a.c', 'abc', false],
  ['(a|b)[c]{1}^$+?\\-/', '(a|b)[c]{1}^$+?\\-/', true],
  ['A', 'a', false],
  ['ab*ba', 'aba', false],
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  // An expression with `.*` would not end.
  ['* * * * * * * * * * * * x', 'y '.repeat(400), false],
])('%j and %j: %j', (pattern, text, fits) => {
  expect(wildcard(pattern).test(text)).toBe(fits)
})

test('upper and lower case may be the same', () => {
  expect(wildcard('get /A*', 'i').test('GET /ab')).toBe(true)
})
