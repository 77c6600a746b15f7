import { isObject } from '../load/pointer.js'
import type { RawObject } from '../model/document.js'

/** A schema of a copied document, still in the document's own dialect. */
export type MutableSchema = Record<string, unknown>

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

// A literal null is taken for an absent `const`.
const nullConstant = (schema: MutableSchema): void => {
  if (schema['const'] !== null) return
  delete schema['const']
  schema['type'] = 'null'
}

const withoutNoise = (schema: MutableSchema): void => {
  // Printed as a member that every value would have to have.
  delete schema['$defs']
  if ('required' in schema && !Array.isArray(schema['required'])) delete schema['required']
  if ('enum' in schema && listOf(schema['enum']).length === 0) delete schema['enum']
  for (const keyword of ['type', 'items', 'properties', 'nullable', 'allOf', 'anyOf', 'oneOf']) {
    if (schema[keyword] === null) delete schema[keyword]
  }
}

// Printed as a tuple of exactly these items, which holds for a list of that length only.
const openTuple = (schema: MutableSchema): void => {
  const items = schema['items']
  const first = listOf(schema['prefixItems'] ?? items)
  if (first.length === 0) return
  const rest = Array.isArray(items) ? schema['additionalItems'] : items
  const isExact = rest === false && Number(schema['minItems'] ?? 0) >= first.length
  if (isExact) return
  delete schema['prefixItems']
  const others = rest === false ? [] : [isObject(rest) ? rest : {}]
  schema['items'] = { anyOf: [...first, ...others] }
}

// Printed as an index signature that the named properties would have to fit too.
const openIndex = (schema: MutableSchema): void => {
  const hasProperties = isFilled(schema['properties'])
  const isClosed = schema['additionalProperties'] === false
  if (hasProperties && isFilled(schema['additionalProperties'])) schema['additionalProperties'] = true
  if (!isFilled(schema['patternProperties']) || (isClosed && !hasProperties)) return
  delete schema['patternProperties']
  schema['additionalProperties'] = true
}

// What a member demands is lost when another member says what the property is.
const liftRequired = (schema: MutableSchema): void => {
  const members = listOf(schema['allOf']).filter(isObject)
  const demanded = members.flatMap((member) => ('$ref' in member ? [] : listOf(member['required'])))
  if (demanded.length === 0) return
  schema['required'] = [...new Set([...listOf(schema['required']), ...demanded])]
  schema['allOf'] = members.filter((member) => Object.keys(member).some((key) => key !== 'required'))
}

// Beside other keywords `anyOf` is printed as one more alternative to them, where both have to hold.
const joinAnyOf = (schema: MutableSchema): void => {
  const { anyOf, properties, allOf } = schema
  if (listOf(anyOf).length === 0 || !(isFilled(properties) || listOf(allOf).length > 0)) return
  delete schema['anyOf']
  schema['allOf'] = [...listOf(allOf), { anyOf }]
}

const beside = ['required', 'properties', 'type', 'allOf', 'anyOf', 'oneOf', 'additionalProperties']

/** Whether a schema demands anything itself, beside what the schema that it refers to demands. */
export function demandsMore(schema: RawObject): boolean {
  return beside.some((keyword) => keyword in schema)
}

/** Makes a reference that has to hold beside other keywords a member of `allOf`; alone it would hide them. */
export function joinReference(schema: MutableSchema): void {
  schema['allOf'] = [{ $ref: schema['$ref'] }, ...listOf(schema['allOf'])]
  delete schema['$ref']
}

/**
 * Changes one schema into the spelling that openapi-typescript prints rightly; each step names what it would
 * print otherwise. What cannot be said in its terms becomes wider, never wrong.
 */
export function respell(schema: MutableSchema): void {
  withoutNoise(schema)
  nullConstant(schema)
  openTuple(schema)
  openIndex(schema)
  liftRequired(schema)
  joinAnyOf(schema)
}
