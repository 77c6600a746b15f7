import * as fc from '#bundled/fast-check'
import { componentName, componentSchema, isObject, type Schemas } from '../../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'

const deepest = 6
const longestText = 64

const letters = (text: string): fc.Arbitrary<string> =>
  fc.nat(text.length - 1).map((index) => text.charAt(index))

const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: letters('0123456789abcdef'), minLength: length, maxLength: length })

const days = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc
    .tuple(hex(8), hex(4), hex(3), hex(3), hex(12))
    .map(([a, b, c, d, e]) => `${a}-${b}-4${c}-8${d}-${e}`),
  date: days.map((text) => text.slice(0, 10)),
  'date-time': days,
  decimal: fc
    .tuple(fc.nat(1_000_000), fc.nat(99))
    .map(([whole, rest]) => (rest === 0 ? String(whole) : `${whole}.${rest}`)),
  email: hex(8).map((name) => `${name}@example.com`),
  uri: hex(8).map((name) => `https://example.com/${name}`),
  byte: hex(4),
}

const matching = (pattern: string): fc.Arbitrary<string> | undefined => {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  } catch {
    return undefined
  }
}

const plainText = ({ minLength = 0, maxLength }: JsonSchemaObject): fc.Arbitrary<string> => {
  const most = Math.max(minLength, Math.min(maxLength ?? longestText, minLength + longestText))
  const unit = letters('abcdefghijklmnopqrstuvwxyzABCXYZ0189 -.')
  const of = (low: number, high: number): fc.Arbitrary<string> =>
    fc.string({ unit, minLength: low, maxLength: high })
  // The limits themselves are where mistakes are made.
  const end = Math.min(maxLength ?? most, 4 * longestText)
  return fc.oneof(
    of(minLength, minLength),
    of(minLength, most),
    of(Math.max(end, minLength), Math.max(end, minLength)),
  )
}

const textOf = (schema: JsonSchemaObject): fc.Arbitrary<string> => {
  const { format = '', pattern } = schema
  return formats[format] ?? (pattern === undefined ? undefined : matching(pattern)) ?? plainText(schema)
}

const farthest = 2 ** 31 - 1

const numberOf = (schema: JsonSchemaObject, isWhole: boolean): fc.Arbitrary<number> => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const min = Math.ceil(
    minimum ?? (exclusiveMinimum === undefined ? Math.min(0, maximum ?? 0) : exclusiveMinimum + 1),
  )
  const max = Math.floor(
    maximum ?? (exclusiveMaximum === undefined ? Math.max(farthest, min) : exclusiveMaximum - 1),
  )
  const whole = fc.oneof(
    fc.constant(min),
    fc.constant(Math.max(max, min)),
    fc.integer({ min, max: Math.max(max, min) }),
  )
  return isWhole
    ? whole
    : fc.oneof(
        whole,
        whole.map((value) => (value + 0.5 <= max ? value + 0.5 : value)),
      )
}

const typeOf = ({ type, properties, required, items }: JsonSchemaObject): string | undefined => {
  const named = [type ?? []].flat().find((one) => one !== 'null')
  if (named !== undefined) return named
  if (properties !== undefined || required !== undefined) return 'object'
  return items === undefined ? undefined : 'array'
}

/**
 * Makes arbitraries for the schemas of one document: values near the limits as often as inside them. The sampler of
 * document/ gives the one smallest value; these are drawn by fast-check, which shrinks what fails.
 */
export class Arbitraries {
  readonly #schemas: Schemas

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /**
   * Values that a schema is likely to accept. Not everything that schemas can say is heeded, so what comes out is to
   * be judged by the validator before it is used.
   */
  of(schema: JsonSchema | undefined, depth = 0): fc.Arbitrary<unknown> {
    if (typeof schema !== 'object' || depth > deepest) return fc.constant('Sample')
    const { $ref, enum: values, const: only, allOf, oneOf, anyOf } = schema
    if (only !== undefined) return fc.constant(only)
    if (values !== undefined) return fc.constantFrom(...values)
    if (componentName($ref) !== undefined) return this.of(componentSchema($ref, this.#schemas), depth + 1)
    const union = oneOf ?? anyOf
    const conjuncts = [
      ...(allOf ?? []).map((schema) => this.of(schema, depth + 1)),
      ...(union ? [fc.oneof(...union.map((branch) => this.of(branch, depth + 1)))] : []),
      ...(schema.properties === undefined ? [] : [this.#object(schema, depth)]),
    ]
    return conjuncts.length === 0 ? this.#plain(schema, depth) : fc.tuple(...conjuncts).map(merged)
  }

  #plain(schema: JsonSchemaObject, depth: number): fc.Arbitrary<unknown> {
    const type = typeOf(schema)
    if (type === 'object') return this.#object(schema, depth)
    if (type === 'integer' || type === 'number') return numberOf(schema, type === 'integer')
    if (type === 'boolean') return fc.boolean()
    if (type === 'string') return textOf(schema)
    if (type !== 'array') return fc.constant(schema.type === 'null' ? null : 'Sample')
    const { minItems = 0, maxItems = minItems + 2, items } = schema
    return fc.array(this.of(items, depth + 1), {
      minLength: minItems,
      maxLength: Math.min(maxItems, minItems + 2),
    })
  }

  #object({ properties = {}, required = [] }: JsonSchemaObject, depth: number): fc.Arbitrary<unknown> {
    const isDeep = depth >= deepest - 2
    const members = Object.entries(properties).filter(([name]) => !isDeep || required.includes(name))
    const model = Object.fromEntries(members.map(([name, inner]) => [name, this.of(inner, depth + 1)]))
    return fc.record(model, { requiredKeys: required.filter((name) => Object.hasOwn(model, name)) })
  }
}

const merged = (values: readonly unknown[]): unknown =>
  values.every(isObject) ? Object.assign({}, ...values) : values.at(-1)
