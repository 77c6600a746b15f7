import { type JsonObject, listOf } from '../../document/index.js'
import { valuesOf } from '../tables/enumerations.js'
import { type QuoteParameter, quoteParameters, referenceLimits } from '../tables/parameters.js'
import { type Field, type RecordTable, records, valueKinds } from '../tables/records.js'

/** A reference to a component. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema that takes null too. */
export function orNull(schema: JsonObject): JsonObject {
  const { $ref, type, enum: values } = schema
  if ($ref !== undefined) return { anyOf: [schema, { type: 'null' }] }
  if (type === undefined) return schema
  return { ...schema, type: [type, 'null'], ...(values !== undefined && { enum: [...listOf(values), null] }) }
}

/** Keywords without those that are undefined. */
export function present(keywords: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined))
}

const limitsOf = ({ name, pattern, min, max }: Field): JsonObject => {
  const limit = referenceLimits[name] ?? { pattern, min, max }
  return { minLength: limit.min, maxLength: limit.max, pattern: limit.pattern?.source }
}

const valueOf = (field: Field, version: string): JsonObject => {
  const { kind, of, enumeration, standard } = field
  const { type, format, minimum } = valueKinds[kind]
  if (of !== undefined && kind === 'object') return ref(of)
  const [items, values] = [of && ref(of), enumeration && valuesOf(enumeration, version)]
  return present({ type, format, minimum, items, enum: values, default: standard, ...limitsOf(field) })
}

/**
 * null counts as absent for an optional field. `x-named` marks a field of which the specification does not state
 * whether it is required: true if a document must show it.
 */
const propertyOf = (field: Field, version: string): JsonObject => {
  const { isOptional, isNamed, isDeprecated } = field
  const value = valueOf(field, version)
  const marks = { deprecated: isDeprecated, 'x-named': isNamed && isOptional !== true }
  return present({ ...(isOptional || isNamed ? orNull(value) : value), ...marks })
}

const objectOf = (
  { isSent, isDeprecated }: RecordTable,
  fields: readonly Field[],
  version: string,
  tag?: JsonObject,
): JsonObject => ({
  type: 'object',
  properties: { ...Object.fromEntries(fields.map((one) => [one.name, propertyOf(one, version)])), ...tag },
  required: fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
  ...(isDeprecated && { deprecated: true }),
  ...(isSent && { 'x-sent': true }),
})

/** A record as components; if `type` discriminates it, the union and each variant. */
const componentsOf = ([name, table]: [string, RecordTable], version: string): [string, JsonObject][] => {
  const { fields, kinds, hasOthers } = table
  if (kinds === undefined) return [[name, objectOf(table, fields, version)]]
  const branches = Object.entries(kinds).map(([kind, own]): [string, JsonObject] => [
    `${name}.${kind}`,
    objectOf(table, [...fields, ...own], version, { type: { type: 'string', const: kind } }),
  ])
  const mapping = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, ref(`${name}.${kind}`)['$ref']]))
  const discriminator = { propertyName: 'type', mapping }
  const oneOf = branches.map(([component]) => ref(component))
  return [[name, present({ oneOf, discriminator, 'x-extensible': hasOthers })], ...branches]
}

const parameterSchema = (parameter: QuoteParameter, version: string): JsonObject => {
  const { type, format, enumeration, limits } = parameter
  const values = enumeration && { enum: valuesOf(enumeration, version) }
  const rest = present({ format, ...limits })
  // A list in one value may be described as text, as it is sent.
  if (type === 'array') return { type: ['array', 'string'], items: { type: 'string', ...values }, ...rest }
  return { type, ...values, ...rest }
}

const parameterOf = ([name, parameter]: readonly [string, QuoteParameter], version: string) => ({
  name,
  in: 'query',
  required: parameter.isRequired === true,
  deprecated: parameter.isDeprecated === true,
  ...(parameter.type === 'array' && { explode: false }),
  schema: parameterSchema(parameter, version),
})

/** The components of the specification's tables in a version. */
export function statedComponents(version: string): JsonObject {
  return Object.fromEntries(Object.entries(records).flatMap((record) => componentsOf(record, version)))
}

const withSchema = (schema: unknown): JsonObject => ({ content: { 'application/json': { schema } } })

/** An operation with one schema: that of the response, or of the body where callers send it. */
export function operationWith(schema: unknown, isSent = false): JsonObject {
  return isSent
    ? { post: { requestBody: { required: true, ...withSchema(schema) }, responses: {} } }
    : { get: { responses: { '200': { description: '', ...withSchema(schema) } } } }
}

/** The operation of the quote in a version. */
export function statedQuote(version: string): JsonObject {
  const parameters = Object.entries(quoteParameters).map((one) => parameterOf(one, version))
  const responses = { '200': { description: '', ...withSchema(ref('SignedAutorampQuote')) } }
  return { parameters, responses }
}
