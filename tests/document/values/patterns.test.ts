import { expect, test } from 'vitest'
import {
  drawMatching,
  isLongPattern,
  matcherOf,
  textsMatching,
} from '../../../document/values/texts/patterns.js'

test.each([
  ['a{5000}', false],
  ['^a{5000}$', false],
  ['a{5001}', true],
  ['a{5001,}', true],
  ['a{0,9000}', false],
  ['(a{100}){50}', false],
  ['(a{100}){51}', true],
  ['(?:ab){2501}', true],
  ['(a|bc){2500}', false],
  ['(a|bc){2501}', true],
  ['a{4000}|b{4000}', false],
  ['a|b{6000}', true],
  ['b{6000}|a', true],
  ['[ab]{6000}', true],
  [String.raw`\d{6000}`, true],
  [String.raw`\u{61}{6000}`, true],
  ['a+b*c?', false],
  ['a{3000}b{3000}', true],
  // No pattern, but a document may contain it.
  ['a)b+|c{6000})', false],
])('all texts of %s are too long to be drawn: %s', (pattern, isLong) => {
  expect(isLongPattern(pattern)).toBe(isLong)
})

test.each([
  ['^a+$', ['a', 'aa'], ['', 'b']],
  // Patterns of unlimited time are matched by a table.
  ['^(a+)+$', ['a', 'a'.repeat(60)], ['', 'ab']],
  // Without a table, only short texts are matched.
  ['(a*)*b(c|d){1,500}', ['bc', `b${'c'.repeat(15)}`], ['', `b${'c'.repeat(16)}`]],
])('%s matches in bounded time', (pattern, right, wrong) => {
  const matcher = matcherOf(pattern)
  expect(right.filter((text) => matcher?.test(text) !== true)).toEqual([])
  expect(wrong.filter((text) => matcher?.test(text) !== false)).toEqual([])
})

test('what is not a pattern has no matcher and no texts', () => {
  expect(matcherOf('(')).toBeUndefined()
  expect(textsMatching('(')).toEqual([])
  expect(textsMatching('a{5001}')).toEqual([])
})

test('texts of a pattern match it, shortest first, each once', () => {
  const texts = textsMatching('^[a-c]{2,30}$')
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => !/^[a-c]{2,30}$/.test(text))).toEqual([])
  expect(texts.map(({ length }) => length)).toEqual(
    texts.map(({ length }) => length).toSorted((a, b) => a - b),
  )
  expect(new Set(texts).size).toBe(texts.length)
  expect(drawMatching('^a{2}$', 1)).toEqual(['aa', 'aa', 'aa'])
  expect(textsMatching('^a{600,}$').at(-1)?.length).toBeLessThan(6_700)
})
