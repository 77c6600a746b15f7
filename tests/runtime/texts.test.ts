import { expect, test } from 'vitest'
import { automaton, upTo } from '../../runtime/formats.js'
import { found, listed, quoted } from '../../runtime/problem-messages.js'
import { isLonger, isShorter } from '../../runtime/json.js'

// A surrogate pair is one character.
test.each<[string, number, boolean, boolean]>([
  ['abc', 2, true, false],
  ['abc', 3, false, false],
  ['abc', 4, false, true],
  ['😀😀', 1, true, false],
  ['😀😀', 2, false, false],
  ['😀😀', 3, false, true],
  ['😀😀', 4, false, true],
  ['\u{10000}\u{10ffff}', 2, false, false],
  ['a\u{dc00}b', 2, true, false],
  ['', 0, false, false],
])('%s is compared with %i characters: longer %j, shorter %j', (text, limit, longer, shorter) => {
  expect([isLonger(text, limit), isShorter(text, limit)]).toEqual([longer, shorter])
})

test.each([
  ['aa', true],
  ['ab', false],
  ['abb', true],
])('a pattern for texts of up to 2 characters matches %s: %j', (text, fits) => {
  expect(upTo(2, /^a+$/).test(text)).toBe(fits)
})

// ^[ac]b*$, and any text once the second half of 😀 follows; its first half is as b. Columns: others, a or c, b, that half.
const ranges = [0, 0, 97, 1, 98, 2, 99, 1, 100, 0, 0xd83d, 2, 0xd83e, 0, 0xde00, 3, 0xe000, 0]
const moves = [-1, 1, -1, 1, -1, -1, 1, -2]

test.each<[string, boolean, boolean?]>([
  ['a', true],
  ['c', true],
  ['abbb', true],
  ['', false],
  ['b', false],
  ['d', false],
  ['`', false],
  ['aba', false],
  ['a\u{de00}bd', true],
  ['😀', false],
  ['a😀', false],
  ['a😀', true, true],
  ['\u{de00}b', true, true],
])('an automaton matches %s: %j', (text, fits, isByUnit) => {
  expect(automaton(4, ranges, moves, [1], isByUnit).test(text)).toBe(fits)
})

const uuid = '5a0b1c2d-1111-2222-3333-444455556666'
const random = 'a1'.repeat(10)

// Messages never show a value that is secret by its name or its form.
test.each<[unknown, string, string]>([
  ['a', 'name', '"a"'],
  ['a', 'apiKey', 'a string of 1 characters'],
  ['1', 'pin', 'a string of 1 characters'],
  ['1', 'spinning', '"1"'],
  [5, 'count', '5'],
  [5, 'cvv', 'a number'],
  [true, 'is_token', 'a boolean'],
  [false, 'open', 'false'],
  [null, 'a', 'null'],
  [[1], 'a', 'an array'],
  [{}, 'a', 'an object'],
  [undefined, 'a', 'missing'],
  ['Bearer x', 'a', 'a string of 8 characters'],
  ['the Bearer x', 'a', '"the Bearer x"'],
  [random, 'a', 'a string of 20 characters'],
  [random.slice(1), 'a', `"${random.slice(1)}"`],
  [`${random}!`, 'a', `"${random}!"`],
  ['a'.repeat(20), 'a', `"${'a'.repeat(20)}"`],
  ['1'.repeat(20), 'a', `"${'1'.repeat(20)}"`],
  ['a1'.repeat(5000), 'a', 'a string of 10000 characters'],
  ['a1'.repeat(5001), 'a', `"${'a1'.repeat(30)}…"`],
  [uuid, 'a', `"${uuid}"`],
  ['2026-01-01T00.00.00.000Z', 'a', '"2026-01-01T00.00.00.000Z"'],
])('%j of %s is shown as %s', (value, name, shown) => {
  expect(found(value, [name])).toBe(shown)
})

test.each<[unknown, string]>([
  ['!'.repeat(60), `"${'!'.repeat(60)}"`],
  ['!'.repeat(61), `"${'!'.repeat(60)}…"`],
  [`${'!'.repeat(59)}😀!`, `"${'!'.repeat(59)}…"`],
  [['!'.repeat(70)], `["${'!'.repeat(58)}…`],
  [undefined, 'undefined'],
])('%j is quoted as %s', (value, text) => {
  expect(quoted(value)).toBe(text)
})

test.each<[number, string]>([
  [0, ''],
  [1, '0'],
  [2, '0 or 1'],
  [8, '0, 1, 2, 3, 4, 5, 6 or 7'],
  [9, '0, 1, 2, 3, 4, 5, 6, 7 or 1 more'],
])('%i values are listed as %s', (count, text) => {
  expect(listed([...Array.from({ length: count }).keys()])).toBe(text)
})
