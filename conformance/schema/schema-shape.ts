import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

type Schemas = Readonly<Record<string, JsonSchema>>

const prefix = '#/components/schemas/'
const deepest = 10

/** The schema at the end of a chain of references. */
export function followReferences(schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined {
  let node = schema
  for (let depth = 0; depth < deepest; depth++) {
    if (typeof node !== 'object' || node.$ref?.startsWith(prefix) !== true) return node
    node = schemas[node.$ref.slice(prefix.length)]
  }
  return node
}

/** What a value may be: its types and the values listed for it, however the document spells them. */
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
  const node = followReferences(branch, schemas)
  if (typeof node !== 'object' || depth > deepest) return String(index)
  const properties = Object.values(node.properties ?? {})
  const tag = properties.map((property) => {
    const inner = followReferences(property, schemas)
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
 * What a schema says of a value, place by place: property paths to their types, listed values and requiredness.
 * References are followed; names of components, limits and remarks do not count, so two documents compare by shape.
 */
export function schemaShape(schema: JsonSchema, schemas: Schemas): ReadonlyMap<string, string> {
  const shape = new Map<string, Set<string>>()
  const add = (place: string, text: string): void => {
    if (text !== '') shape.set(place, (shape.get(place) ?? new Set()).add(text))
  }
  const walk = (start: JsonSchema | undefined, place: string, depth: number): void => {
    const node = followReferences(start, schemas)
    if (typeof node !== 'object' || depth > deepest) return
    add(place === '' ? '/' : place, facts(node))
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      add(`${place}/${name}`, node.required?.includes(name) === true ? 'required' : 'optional')
      walk(property, `${place}/${name}`, depth + 1)
    }
    walk(node.items, `${place}/*`, depth + 1)
    for (const part of node.allOf ?? []) walk(part, place, depth + 1)
    for (const [index, branch] of (node.oneOf ?? node.anyOf ?? []).entries()) {
      walk(branch, `${place}#${branchName(branch, index, schemas)}`, depth + 1)
    }
  }
  walk(schema, '', 0)
  return new Map([...shape].map(([place, texts]) => [place, [...texts].toSorted().join('; ')]))
}
