/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import { documentAround } from './judges.js'

const text = { type: 'string' }
const whole = { type: 'integer' }
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const others = {
  Text: { type: 'string', minLength: 1 },
  Maybe: { type: ['string', 'null'], maxLength: 3 },
  Named: {
    type: 'object',
    required: ['a'],
    properties: { a: text, b: { ...whole, readOnly: true }, c: { ...text, writeOnly: true } },
  },
  Tree: {
    type: 'object',
    properties: { a: text, next: ref('Tree'), all: { type: 'array', items: ref('Tree') } },
  },
  Closed: { type: 'object', properties: { a: text }, additionalProperties: false },
  Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, a: whole } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { enum: ['dog', 'wolf'] }, a: text } },
  Kind: { enum: ['a', 'b', null] },
  Hidden: { type: 'string', readOnly: true },
}

const schemas: readonly unknown[] = [
  text,
  { type: ['string', 'null'], enum: ['a', 'b', null] },
  { type: 'string', enum: ['a', 'b'], nullable: true },
  { type: 'string', pattern: '^a', minLength: 1, maxLength: 3, format: 'hostname' },
  { type: 'string', format: 'date-time' },
  { type: 'integer', minimum: 1, maximum: 5, multipleOf: 2, format: 'int32' },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 2 },
  { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
  { const: 'a' },
  { enum: [1, 'a', null, { a: 1 }] },
  { minLength: 2, minimum: 1, required: ['a'] },
  { type: 'array', items: text, minItems: 1, maxItems: 2, uniqueItems: true },
  { type: 'array', prefixItems: [text, whole], items: false },
  { type: 'array', items: [text, whole] },
  { type: 'array', contains: text, minContains: 1, maxContains: 2 },
  { type: 'array', prefixItems: [text], unevaluatedItems: whole },
  { type: 'object', required: ['a'], properties: { a: text, b: whole }, additionalProperties: false },
  {
    type: 'object',
    properties: { a: text },
    additionalProperties: whole,
    minProperties: 1,
    maxProperties: 2,
  },
  { type: 'object', patternProperties: { '^a': text }, additionalProperties: whole },
  { type: 'object', propertyNames: { maxLength: 2 }, dependentRequired: { a: ['b'] } },
  { type: 'object', dependentSchemas: { a: { required: ['b'], properties: { b: text } } } },
  { type: 'object', properties: { a: text }, allOf: [ref('Named')], unevaluatedProperties: false },
  { properties: { a: text, surplus: { type: ['integer', 'null'] } } },
  { items: text },
  { allOf: [ref('Named'), { required: ['b', 'c'] }, { properties: { b: { minimum: 1 } } }] },
  {
    allOf: [
      { type: 'string', nullable: true },
      { maxLength: 2, nullable: true },
    ],
  },
  { anyOf: [ref('Text'), whole, { type: 'null' }] },
  { anyOf: [{ type: 'string' }, { enum: ['a', 'b'] }] },
  { anyOf: [{ type: 'string', nullable: true }, { type: 'boolean' }] },
  { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
  { oneOf: [ref('Cat'), ref('Dog'), { type: 'null' }] },
  { oneOf: [{ const: 'a' }, { const: 'b' }] },
  { oneOf: [{ type: 'string' }, { type: 'integer' }], nullable: true },
  { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: text, b: text } },
  { not: { type: 'string', enum: ['a'] } },
  { type: 'object', not: { required: ['a', 'b'] } },
  { not: { properties: { a: { type: 'string', minLength: 2 } }, required: ['a'] } },
  { if: { type: 'string' }, then: { minLength: 2 }, else: { type: 'integer' } },
  { type: 'object', if: { properties: { a: { const: 'a' } }, required: ['a'] }, then: { required: ['b'] } },
  ref('Maybe'),
  { ...ref('Text'), nullable: true },
  { ...ref('Text'), maxLength: 3 },
  { ...ref('Named'), type: ['object', 'null'] },
  ref('Tree'),
  ref('Closed'),
  { allOf: [ref('Text')], nullable: true },
  { allOf: [ref('Maybe')] },
  {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: ref('Hidden'), b: { allOf: [ref('Hidden')] }, c: ref('Kind') },
  },
  {
    type: 'object',
    properties: {
      a: { anyOf: [ref('Named'), { type: 'null' }] },
      b: { ...ref('Maybe'), description: 'Words.' },
    },
  },
  { type: 'array', items: { oneOf: [ref('Named'), text], nullable: true } },
  { type: 'object', additionalProperties: ref('Maybe') },
  { nullable: true },
  {},
  { type: 'null' },
  {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { b: { type: 'array', items: { nullable: true, type: 'integer' } } } },
    },
  },
]

const named = /"#\/components\/schemas\/(\w+)"/g

const withOthers = (schema: unknown): object => {
  const found: Record<string, unknown> = {}
  const take = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(named)) {
      if (name in found) continue
      found[name] = Reflect.get(others, name)
      take(found[name])
    }
  }
  take(schema)
  return found
}

/** Small documents that together hold every keyword, in both dialects. */
export const corpus: readonly object[] = ['3.0.3', '3.1.0'].flatMap((openapi) =>
  schemas.flatMap((schema) => [
    documentAround(schema, withOthers(schema), openapi),
    documentAround({ type: 'object', properties: { a: schema } }, withOthers(schema), openapi),
  ]),
)
