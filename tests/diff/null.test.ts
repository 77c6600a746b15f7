import { describe, expect, test } from 'vitest'
import { documentOf, idsBothWays, settings, type Json } from './support/documents.js'
import { tableOf } from './support/tables.js'

const { shapes, refused } = tableOf<{
  readonly shapes: readonly (readonly [type: string, ...variants: object[]])[]
  readonly refused: readonly (readonly [from: Json, to: Json])[]
}>('null')

const depths: readonly (readonly [name: string, wrap: (schema: object) => object])[] = [
  ['a payload', (schema) => schema],
  ['a property', (schema) => ({ type: 'object', properties: { a: schema } })],
  ['items of items', (schema) => ({ type: 'array', items: { type: 'array', items: schema } })],
  ['a map', (schema) => ({ type: 'object', additionalProperties: schema })],
  ['an allOf', (schema) => ({ allOf: [schema, { title: 'A' }] })],
  ['a variant', (schema) => ({ anyOf: [schema, { const: true }] })],
]

const choices = ['anyOf', 'oneOf'] as const

/** A schema without null, and with null in the spellings of OpenAPI 3.1 and 3.0. */
const rows = shapes.flatMap(([type, ...variants]) =>
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
      expect(idsBothWays(from, to)).toEqual([[`${flow}-became-nullable`], [`${flow}-became-not-nullable`]])
    }
  })
})

test.each(refused)('%j takes null as little as %j does', (from, to) => {
  for (const { build } of settings.slice(0, 2))
    expect(idsBothWays(documentOf(build(from)), documentOf(build(to)))).toEqual([[], []])
})
