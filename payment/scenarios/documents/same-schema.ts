import type { Schemas } from '../../../document/index.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'

const reference = /"#\/components\/schemas\/([^"]+)"/g

const textOf = (schema: JsonSchema | undefined): string => JSON.stringify(schema) ?? ''

const referencesIn = (text: string): string[] =>
  Array.from(text.matchAll(reference), ([, name]) => name ?? '')

/** True where two schemas, and all that they refer to, are written alike: most are, from version to version. */
export function isSameSchema(
  one: JsonSchema | undefined,
  schemas: Schemas,
  other: JsonSchema | undefined,
  otherSchemas: Schemas,
): boolean {
  const text = textOf(one)
  if (text !== textOf(other)) return false
  const names = new Set(referencesIn(text))
  for (const name of names) {
    const own = textOf(schemas[name])
    if (own !== textOf(otherSchemas[name])) return false
    for (const further of referencesIn(own)) names.add(further)
  }
  return true
}
