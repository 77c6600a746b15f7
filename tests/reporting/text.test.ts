import { describe, expect, test } from 'vitest'
import {
  brief,
  counted,
  printable,
  Room,
  shortened,
  spelledOut,
  unsafeInPage,
  wordFor,
} from '../../reporting/index.js'
import { tableIn } from '../support/table.js'

const tables = tableIn<{
  readonly unsafe: [string, string][]
  readonly kept: [string, string][]
  readonly replaced: [string, string][]
}>(import.meta.dirname, 'text.yaml')

/** Characters that no text from outside may bring along, and what each of them does. */
const unsafe = tables.unsafe

describe.each(unsafe)('what %s', (_does, character) => {
  test('is replaced where text is printed', () => {
    expect(printable(`a${character}b`)).toBe('a\uFFFDb')
    expect(shortened(`a${character}b`, 10)).toBe('a\uFFFDb')
  })

  test('is spelled out where its name matters', () => {
    expect(spelledOut(`a${character}b`)).toBe(`a\\u{${character.codePointAt(0)?.toString(16)}}b`)
  })
})

test('a page shows line feeds and tabs as they are', () => {
  const pattern = new RegExp(unsafeInPage, 'gu')
  expect('a\n\t\u200C\u200Db\r\u202E\u2028'.replaceAll(pattern, '?')).toBe('a\n\t??b???')
})

describe('what is not seen', () => {
  test.each(tables.kept)('stays where it spells %s', (_what, text) => {
    expect(printable(`x ${text} y`)).toBe(`x ${text} y`)
    expect(spelledOut(text)).toBe(text)
  })

  test.each(tables.replaced)('goes where it is %s', (_what, text) =>
    expect(printable(text)).toContain('\uFFFD'),
  )
})

test('letters of every script and emoji are left alone', () => {
  const text = 'naïve Ünïcode, 東京, עברית, 🏦, “quotes” — and\u00A0spaces'
  expect(printable(text)).toBe(text)
  expect(spelledOut(text)).toBe(text)
})

test('a command of the log of a job stands nowhere', () => {
  expect(printable('x ##[error]y')).not.toContain('##[')
})

describe('a long text', () => {
  test.each([
    ['fits', 'abcdef', 6, 'abcdef'],
    ['is cut with a sign', 'abcdefg', 6, 'abcde…'],
    ['is not cut before its sign by a space', 'abcd efg', 6, 'abcd…'],
    ['is not cut in a pair', 'abcd🏦fg', 6, 'abcd…'],
    ['is not cut after what joins', 'abc👩\u200D👩', 7, 'abc👩…'],
  ])('%s', (_name, text, longest, expected) => expect(shortened(text, longest)).toBe(expected))

  test('that is spelled out is measured before', () => {
    expect(spelledOut('\n\n\n', 2)).toBe('\\u{a}\\u{a}…')
  })
})

test.each([
  ['a\n  b\tc', 'a b c'],
  [{ a: 1 }, '{"a":1}'],
  ['x'.repeat(20), 'x'.repeat(20)],
  ['x'.repeat(21), `${'x'.repeat(20)}…`],
  [`${' '.repeat(500)}far`, '…'],
])('%j in brief is %s', (value, text) => expect(brief(value, 20)).toBe(text))

test.each([
  [0, '0 rules', '0 entries'],
  [1, '1 rule', '1 entry'],
  [2, '2 rules', '2 entries'],
])('%i is counted with its word', (count, regular, irregular) => {
  expect(counted(count, 'rule')).toBe(regular)
  expect(counted(count, 'entry', 'entries')).toBe(irregular)
  expect(wordFor(count, 'is', 'are')).toBe(count === 1 ? 'is' : 'are')
})

test('room is measured in bytes, line feeds included, and shared', () => {
  const room = new Room(10)
  expect(room.take(['é', 'ab'])).toEqual({ lines: ['é', 'ab'], leftOut: 0 })
  expect(room.take(['abc', 'd', 'e'])).toEqual({ lines: ['abc'], leftOut: 2 })
  expect(new Room(4).take(['a', 'b', 'c'])).toEqual({ lines: ['a', 'b'], leftOut: 1 })
})
