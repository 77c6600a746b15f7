import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isShort, makeRedactor, type Redact } from '../../redaction/index.js'
import { readingsOf } from '../support/readings.js'
import { escapings, spellings } from '../support/spellings.js'
import { isWhole } from '../support/whole.js'

const mask = '[redacted]'

const redactorOf = (value: string): Redact => makeRedactor([{ value, mask }])

const lettersOf = (letters: string, from = 8, to = 50) =>
  array(constantFrom(...Array.from(letters)), { minLength: from, maxLength: to }).map((all) => all.join(''))

const keyOf = (letters: string, from?: number, to?: number) =>
  lettersOf(letters, from, to).map((text) => `k3y${text}Zq9`)

const plain = 'abcdefXYZnutQR012789'

const kinds = {
  'letters and digits': keyOf(plain),
  'quotes, backslashes and slashes': keyOf(`${plain}"'\\/`),
  'signs of escapes': keyOf(`${plain}%&#;x\\u{}`),
  'white space': keyOf(`${plain}   \t\r\n`),
  'letters beyond ASCII': keyOf('aé1ÿßжЖ日本€😀'),
  'letters beyond ASCII alone': lettersOf('éжЖ日本語鍵', 8, 20),
  base64: keyOf(`${plain}+/=`),
  '8 letters': lettersOf(plain, 8, 8),
  '4000 letters': keyOf(`${plain}-_./`, 4_000, 4_000),
}

const normal = (text: string): string => text.toLowerCase().replaceAll(/[\s+]/g, '')

/** The parts of a key that a text shows in any decoding. */
const shownOf = (key: string, text: string, length: number): string[] => {
  const windows = (all: string): string[] =>
    Array.from({ length: all.length }, (_, index) => all.slice(index, index + length))
  const parts = new Set(windows(normal(key)).filter((part) => part.length === length))
  return [...readingsOf(text)].flatMap((one) => windows(normal(one)).filter((part) => parts.has(part)))
}

/** Texts around a spelling, which stands where `*` does. */
const places = ['*', 'before * after', '{"message":"*"}', '?a=*&b=*', '**']

const runs = { seed: 20_261_122, numRuns: isWhole ? 12 : 4, endOnFailure: true }

test('the readings of this test show a key in each of its spellings', () => {
  for (const [name, spell] of Object.entries(spellings)) {
    const key = 'k3y"live<4 f9c>\\&7d+é2e/8b1a'
    expect(shownOf(key, spell(key), 6), name).not.toEqual([])
  }
})

describe.each(Object.entries(kinds))('of a key of %s nothing is left', (kind, keys) => {
  const numRuns = kind === '4000 letters' ? 1 : runs.numRuns
  test.each(Object.entries(spellings))('%s', (_name, spell) => {
    const check = (key: string): void => {
      const redact = redactorOf(key)
      for (const place of places) {
        const clean = redact(place.replaceAll('*', () => spell(key)))
        expect(shownOf(key, clean, 6)).toEqual([])
        expect(clean.length, clean).toBeLessThan(place.length + 2 * (mask.length + 20))
      }
    }
    assert(property(keys, check), { ...runs, numRuns })
  })

  test('escaped twice', () => {
    const check = (key: string): void => {
      const redact = redactorOf(key)
      for (const [outer, escape] of Object.entries(escapings)) {
        for (const [inner, spell] of Object.entries(escapings)) {
          expect(redact(`(${escape(spell(key))})`), `${inner} in ${outer}`).toBe(`(${mask})`)
        }
      }
    }
    assert(property(keys, check), { ...runs, numRuns })
  })

  test('cut', () => {
    const check = (key: string, spell: (text: string) => string, share: number, end: string): void => {
      const text = spell(key)
      const clean = redactorOf(key)(`before ${text.slice(0, Math.ceil((text.length * share) / 100))}${end}`)
      expect(shownOf(key, clean, 9)).toEqual([])
    }
    const ways = constantFrom(...Object.values(spellings))
    const shares = integer({ min: 1, max: 100 })
    const ends = constantFrom(
      '',
      '…',
      '...',
      '… (40 more characters)',
      '..."}',
      '\\u2026',
      '&hellip;',
      '\uFFFD',
    )
    assert(property(keys, ways, shares, ends, check), { ...runs, numRuns: 20 * numRuns })
  })
})

test('a text that could be parsed can be parsed when its secrets are masked', () => {
  const others = ['', '"', '\\', 'n', 'C:\\', '%', 'u00'].map((text) => () => text)
  const ways = array(constantFrom(...Object.values(escapings), ...others), { maxLength: 6 })
  const keys = lettersOf('"\\/nurtb01fax%&', 8, 14).filter((key) => !isShort(key.replaceAll('"', '')))
  const check = (key: string, spells: ((text: string) => string)[], share: number): void => {
    const redact = redactorOf(key)
    const text =
      spells.map((one) => one(key) + one(key.slice(share))).join('') +
      `${key}\n${key.slice(1)}\u0001${key.slice(1)}`
    const inner = JSON.stringify({ text, list: [key, { [text]: 1 }] }, null, share)
    for (const json of [inner, JSON.stringify({ inner })])
      expect(() => JSON.parse(redact(json))).not.toThrow()
    expect(() => decodeURIComponent(redact(encodeURIComponent(text)))).not.toThrow()
  }
  assert(property(keys, ways, integer({ min: 0, max: 3 }), check), {
    ...runs,
    numRuns: isWhole ? 1_000 : 300,
  })
})

// A search that is not linear takes minutes for one of these texts, so the test times out.
describe('time grows with the text alone', () => {
  const lettersFrom = (_: unknown, index: number): string => ((index * 7919 + (index % 13)) % 36).toString(36)
  const long = Array.from({ length: 20_000 }, lettersFrom).join('')
  const prefix = long.slice(0, 100)

  test.each([
    ['a key of one letter, and the same letter', 'a'.repeat(65_536), 'a'.repeat(300_000), mask],
    ['a key of one letter, and nearly it', 'a'.repeat(65_536), `${'a'.repeat(65_535)}b`.repeat(15)],
    ['a key that repeats itself', 'ab'.repeat(10_000), `${'ab'.repeat(9_999)}ac`.repeat(50)],
    ['beginnings of a key', long, `${long.slice(1)}!${long.slice(0, -1)}!`.repeat(25)],
    ['beginnings of a key, each cut', long, `${prefix}…`.repeat(10_000), `${mask}…`.repeat(10_000)],
    ['backslashes', long, '\\'.repeat(400_000)],
    ['percent signs', long, '%25'.repeat(200_000)],
    ['halves of escapes', long, `${prefix}${'%u'.repeat(500_000)}`],
    ['spaces, of a key that has some', `k3y ${long} k3y`, `k3y${' '.repeat(1_000_000)}`],
  ])('%s', (_case, key, text, due = text) => {
    expect(redactorOf(key)(text) === due).toBe(true)
  })
})

test.each([
  ['half of a key', 'said k3y_live- and more'],
  ['another key', 'k3y_live-4f9c7d2f'],
  ['the beginning of a key within a text', 'k3y_live-4f9 is cut… here'],
  ['seven letters before a cut', 'k3y_liv…'],
  ['escapes of other things', String.raw`{"a":"\u0041\n","b":"%41","c":"&amp;"}`],
  ['broken escapes', String.raw`\u00 %zz &nothing; \x4 &#x; &#99999999999; \u{ffffffff}`],
])('%s stays', (_case, text) => {
  expect(redactorOf('k3y_live-4f9c7d2e')(text)).toBe(text)
})

test.each([
  ['in one another', 'a first-secret b first-secret-and-more c first-secre! d', 'a [1] b [2] c [3]! d'],
  ['overlapping', 'first-secret-and-more-to-come', '[2]'],
  ['alike, of which the first is named', 'FIRST-secret', '[1]'],
  ['whole, of which others are longer', 'first-secre', '[3]'],
  ['whole, behind others', 'it is first-secre', 'it is [3]'],
  ['in one another, the longer one escaped', String.raw`first-secret\u002for!`, '[6]!'],
  ['in quotation marks', '{"a":"quoted12"} "quoted"', '{"a":"[7]"} [8]'],
  ['in base64', `Basic ${Buffer.from('me:first-secret').toString('base64')}`, 'Basic bWU6[1]'],
  ['in base64 for URLs, behind two letters', Buffer.from('mefirst-secret').toString('base64url'), 'bWV[1]'],
  ['in base64 with padding', `${Buffer.from('first-secre').toString('base64')} and`, '[3] and'],
  ['cut before base64', Buffer.from('first-sec').toString('base64'), '[1]'],
  ['cut before base64 with padding', Buffer.from('first-secr').toString('base64'), '[1]'],
  ['cut at dots that they have', 'with.dots...', '[4]..'],
  ['that begin with a plus sign', '+49-and-more', '[9]'],
  ['of white space, and empty ones', '{"a":"        ","b":""}        ', '{"a":"[10]","b":""}        '],
])('secrets %s', (_case, text, due) => {
  const values = ['first-secret', 'first-secret-and-more', 'first-secre', 'with.dots.in-it', 'FIRST-SECRET']
  values.push(
    'first-secret/or',
    '"quoted12"',
    '"quoted"',
    '+49-and-more',
    ' '.repeat(8),
    '',
    'first-secre',
    'and-more-to-come',
  )
  const secrets = values.map((value, index) => ({ value, mask: `[${index + 1}]` }))
  expect(makeRedactor(secrets)(text)).toBe(due)
})

test.each([
  ['alone', 'x', mask],
  ['as a string', '{"x":"x","y":"max"}', `{"${mask}":"${mask}","y":"max"}`],
  ['as a string in a string', String.raw`"{\"k\":\"x\"}"`, String.raw`"{\"k\":\"[redacted]\"}"`],
  ['in a query', '/a?x=x&y=x#x', `/a?x=${mask}&y=${mask}#x`],
  [
    'in a query in a sentence',
    '/a?x=x: 401, /b?x=x, or /c?x=x.',
    `/a?x=${mask}: 401, /b?x=${mask}, or /c?x=${mask}.`,
  ],
  ['escaped', String.raw`{"k":"\u0078"}`, `{"k":"${mask}"}`],
  ['in other words', 'an example, max. x-ray', 'an example, max. x-ray'],
])('a short key %s', (_case, text, due) => {
  expect(['', 'x', '1234567', '12345678'].filter(isShort)).toEqual(['x', '1234567'])
  expect(redactorOf('x')(text)).toBe(due)
})

test('a failure while a text is searched, or while the search is prepared, shows nothing', () => {
  const hostile = (): never => {
    throw new RangeError('what is protected: k3y_live-4f9c7d2e')
  }
  const text = { [Symbol.toPrimitive]: hostile, toString: hostile } as unknown as string
  expect(redactorOf('k3y_live-4f9c7d2e')(text)).toMatch(/^\[redacted: .* could not be searched/)
  const broken = Object.defineProperty({ mask, value: '' }, 'value', { get: hostile })
  expect(makeRedactor([broken])('k3y_live-4f9c7d2e')).toMatch(/^\[redacted: .* could not be searched/)
})
