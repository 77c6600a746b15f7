import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Direction } from '../model/document.js'
import { eachSubschema } from './subschemas.js'

type Lookup = (ref: string) => JsonSchema | undefined

const isDirected = (schema: JsonSchema): boolean =>
  typeof schema === 'object' && (schema.readOnly === true || schema.writeOnly === true)

/** Every reference inside a schema, at any depth. */
export function referencesOf(schema: JsonSchema): string[] {
  if (typeof schema === 'boolean') return []
  const found = schema.$ref === undefined ? [] : [schema.$ref]
  eachSubschema(schema, (child) => found.push(...referencesOf(child as JsonSchema)))
  return found
}

const mentionsDirection = (schema: JsonSchema): boolean => {
  if (typeof schema === 'boolean') return false
  let found = isDirected(schema)
  eachSubschema(schema, (child) => {
    found ||= mentionsDirection(child as JsonSchema)
  })
  return found
}

/** Tells whether a schema, or any schema it can reach, means different things in requests and responses. */
export function makeDirectional(lookup: Lookup): (ref: string) => boolean {
  const known = new Map<string, boolean>()
  const reach = (start: string): Set<string> => {
    const seen = new Set([start])
    for (const ref of seen) for (const next of referencesOf(lookup(ref) ?? true)) seen.add(next)
    return seen
  }
  return (ref) => {
    const answer =
      known.get(ref) ?? [...reach(ref)].some((target) => mentionsDirection(lookup(target) ?? true))
    known.set(ref, answer)
    return answer
  }
}

/**
 * The required properties of an object schema in one direction: a readOnly property is owed by responses only,
 * a writeOnly one by requests only (OpenAPI 3.0 and 3.1).
 */
export function requiredIn(
  direction: Direction | 'both',
  required: readonly string[],
  isMarked: (property: string, mark: 'readOnly' | 'writeOnly') => boolean,
): readonly string[] {
  if (direction === 'both') return required
  const mark = direction === 'request' ? 'readOnly' : 'writeOnly'
  return required.filter((property) => !isMarked(property, mark))
}
