import { describe, expect, it } from 'vitest'
import { Layout, type PrintPartial } from '../../../generator/render/layout.js'
import type { ObjectValues, StringValues } from '../../../generator/render/template-model.js'

const object = ({ members }: ObjectValues): string =>
  `<${members
    .map(
      ({ name, type, isOptional, isReadonly, comment }) =>
        `${isReadonly ? '!' : ''}${name}${isOptional ? '?' : ''}=${type}${comment.map((line) => `#${line}`).join('')}`,
    )
    .join(', ')}>`

const print: PrintPartial = (name, values) =>
  name === 'object' ? object(values as ObjectValues) : `'${(values as StringValues).single}'`

const contract = {
  templates: {},
  files: {},
  partials: {},
  rows: { Row: { name: 'Code', type: 'TypeCode', note: 'string', rows: 'Row[]', more: 'Row | undefined' } },
}

const layout = (...own: readonly string[]) => new Layout(contract, print, new Set(own))

describe('a type that a user lays out', () => {
  it.each([
    ['string', 'string'],
    ['"a" | "b"', "'a' | 'b'"],
    [String.raw`"it's \"q\" \\"`, String.raw`'it\'s "q" \\'`],
    ['{}', '{}'],
    ['{}[]', '{}[]'],
    ['{\n  a: string;\n  readonly b?: "x";\n}', "<a=string, !b?='x'>"],
    ['{\n  "a b": { readonly c: 1 };\n}', "<'a b'=<!c=1>>"],
    ['{\n  [key: string]: unknown;\n}', '<[key: string]=unknown>'],
    ['{ [Key in keyof A]?: B["c"][] }', "<[Key in keyof A]?=B['c'][]>"],
    ['{\n  [key: A["b:c"]]: { d: 1 };\n}', '<[key: A["b:c"]]=<d=1>>'],
    ['{\n  /** One. */\n  a: 1;\n}', '<a=1#One.>'],
    ['{\n  /**\n   * One\n   *\n   * two.\n   */\n  a: 1;\n  b: 2;\n}', '<a=1#One##two., b=2>'],
    ['A & ({\n  a: 1;\n} | null)', 'A & (<a=1> | null)'],
  ])('%j is %s', (text, expected) => {
    expect(layout('object', 'string').type(text)).toBe(expected)
  })

  it.each(['{ a "b" }', '{ a: "b"', '{ a: "b" } }'])('stays, apart from its strings, if it is %s', (text) => {
    expect(layout('object', 'string').type(text)).toBe(text.replaceAll('"', "'"))
  })

  it('stays on its line unless objects are laid out', () => {
    const text = '{ readonly a?: "b"; c: 1 }'
    const laidOut = (own: string): string => layout(own).type(text)
    expect(['string', 'comment', 'member', 'object'].map(laidOut)).toEqual([
      "{ readonly a?: 'b'; c: 1 }",
      "{ readonly a?: 'b'; c: 1 }",
      "<!a?='b', c=1>",
      "<!a?='b', c=1>",
    ])
    expect(layout('string').type('{\n  a: 1;\n}')).toBe('<a=1>')
  })

  it('is found in the values of a template by the types of their members', () => {
    const row = { name: '"n"', type: '{ a: 1 }', note: '"n" { a: 1 }', other: '"n"' }
    const laidOut = { ...row, name: "'n'", type: '<a=1>' }
    expect(
      layout('object').values('Row', { ...row, rows: [row], more: row, count: 1, none: undefined }),
    ).toEqual({ ...laidOut, rows: [laidOut], more: laidOut, count: 1, none: undefined })
  })

  it('keeps strings in comments', () => {
    expect(layout('string').strings('/* "a" */ "b"')).toBe('/* "a" */ \'b\'')
  })
})
