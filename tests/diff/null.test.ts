import { describe, expect, test } from 'vitest'
import { diff, documentOf, idsOf, settings, type Json } from './support/documents.js'

/** A type, and variants that name none, as they stand beside it. */
const shapes: readonly (readonly [type: string, variants: readonly object[]])[] = [
  ['object', [{ required: ['a'] }, { required: ['b'] }]],
  ['object', [{ minProperties: 2 }, { required: ['b'] }]],
  ['object', [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }]],
  ['object', [{ type: 'object', required: ['a'] }, { required: ['b'] }]],
  ['object', [{ anyOf: [{ required: ['a'] }, { required: ['c'] }] }, { required: ['b'] }]],
  ['array', [{ minItems: 2 }, { maxItems: 1 }]],
  ['array', [{ minItems: 2 }]],
  ['string', [{ pattern: '^a' }, { pattern: '^b' }]],
  ['string', [{ minLength: 2 }, { format: 'uuid' }]],
  ['number', [{ minimum: 1 }, { maximum: 0 }]],
]

const depths: readonly (readonly [name: string, wrap: (schema: object) => object])[] = [
  ['a payload', (schema) => schema],
  ['a property', (schema) => ({ type: 'object', properties: { a: schema } })],
  ['items of items', (schema) => ({ type: 'array', items: { type: 'array', items: schema } })],
  ['a map', (schema) => ({ type: 'object', additionalProperties: schema })],
  ['an allOf', (schema) => ({ allOf: [schema, { title: 'A' }] })],
  ['a variant', (schema) => ({ anyOf: [schema, { const: true }] })],
]

const choices = ['anyOf', 'oneOf'] as const

/** The same without null, and with null as OpenAPI 3.1 and 3.0 spell it. */
const rows = shapes.flatMap(([type, variants]) =>
  choices.flatMap((key) =>
    depths.map(([name, wrap]) => {
      const others = { [key]: variants }
      return [
        `${type} with ${JSON.stringify(others)} in ${name}`,
        wrap({ type, ...others }),
        wrap({ type: [type, 'null'], ...others }),
        wrap({ type, nullable: true, ...others }),
      ] as const
    }),
  ),
)

describe.each(settings.slice(0, 2))('null beside variants without types in a $name', ({ flow, build }) => {
  test.each(rows)('%s', (_name, plain, listed, nullable) => {
    for (const [openapi, schema] of [
      ['3.1.0', listed],
      ['3.0.3', nullable],
    ] as const) {
      const [from, to] = [documentOf(build(plain), openapi), documentOf(build(schema), openapi)]
      expect(idsOf(diff(from, to))).toEqual([`${flow}-became-nullable`])
      expect(idsOf(diff(to, from))).toEqual([`${flow}-became-not-nullable`])
    }
  })
})

/** Null that one of several schemas allows, and another one does not. */
const refused: readonly (readonly [from: Json, to: Json])[] = [
  [
    { type: 'string', anyOf: [{ anyOf: [{ pattern: '^a' }, { type: 'null' }] }] },
    { type: 'string', anyOf: [{ anyOf: [{ pattern: '^a' }] }] },
  ],
  [
    { allOf: [{ nullable: true }, { anyOf: [{ type: 'object', required: ['a'] }, { type: 'array' }] }] },
    { anyOf: [{ type: 'object', required: ['a'] }, { type: 'array' }] },
  ],
]

test.each(refused)('%j takes null as little as %j does', (from, to) => {
  for (const { build } of settings.slice(0, 2)) {
    expect(idsOf(diff(documentOf(build(from)), documentOf(build(to))))).toEqual([])
    expect(idsOf(diff(documentOf(build(to)), documentOf(build(from))))).toEqual([])
  }
})
