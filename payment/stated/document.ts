import { type JsonObject, listOf } from '../../document/index.js'
import { valuesOf } from '../tables/enumerations.js'
import { type QuoteParameter, quoteParameters, referenceLimits } from '../tables/parameters.js'
import { type Field, type RecordName, type RecordTable, records, valueKinds } from '../tables/records.js'

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const orNull = (schema: JsonObject): JsonObject => {
  const { $ref, type, enum: values } = schema
  if ($ref !== undefined) return { anyOf: [schema, { type: 'null' }] }
  if (type === undefined) return schema
  return { ...schema, type: [type, 'null'], ...(values !== undefined && { enum: [...listOf(values), null] }) }
}

const limitsOf = ({ name, pattern, min, max }: Field): JsonObject => {
  const limit = referenceLimits[name] ?? { pattern, min, max }
  return {
    ...(limit.min !== undefined && { minLength: limit.min }),
    ...(limit.max !== undefined && { maxLength: limit.max }),
    ...(limit.pattern && { pattern: limit.pattern.source }),
  }
}

const valueOf = (field: Field, version: string): JsonObject => {
  const { kind, of, enumeration, standard } = field
  const { type, format } = valueKinds[kind]
  if (of !== undefined && kind === 'object') return ref(of)
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(of !== undefined && { items: ref(of) }),
    ...(enumeration !== undefined && { enum: valuesOf(enumeration, version) }),
    ...(standard !== undefined && { default: standard }),
    ...limitsOf(field),
  }
}

/**
 * null counts as absent for an optional field. `x-named` marks a field of which the specification does not state whether
 * it is required: true if a document must show it.
 */
const propertyOf = (field: Field, version: string): JsonObject => {
  const { isOptional, isNamed, isDeprecated } = field
  const value = valueOf(field, version)
  return {
    ...(isOptional || isNamed ? orNull(value) : value),
    ...(isDeprecated && { deprecated: true }),
    ...(isNamed && { 'x-named': isOptional !== true }),
  }
}

const objectOf = (fields: readonly Field[], version: string, tag?: JsonObject): JsonObject => ({
  type: 'object',
  properties: { ...Object.fromEntries(fields.map((one) => [one.name, propertyOf(one, version)])), ...tag },
  required: fields.filter(({ isOptional, isNamed }) => !isOptional && !isNamed).map(({ name }) => name),
})

/** A record as components; if `type` discriminates it, the union and each variant. */
const componentsOf = ([name, table]: [string, RecordTable], version: string): [string, JsonObject][] => {
  const { fields, kinds, hasOthers } = table
  if (kinds === undefined) return [[name, objectOf(fields, version)]]
  const branches = Object.entries(kinds).map(([kind, own]): [string, string, JsonObject] => [
    kind,
    `${name}.${kind}`,
    objectOf([...fields, ...own], version, { type: { type: 'string', const: kind } }),
  ])
  const mapping = Object.fromEntries(branches.map(([kind, component]) => [kind, ref(component)['$ref']]))
  const oneOf = branches.map(([, component]) => ref(component))
  const union = {
    oneOf,
    discriminator: { propertyName: 'type', mapping },
    ...(hasOthers && { 'x-extensible': true }),
  }
  return [
    [name, union],
    ...branches.map(([, component, schema]): [string, JsonObject] => [component, schema]),
  ]
}

const parameterSchema = (parameter: QuoteParameter, version: string): JsonObject => {
  const { type, format, enumeration, limits } = parameter
  const values = enumeration && { enum: valuesOf(enumeration, version) }
  return {
    // A list in one value may be described as text, as it is sent.
    type: type === 'array' ? ['array', 'string'] : type,
    ...(format !== undefined && { format }),
    ...(type === 'array' ? { items: { type: 'string', ...values } } : values),
    ...limits,
  }
}

const parameterOf = ([name, parameter]: readonly [string, QuoteParameter], version: string) => ({
  name,
  in: 'query',
  required: parameter.isRequired === true,
  deprecated: parameter.isDeprecated === true,
  ...(parameter.type === 'array' && { explode: false }),
  schema: parameterSchema(parameter, version),
})

/** The path of the quote in both documents. */
export const quotePath = '/autoramps/quote'

/** A document with one operation, in which stated and served documents are compared. */
export function documentWith(path: string, get: object, schemas: object) {
  return { openapi: '3.1.0', paths: { [path]: { get } }, components: { schemas } }
}

const stated = (path: string, parameters: readonly object[], schema: JsonObject, version: string) => {
  const content = { 'application/json': { schema } }
  const schemas = Object.entries(records).flatMap((record) => componentsOf(record, version))
  const get = { parameters, responses: { '200': { description: '', content } } }
  return documentWith(path, get, Object.fromEntries(schemas))
}

/** The specification's tables about the quote in a version, as an OpenAPI document. */
export function statedQuote(version: string) {
  const parameters = Object.entries(quoteParameters).map((one) => parameterOf(one, version))
  return stated(quotePath, parameters, ref('SignedAutorampQuote'), version)
}

/** The path of the only operation of `statedRecord`. */
export const recordPath = '/record'

/** A record of the specification's tables in a version, as the response of an OpenAPI document. */
export function statedRecord(record: RecordName, version: string) {
  return stated(recordPath, [], ref(record), version)
}
