import { describe, expect, it } from 'vitest'
import { documentName, fileName, identifier, SafeNames } from '../../../generator/build/names.js'

const words =
  '. .. ../../etc/passwd a/b a\\b C:\\x ünï 日本 \u0000 __proto__ constructor toString con NUL com1 lpt9 index default class 1st - --help $ `${x}` */ \' " a.request validate0 🦊'
const hostile = ['', 'a b', 'a\nb', '\u2028', 'x'.repeat(300), ...words.split(' ')]

describe('file names', () => {
  it.each(hostile)('are safe for %j', (name) => {
    expect(fileName(name)).toMatch(/^[A-Za-z0-9_-]{1,120}$/)
    expect(fileName(name)).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d|index)$/i)
  })

  it.each([
    ['Quote', /^Quote$/],
    ['2026-08-01', /^2026-08-01$/],
    ['Page.Of', /^Page_Of$/],
    ['Page_of_Quote', /^Page_of_Quote$/],
    ['get /quotes/{id}', /^get_quotes_id_[0-9a-f]{8}$/],
    ['nul', /^nul_[0-9a-f]{8}$/],
    ['x'.repeat(300), /^x{100}_[0-9a-f]{8}$/],
  ])('keep %s readable', (name, expected) => {
    expect(fileName(name)).toMatch(expected)
  })
})

describe('names of folders of documents', () => {
  it.each([
    ['2026-08-01', /^2026-08-01$/],
    ['runtime', /^runtime_[0-9a-f]{8}$/],
    ['Runtime', /^Runtime_[0-9a-f]{8}$/],
  ])('are not that of the code they stand on: %s', (name, expected) => {
    expect(documentName(name)).toMatch(expected)
  })
})

describe('identifiers', () => {
  it.each(hostile)('are safe for %j', (name) => {
    const safe = identifier(name)
    expect(safe).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,120}$/)
    expect(safe).toContain('_')
  })

  it.each([
    ['responses_200_content_application/json_schema', 'responses_200_content_application_json_schema'],
    ['schema', 'schema'],
    ['unit', 'unit_'],
    ['Object', 'Object_'],
    ['schema16', 'schema16_'],
  ])('of %s is %s', (name, expected) => {
    expect(identifier(name)).toBe(expected)
  })
})

describe('names that are handed out', () => {
  it('are unique', () => {
    const names = new SafeNames(identifier)
    const originals = new Set(['Quote', 'quote', 'QUOTE', 'a_b', 'a.b', ...hostile])
    const given = [...originals].map((name) => names.get(name))
    expect(new Set(given).size).toBe(given.length)
  })

  it('are the same for the same name', () => {
    const names = new SafeNames(identifier)
    const [dotted, spaced] = [names.get('a.b'), names.get('a b')]
    expect([names.get('a b'), names.get('a.b')]).toEqual([spaced, dotted])
  })

  it('are unique even where the author foresaw the digest', () => {
    const first = new SafeNames(identifier)
    first.get('a b')
    const foreseen = first.get('a/b')
    const names = new SafeNames(identifier)
    const given = [foreseen, 'a b', 'a/b'].map((name) => names.get(name))
    expect(new Set(given).size).toBe(3)
  })
})
