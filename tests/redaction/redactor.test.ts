import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isShort, makeRedactor, type Redact } from '../../redaction/index.js'
import { spellings } from '../support/spellings.js'

const mask = '[hidden]'

const redactorOf = (...values: readonly string[]): Redact =>
  makeRedactor(values.map((value) => ({ value, mask })))

/** Keys that a header can carry; of letters that may be escaped in some way, too. */
const keys = array(constantFrom(...'abcdefXYZ012789-_.~+/=%&<>"\'\\ #;u\u00E9\u00FF'.split('')), {
  minLength: 12,
  maxLength: 80,
})
  .map((letters) => letters.join(''))
  // Beside letters of its own kind, where a key begins and ends could not be told.
  .map((text) => `k3yA${text.trim()}Zq9w`)

const long = (length: number): string =>
  Array.from({ length }, (_, index) => ((index * 7919 + (index % 13)) % 36).toString(36)).join('')

describe('of every spelling of any key nothing is left', () => {
  test.each(Object.entries(spellings))('%s', (_name, spell) => {
    assert(
      property(keys, (key) => {
        expect(redactorOf(key)(`before ${spell(key)} after`)).toMatch(/^before \S*\[hidden\]\S* after$/)
        expect(redactorOf(key)(`before ${spell(key)} after`).length).toBeLessThan(40)
      }),
      { numRuns: 60 },
    )
  })

  test('letter by letter, each in another way', () => {
    const ways = ['plain', 'jsonOfEveryLetter', 'byteEscapes', 'octal', 'htmlHexCodes', 'urlOfEveryLetter']
    const each = array(constantFrom(...ways), { minLength: 60, maxLength: 60 })
    const key = 'k3y_live-4f9c+7d2e/8b1a=Q'
    assert(
      property(each, (chosen) => {
        const text = Array.from(key, (letter, index) => spellings[chosen[index] ?? '']?.(letter)).join('')
        expect(redactorOf(key)(`<${text}>`)).toBe(`<${mask}>`)
      }),
    )
  })

  test('one spelling in another', () => {
    const names = ['url', 'json', 'jsonAscii', 'html', 'htmlCodes', 'jsonOfEveryLetter']
    const key = 'k3y"live<4f9c>&7d2e/8b1a+Q'
    for (const outer of names) {
      for (const inner of names) {
        const text = spellings[outer]?.(spellings[inner]?.(key) ?? '') ?? ''
        expect(redactorOf(key)(`(${text})`), `${inner} in ${outer}`).toBe(`(${mask})`)
      }
    }
  })

  test.each([1_024, 20_000, 65_536])('of a key of %d characters', (length) => {
    const key = long(length)
    const clean = redactorOf(key)
    const body = Object.values(spellings)
      .map((spell) => `<${spell(key)}>`)
      .join('.'.repeat(1_000))
    expect(clean(body).length).toBeLessThan(40_000)
    expect(clean(body)).not.toContain(key.slice(0, 100))
    expect(clean(`<${key}>`)).toBe(`<${mask}>`)
  })
})

describe('time grows with the text alone', () => {
  const cut = `${long(100)}…`

  test.each([
    ['a key of one letter, and the same letter', 'a'.repeat(65_536), 'a'.repeat(300_000), mask],
    ['a key of one letter, and nearly it', 'a'.repeat(65_536), `${'a'.repeat(65_535)}b`.repeat(5)],
    ['a key that repeats itself', 'ab'.repeat(10_000), `${'ab'.repeat(9_999)}ac`.repeat(15)],
    ['beginnings of a key', long(20_000), `${long(19_999)}!`.repeat(15)],
    ['beginnings of a key, each cut', long(20_000), cut.repeat(3_000), `${mask}…`.repeat(3_000)],
    ['backslashes', long(1_024), '\\'.repeat(2_000_000)],
    ['percent signs', long(1_024), '%25'.repeat(700_000)],
    ['ampersands', long(1_024), '&amp;'.repeat(400_000)],
    ['line breaks', long(1_024), '\n'.repeat(1_000_000)],
    ['spaces, of a key that has one', `${long(500)} ${long(500)}`, `${long(500)}${' '.repeat(300_000)}`],
  ])('%s', (_case, key, text, due = text) => {
    expect(redactorOf(key)(text) === due).toBe(true)
  })
})

describe('what is no spelling stays', () => {
  const key = 'k3y_live-4f9c7d2e'

  test.each([
    ['half of it', 'said k3y_live- and more'],
    ['its letters spaced', Array.from(key).join(' ')],
    ['another key', 'k3y_live-4f9c7d2f'],
    ['escapes of other things', String.raw`{"a":"\u0041\n","b":"%41","c":"&amp;"}`],
    ['broken escapes', String.raw`\u00 %zz &nothing; \x4 &#x; &#99999999999; \u{ffffffff}`],
  ])('%s', (_case, text) => {
    expect(redactorOf(key)(text)).toBe(text)
  })

  test('the text around it, and each mask is told apart', () => {
    const redact = makeRedactor([
      { value: 'first-secret', mask: '[1]' },
      { value: 'first-secret-and-more', mask: '[2]' },
      { value: 'first-secre', mask: '[3]' },
    ])
    expect(redact('a first-secret b first-secret-and-more c first-secre! d')).toBe('a [1] b [2] c [3]! d')
    expect(redact('first-secre')).toBe('[3]')
  })
})

describe('a key that looks like an escape itself', () => {
  test.each(['abc%41%20def-ghi', String.raw`abc\u0041\ndef-ghi`, 'abc&amp;&#65;def-ghi', 'abc%2525def-ghi'])(
    '%s',
    (key) => {
      for (const [name, spell] of Object.entries(spellings)) {
        expect(redactorOf(key)(`<${spell(key)}>`), name).toMatch(/^<?[^<>]{0,8}\[hidden\][^<>]{0,8}>$/)
      }
    },
  )
})

describe('a short key', () => {
  const redact = redactorOf('x')

  test.each([
    ['alone', 'x', mask],
    ['as a string', '{"x":"x","y":"max"}', `{"${mask}":"${mask}","y":"max"}`],
    ['as a string in a string', String.raw`"{\"k\":\"x\"}"`, String.raw`"{\"k\":\"[hidden]\"}"`],
    ['in a query', '/a?x=x&y=x#x', `/a?x=${mask}&y=${mask}#x`],
    ['escaped', String.raw`{"k":"\u0078"}`, `{"k":"${mask}"}`],
    ['in other words', 'an example, max. x-ray', 'an example, max. x-ray'],
  ])('%s', (_case, text, due) => {
    expect(redact(text)).toBe(due)
  })

  test('is one that has fewer than eight characters', () => {
    expect(['', 'x', '1234567', '12345678'].filter(isShort)).toEqual(['x', '1234567'])
  })
})

describe('a failure inside shows nothing', () => {
  const key = 'k3y_live-4f9c7d2e'
  const hostile = (): never => {
    throw new RangeError(`what is protected: ${key}`)
  }

  test('while a text is searched', () => {
    const text = { [Symbol.toPrimitive]: hostile, toString: hostile } as unknown as string
    expect(redactorOf(key)(text)).toMatch(/^\[redacted: .* could not be searched/)
  })

  test('while the search is prepared', () => {
    const broken = Object.defineProperty({ mask, value: '' }, 'value', { get: hostile })
    expect(() => makeRedactor([broken])).not.toThrow()
    expect(makeRedactor([broken])(key)).toMatch(/^\[redacted: .* could not be searched/)
  })
})
