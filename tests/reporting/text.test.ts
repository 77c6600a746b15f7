import { describe, expect, test } from 'vitest'
import {
  counted,
  noPaint,
  printable,
  Room,
  shortened,
  spelledOut,
  unsafeInPage,
  wordFor,
} from '../../reporting/index.js'

/** Characters that no text from outside may bring along, and what each of them does. */
const unsafe = [
  ['begins a command to the terminal', '\u001B'],
  ['begins a command in one byte', '\u009B'],
  ['rings', '\u0007'],
  ['ends the line', '\n'],
  ['goes back to its beginning', '\r'],
  ['moves to the next stop', '\t'],
  ['separates lines', '\u2028'],
  ['separates paragraphs', '\u2029'],
  ['marks Arabic letters', '\u061C'],
  ['takes no room', '\u200B'],
  ['joins letters', '\u200D'],
  ['turns to the left', '\u202E'],
  ['isolates', '\u2066'],
  ['joins words', '\u2060'],
  ['marks the order of bytes', '\uFEFF'],
  ['is half a character', '\uD800'],
  ['is a tag that nobody sees', '\u{E0041}'],
] as const

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
  test.each([
    ['a family', '👨\u200D👩\u200D👧'],
    ['a profession with a colour', '👩🏽\u200D💻'],
    ['a heart that is red, on fire', '❤\uFE0F\u200D🔥'],
    ['a flag of letters', '🇩🇪'],
    ['a flag with a rainbow', '🏳\uFE0F\u200D🌈'],
    ['a flag of a region', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['a keycap', '1\uFE0F\u20E3'],
    ['a picture as text', '☎\uFE0E'],
    ['Persian', 'می\u200Cخواهم'],
    ['Sinhala', 'ක්\u200Dර'],
    ['a variant of an ideograph', '葛\u{E0100}'],
  ])('stays where it spells %s', (_what, text) => {
    expect(printable(`x ${text} y`)).toBe(`x ${text} y`)
    expect(spelledOut(text)).toBe(text)
  })

  test.each([
    ['a joiner of nothing', '👩\u200D'],
    ['a joiner after nothing', '\u200D👩'],
    ['two joiners', '👩\u200D\u200D👩'],
    ['a joiner of Latin letters', 'a\u200Db'],
    ['a variant of a letter', 'a\uFE0F'],
    ['a variant of a digit', '1\uFE0F'],
    ['a variant twice', '☎\uFE0F\uFE0F'],
    ['a flag without an end', '🏴\u{E0067}\u{E0062}'],
    ['a flag with a message', `🏴${'\u{E0061}'.repeat(9)}\u{E007F}`],
    ['a filler', '\u3164'],
  ])('goes where it is %s', (_what, text) => expect(printable(text)).toContain('\uFFFD'))
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
  [0, '0 rules', '0 entries'],
  [1, '1 rule', '1 entry'],
  [2, '2 rules', '2 entries'],
])('%i is counted with its word', (count, regular, irregular) => {
  expect(counted(count, 'rule')).toBe(regular)
  expect(counted(count, 'entry', 'entries')).toBe(irregular)
  expect(wordFor(count, 'is', 'are')).toBe(count === 1 ? 'is' : 'are')
})

test('no paint changes nothing', () => {
  for (const paint of Object.values(noPaint)) expect(paint('text')).toBe('text')
})

test('room is measured in bytes, line feeds included, and shared', () => {
  const room = new Room(10)
  expect(room.take(['é', 'ab'])).toEqual({ lines: ['é', 'ab'], leftOut: 0 })
  expect(room.take(['abc', 'd', 'e'])).toEqual({ lines: ['abc'], leftOut: 2 })
  expect(new Room(4).take(['a', 'b', 'c'])).toEqual({ lines: ['a', 'b'], leftOut: 1 })
})
