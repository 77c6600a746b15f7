import { expect, test } from 'vitest'
import { matchSame } from '../../../document/index.js'

test.each<[string, string, boolean, number?, number?]>([
  ['^a$', '^(a)$', true],
  ['^[ab]$', '^(a|b)$', true],
  ['^$', '^a{0}$', true],
  ['^a', '^a[^]*$', true],
  ['^a', '^a.*$', false],
  ['a$', '^[^]*a$', true],
  ['a', '^[^]*a[^]*$', true],
  ['a', '^a', false],
  ['a', 'a$', false],
  ['^a+$', '^[ab]+$', false],
  ['^a*$', '^a+$', false],
  ['^a*$', '^a+$', true, 1],
  ['^a*$', '^a{0,3}$', false],
  ['^a*$', '^a{0,3}$', true, 0, 3],
  ['^a*$', '^a{0,3}$', false, 0, 4],
  ['^a{0,900}$', '^a*$', true, 0, 900],
  ['^a*$', '^a{1000,}$', true, 1200],
  // Longer texts are not compared.
  ['^a{0,1100}$', '^a*$', false, 0, 1100],
  // Lookarounds are not compared.
  ['^(?=a)a$', '^a$', false],
])('%s and %s match the same texts: %j', (one, other, isSame, ...[least = 0, most]) => {
  expect(matchSame(one, other, [least, most])).toBe(isSame)
})
