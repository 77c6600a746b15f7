import { describe, expect, test } from 'vitest'
import { listedValues, shapesOf } from '../../../payment/schema/document-shape.js'
import type { JsonSchema } from '../../../runtime/surface.js'
import { documents } from '../../specs/documents.js'
import { tableIn } from '../../support/table.js'
import { schemaOf } from '../services/schemas.js'
import { type JsonObject, objectAt } from './editing.js'
import { texts, told } from './judge.js'
import type { RawDocument } from './surface.js'

const [version = ''] = [...documents.keys()].toReversed()
const text = { type: 'string' }
const tag = (...values: string[]) => ({ type: 'string', enum: values })

const tables = tableIn<{
  readonly alike: [string, Readonly<Record<string, unknown>>][]
  readonly unlike: [string, Readonly<Record<string, unknown>>, string][]
}>(import.meta.dirname, 'documented-records.yaml')

/** Contradictions to the tables in a document with other components. */
const errors = (components: Readonly<Record<string, unknown>>): string[] => {
  const schemas = Object.entries(components).map(([name, short]) => [name, schemaOf(short)])
  const document: RawDocument & JsonObject = JSON.parse(texts.get(version) ?? '')
  Object.assign(objectAt(document, 'components', 'schemas'), Object.fromEntries(schemas))
  return told(document, version, (id) => /^(quote|enumerations)\//.test(id))
    .filter((line) => line.startsWith('error'))
    .map((line) => line.replace('compared with the specification: ', ''))
}

test.each(tables.alike)('a document says what the tables say, in its own way: %s', (_case, components) =>
  expect(errors(components)).toEqual([]),
)

test.each(tables.unlike)('a document contradicts its table: %s', (_case, components, message) =>
  expect(errors(components)).toEqual([`error ${message}`]),
)

describe('values listed in a place', () => {
  const listed = (schema: JsonSchema) => {
    const values = listedValues(shapesOf(schema, {}))
    return values && Array.from(values, String).toSorted()
  }
  test.each<[string, JsonSchema, unknown]>([
    ['an enumeration', tag('a', 'b'), ['a', 'b']],
    ['an enumeration or null', { anyOf: [tag('a'), { type: 'null' }] }, ['a']],
    ['null among them', { enum: ['a', null] }, ['a']],
    ['one of several', { oneOf: [{ const: 'a' }, tag('b')] }, ['a', 'b']],
    ['what two parts have in common', { allOf: [tag('a', 'b'), tag('b', 'c')] }, ['b']],
    ['any text', text, undefined],
    ['an enumeration or any text', { anyOf: [tag('a'), text] }, undefined],
  ])('%s', (_case, schema, values) => expect(listed(schema)).toEqual(values))
})
