import * as fc from 'fast-check'
import { isObject } from '../../../document/index.js'

/** A schema as an object. */
export interface Schema {
  readonly [key: string]: unknown
}

const names = ['id', 'state', 'amount', 'name', 'lines', 'kind', 'note', 'created'] as const

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(3), maxLength: fc.integer({ min: 5, max: 9 }) }),
  fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^a', 'b$') }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'uuid') }),
  fc.record({
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.nat(5),
    maximum: fc.integer({ min: 10, max: 20 }),
  }),
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 2, maxLength: 4 }).map((list) => ({
    type: 'string',
    enum: list,
  })),
  fc.constantFrom<Schema>({ type: 'boolean' }, {}, { $ref: '#/components/schemas/Thing' }),
)

/** Schemas of several levels, with references, unions and conjunctions. */
export const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
        fc.array(tie('schema'), { minLength: 4, maxLength: 4 }),
        fc.nat(15),
      )
      .map(([keys, values, required]) => ({
        type: 'object',
        properties: Object.fromEntries(keys.map((key, index) => [key, values[index] ?? {}])),
        required: keys.filter((_, index) => (required >> index) % 2 === 1),
      })),
    tie('schema').map((items) => ({ type: 'array', items })),
    tie('schema').map((schema) => ({ type: 'object', additionalProperties: schema })),
    fc.tuple(tie('schema'), tie('schema')).map((allOf) => ({ allOf })),
    fc.tuple(tie('schema'), tie('schema')).map(([one, other]) => ({
      oneOf: [
        { type: 'object', title: 'One', properties: { tag: { const: 'one' }, body: one }, required: ['tag'] },
        {
          type: 'object',
          title: 'Other',
          properties: { tag: { const: 'other' }, body: other },
          required: ['tag'],
        },
      ],
    })),
  ),
})).schema

const shuffled = (list: readonly unknown[]): unknown[] => [...list].reverse()

const reversedKeys = (value: Schema): Schema => Object.fromEntries(Object.entries(value).reverse())

const respelled = (schema: Schema, pick: () => number): Schema => {
  const out: Record<string, unknown> = { ...schema }
  if (typeof out['type'] === 'string' && pick() % 2 === 0) out['type'] = [out['type']]
  if (Array.isArray(out['enum'])) out['enum'] = shuffled(out['enum'])
  if (Array.isArray(out['required'])) out['required'] = shuffled(out['required'])
  if (out['type'] === 'object' && out['additionalProperties'] === undefined && pick() % 2 === 0) {
    out['additionalProperties'] = pick() % 2 === 0 ? true : {}
  }
  if (typeof out['minimum'] === 'number' && out['type'] === 'integer' && pick() % 2 === 0) {
    out['exclusiveMinimum'] = out['minimum'] - 1
    delete out['minimum']
  }
  return reversedKeys(out)
}

const wrappers: readonly ((schema: Schema) => Schema)[] = [
  (schema) => schema,
  (schema) => ({ allOf: [schema] }),
  (schema) => ({ anyOf: [schema] }),
  (schema) => ({ oneOf: [schema] }),
]

/** The same schema in other words, all the way down. */
export const otherWords = (schema: unknown, pick: () => number): unknown => {
  if (!isObject(schema)) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value)) {
        return [
          key,
          Object.fromEntries(Object.entries(value).map(([name, one]) => [name, otherWords(one, pick)])),
        ]
      }
      if (Array.isArray(value) && ['allOf', 'oneOf', 'anyOf'].includes(key)) {
        return [key, shuffled(value.map((one) => otherWords(one, pick)))]
      }
      return [key, key === 'items' || key === 'additionalProperties' ? otherWords(value, pick) : value]
    }),
  )
  return (wrappers[pick() % wrappers.length] ?? ((one: Schema) => one))(respelled(inner, pick))
}

const without = (schema: Schema, key: string): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key))

/** The effect of an edit on the values that a schema allows. */
export type Sense = 'narrowed' | 'widened'

const edits: readonly (readonly [
  applies: (schema: Schema) => boolean,
  edit: (schema: Schema) => Schema,
  sense: Sense,
])[] = [
  [({ maxLength }) => typeof maxLength === 'number', (schema) => ({ ...schema, maxLength: 4 }), 'narrowed'],
  [({ maxLength }) => typeof maxLength === 'number', (schema) => ({ ...schema, maxLength: 40 }), 'widened'],
  [({ minimum }) => typeof minimum === 'number', (schema) => ({ ...schema, minimum: 7 }), 'narrowed'],
  [({ maximum }) => typeof maximum === 'number', (schema) => ({ ...schema, maximum: 70 }), 'widened'],
  [
    (schema) => Array.isArray(schema['enum']),
    (schema) => ({ ...schema, enum: Array.isArray(schema['enum']) ? schema['enum'].slice(1) : [] }),
    'narrowed',
  ],
  [
    (schema) => Array.isArray(schema['enum']),
    (schema) => ({ ...schema, enum: [...(Array.isArray(schema['enum']) ? schema['enum'] : []), 'new'] }),
    'widened',
  ],
  [({ type }) => type === 'boolean', () => ({ type: ['boolean', 'null'] }), 'widened'],
  [({ type }) => type === 'integer', (schema) => ({ ...schema, type: 'number' }), 'widened'],
  [({ type }) => type === 'number', (schema) => ({ ...schema, type: 'integer' }), 'narrowed'],
  [({ type }) => type === 'array', (schema) => ({ ...schema, minItems: 1 }), 'narrowed'],
  [({ type }) => type === 'array', (schema) => ({ ...schema, uniqueItems: true }), 'narrowed'],
  [
    ({ properties }) => isObject(properties),
    (schema) => ({
      ...schema,
      properties: { ...Object(schema['properties']), fresh: { type: 'string' } },
      required: [...(Array.isArray(schema['required']) ? schema['required'] : []), 'fresh'],
    }),
    'narrowed',
  ],
  [
    ({ required }) => Array.isArray(required) && required.length > 0,
    (schema) => ({
      ...schema,
      required: Array.isArray(schema['required']) ? schema['required'].slice(1) : [],
    }),
    'widened',
  ],
  [({ pattern }) => typeof pattern === 'string', (schema) => without(schema, 'pattern'), 'widened'],
  [({ format }) => typeof format === 'string', (schema) => without(schema, 'format'), 'widened'],
]

/** Every location where an edit can be made: the whole schema with the edit there, and its effect. */
export const editsOf = (schema: Schema): { readonly edited: Schema; readonly sense: Sense }[] => {
  const here = edits.flatMap(([applies, edit, sense]) =>
    applies(schema) ? [{ edited: edit(schema), sense }] : [],
  )
  const under = Object.entries(schema).flatMap(([key, value]) => {
    if (['items', 'additionalProperties'].includes(key) && isObject(value)) {
      return editsOf(value).map(({ edited, sense }) => ({ edited: { ...schema, [key]: edited }, sense }))
    }
    if (key !== 'properties' || !isObject(value)) return []
    return Object.entries(value).flatMap(([name, one]) =>
      (isObject(one) ? editsOf(one) : []).map(({ edited, sense }) => ({
        edited: { ...schema, properties: { ...value, [name]: edited } },
        sense,
      })),
    )
  })
  return [...here, ...under]
}
