import { isObject, type JsonObject as Json } from '../../../document/index.js'

const nameIn = ({ $ref }: Json): string | undefined =>
  typeof $ref === 'string' ? $ref.slice('#/components/schemas/'.length) : undefined

const namesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const name = isObject(value) ? nameIn(value) : undefined
  return name === undefined ? Object.values(value).flatMap(namesIn) : [name]
}

/** Names of schemas that lead back to themselves: those cannot be written out. */
const circular = (schemas: Json): ReadonlySet<string> => {
  const leadsTo = (name: string, seen: Set<string>): Set<string> => {
    for (const next of namesIn(schemas[name])) {
      if (seen.has(next)) continue
      seen.add(next)
      leadsTo(next, seen)
    }
    return seen
  }
  return new Set(Object.keys(schemas).filter((name) => leadsTo(name, new Set()).has(name)))
}

/** A document with every schema written out where it is used, but for those that hold themselves. */
export const inlined = ({ components, ...document }: Json): Json => {
  const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {}
  const kept = circular(schemas)
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (!isObject(value)) return value
    const name = nameIn(value)
    if (name !== undefined) return kept.has(name) ? value : written(schemas[name])
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, written(inner)]))
  }
  const left = Object.fromEntries([...kept].map((name) => [name, written(schemas[name])]))
  const others = isObject(components) ? components : {}
  return { ...document, paths: written(document['paths']), components: { ...others, schemas: left } }
}
