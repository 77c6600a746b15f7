import type { JsonSchema } from '../../runtime/json-schema.js'

const prefix = '#/components/schemas/'
const deepest = 10

const facts = (schema: Readonly<Record<string, unknown>>): string =>
  ['type', 'format', 'const', 'enum', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum']
    .filter((keyword) => keyword in schema)
    .map((keyword) => `${keyword}=${JSON.stringify(schema[keyword])}`)
    .join(' ')

/**
 * What a schema says of a value, place by place: property paths to their types, limits and requiredness.
 * References are followed, names of components do not count, so two documents compare by meaning.
 */
export function schemaShape(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): ReadonlyMap<string, string> {
  const shape = new Map<string, string>()
  const add = (place: string, text: string): void => {
    if (text !== '')
      shape.set(place, [shape.get(place), text].filter((part) => part !== undefined).join('; '))
  }
  const walk = (node: JsonSchema | undefined, place: string, depth: number): void => {
    if (typeof node !== 'object' || depth > deepest) return
    add(place === '' ? '/' : place, facts(node))
    if (node.$ref?.startsWith(prefix)) walk(schemas[node.$ref.slice(prefix.length)], place, depth + 1)
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      add(`${place}/${name}`, node.required?.includes(name) === true ? 'required' : 'optional')
      walk(property, `${place}/${name}`, depth + 1)
    }
    walk(node.items, `${place}/*`, depth + 1)
    for (const part of node.allOf ?? []) walk(part, place, depth + 1)
    for (const [index, branch] of (node.oneOf ?? node.anyOf ?? []).entries()) {
      walk(branch, `${place}#${index}`, depth + 1)
    }
  }
  walk(schema, '', 0)
  return shape
}
