import { endOfReferences, type Schemas } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

const deepest = 10

/** The types of a value and the values listed for it, however the document spells them. */
const facts = (node: JsonSchemaObject): string => {
  const types = [node.type ?? []].flat().filter((type) => type !== 'null')
  const values = node.enum ?? ('const' in node ? [node.const] : [])
  return [
    ...types.toSorted().map((type) => `type=${type}`),
    ...(values.length === 0
      ? []
      : [
          `enum=${values
            .map((value) => JSON.stringify(value))
            .toSorted()
            .join(',')}`,
        ]),
  ].join(' ')
}

/** How a branch of a union is known: by its tag where it has one, else by its position. */
const branchName = (branch: JsonSchema, index: number, schemas: Schemas, depth = 0): string => {
  const node = endOfReferences(branch, schemas)
  if (typeof node !== 'object' || depth > deepest) return String(index)
  const properties = Object.values(node.properties ?? {})
  const tag = properties.map((property) => {
    const inner = endOfReferences(property, schemas)
    return typeof inner === 'object'
      ? (inner.const ?? (inner.enum?.length === 1 ? inner.enum[0] : undefined))
      : undefined
  })
  const own = tag.find((value) => typeof value === 'string')
  if (typeof own === 'string') return own
  const inherited = (node.allOf ?? []).map((part) => branchName(part, index, schemas, depth + 1))
  return inherited.find((name) => name !== String(index)) ?? String(index)
}

/**
 * The shape of a value, location by location: property paths to types, listed values and requiredness.
 * References are followed; names of components, limits and remarks do not count, so two documents compare by shape.
 */
export function schemaShape(schema: JsonSchema, schemas: Schemas): ReadonlyMap<string, string> {
  const shape = new Map<string, Set<string>>()
  const add = (location: string, text: string): void => {
    if (text !== '') shape.set(location, (shape.get(location) ?? new Set()).add(text))
  }
  const walk = (start: JsonSchema | undefined, location: string, depth: number): void => {
    const node = endOfReferences(start, schemas)
    if (typeof node !== 'object' || depth > deepest) return
    add(location === '' ? '/' : location, facts(node))
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      add(`${location}/${name}`, node.required?.includes(name) === true ? 'required' : 'optional')
      walk(property, `${location}/${name}`, depth + 1)
    }
    walk(node.items, `${location}/*`, depth + 1)
    for (const part of node.allOf ?? []) walk(part, location, depth + 1)
    for (const [index, branch] of (node.oneOf ?? node.anyOf ?? []).entries()) {
      walk(branch, `${location}#${branchName(branch, index, schemas)}`, depth + 1)
    }
  }
  walk(schema, '', 0)
  return new Map([...shape].map(([location, texts]) => [location, [...texts].toSorted().join('; ')]))
}
