import { componentName, type Schemas } from '../../schema/components.js'
import { entriesOf, member, textOf } from '../../json/values.js'
import { pointerOf } from '../../pointers/fragment.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import { type Clause, type Located, targetOf } from './node.js'

const nameIn = (reference: string): string => componentName(reference) ?? reference

const mappingOf = ({ schema }: Clause): [tag: string, name: string][] =>
  entriesOf(member(schema['discriminator'], 'mapping')).flatMap(([tag, reference]) =>
    typeof reference === 'string' ? [[tag, nameIn(reference)]] : [],
  )

const refOf = (schema: JsonSchema): string | undefined =>
  typeof schema === 'object' ? componentName(schema.$ref) : undefined

const deepest = 8

/** The values of the discriminator property in a branch; undefined if it lists none. */
const tagsIn = (
  schema: JsonSchema | undefined,
  property: string,
  schemas: Schemas,
  depth = 0,
): readonly unknown[] | undefined => {
  if (typeof schema !== 'object' || depth > deepest) return undefined
  const { $ref, allOf = [], properties = {}, additionalProperties } = schema
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined
  if (typeof own === 'object' && own.const !== undefined) return [own.const]
  if (typeof own === 'object' && own.enum !== undefined) return own.enum
  if (own === undefined && additionalProperties === false) return []
  const target = targetOf($ref, schemas)
  return [...allOf, target?.schema]
    .map((one) => tagsIn(one, property, schemas, depth + 1))
    .find((tags) => tags !== undefined)
}

/** The schema for the discriminator property that selects a branch; empty if the branch itself lists its values. */
export function tagFor(clause: Clause, branch: Located, schemas: Schemas): Located[] {
  const property = textOf(member(clause.schema['discriminator'], 'propertyName'))
  const name = refOf(branch.schema) ?? nameOf(branch.pointer)
  if (property === undefined || name === undefined) return []
  const mapped = mappingOf(clause).filter(([, target]) => target === name)
  const named = mapped.length > 0 ? mapped.map(([tag]) => tag) : [name]
  const listed = tagsIn(branch.schema, property, schemas)
  const tags = listed === undefined ? named : named.filter((tag) => listed.includes(tag))
  if (tags.length === 0) return []
  const schema: JsonSchema = { required: [property], properties: { [property]: { enum: tags } } }
  return [{ schema, pointer: clause.pointer }]
}

const nameOf = (pointer: string): string | undefined => {
  const name = componentName(pointer)
  return name === undefined || name.includes('/') ? undefined : name
}

const extendingByName = new WeakMap<Schemas, ReadonlyMap<string, readonly string[]>>()

const readExtending = (schemas: Schemas): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas)) {
    for (const one of typeof schema === 'object' ? (schema.allOf ?? []) : []) {
      const parent = refOf(one)
      if (parent !== undefined) found.set(parent, [...(found.get(parent) ?? []), name])
    }
  }
  return found
}

const extendingOf = (name: string, schemas: Schemas): readonly string[] => {
  const known = extendingByName.get(schemas) ?? readExtending(schemas)
  extendingByName.set(schemas, known)
  return known.get(name) ?? []
}

/** The component schemas that extend a schema with a discriminator through `allOf`. */
export function childrenOf(clause: Clause, schemas: Schemas): Located[] {
  const name = nameOf(clause.pointer)
  if (name === undefined || clause.schema['discriminator'] === undefined) return []
  return extendingOf(name, schemas).flatMap((child) => {
    const schema = Object.hasOwn(schemas, child) ? schemas[child] : undefined
    return schema === undefined ? [] : [{ schema, pointer: pointerOf('components', 'schemas', child) }]
  })
}
