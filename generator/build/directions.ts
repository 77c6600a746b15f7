import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Direction } from '../model/document.js'
import { acceptsNone, partsOf, reachOf } from '../../document/index.js'
import { type Lookup, eachSubschema } from './subschemas.js'

/** Keywords that close an object. They are dropped for responses, because services may add properties. */
const closingKeywords = ['additionalProperties', 'unevaluatedProperties'] as const

/** The keywords that close a schema. */
export function closingIn(schema: JsonSchemaObject): readonly string[] {
  return closingKeywords.filter((keyword) => acceptsNone(schema[keyword]))
}

const isClosed = (schema: JsonSchemaObject): boolean => closingIn(schema).length > 0

/** Whether a schema itself, without its references, differs between requests and responses. */
const isDirected = (schema: JsonSchema, closedResponses: boolean): boolean =>
  typeof schema === 'object' &&
  (schema.readOnly === true || schema.writeOnly === true || (!closedResponses && isClosed(schema)))

/** Every reference inside a schema, at any depth. */
export function referencesOf(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean') return []
  const found = schema.$ref === undefined ? [] : [schema.$ref]
  eachSubschema(schema, (child) => found.push(...referencesOf(child)))
  return found
}

const mentionsDirection = (schema: JsonSchema, closedResponses: boolean): boolean => {
  if (typeof schema === 'boolean') return false
  let found = isDirected(schema, closedResponses)
  eachSubschema(schema, (child) => {
    found ||= mentionsDirection(child, closedResponses)
  })
  return found
}

/**
 * Returns a function for whether a schema, or any schema reachable from it, differs between requests and responses.
 */
export function makeDirectional(lookup: Lookup, closedResponses: boolean): (ref: string) => boolean {
  const known = new Map<string, boolean>()
  const nextOf = (ref: string): string[] => (known.has(ref) ? [] : referencesOf(lookup(ref) ?? true))
  const isMarked = (ref: string): boolean =>
    known.get(ref) ?? mentionsDirection(lookup(ref) ?? true, closedResponses)
  return (ref) => {
    if (!known.has(ref)) {
      // Finds the result for all reachable schemas at once: one at a time, a long chain would take quadratic
      // time.
      const { nodes, leading } = reachOf(ref, nextOf, isMarked)
      for (const one of nodes) known.set(one, leading.has(one))
    }
    return known.get(ref) ?? false
  }
}

/**
 * The required properties of an object schema in one direction: readOnly properties are required only in responses,
 * writeOnly ones only in requests (OpenAPI 3.0 and 3.1). `whole` is the schema that declares the properties: the
 * schema itself, or the one whose `allOf` contains it.
 */
export function requiredIn(
  direction: Direction | 'both',
  required: readonly string[],
  whole: JsonSchema,
  lookup: Lookup,
): readonly string[] {
  if (direction === 'both') return required
  const mark = direction === 'request' ? 'readOnly' : 'writeOnly'
  const parts = partsOf(whole, lookup)
  const isMarked = (property: string): boolean =>
    parts.some(({ properties }) =>
      partsOf(properties?.[property], lookup).some((candidate) => candidate[mark] === true),
    )
  return required.filter((property) => !isMarked(property))
}
