import { isObject } from '../../../document/index.js'

/** An object of a document that is to be changed. */
export type JsonObject = Record<string, unknown>

export const isEditable = (value: unknown): value is JsonObject => isObject(value)

/** The object at a path of keys; throws where there is none. */
export const objectAt = (root: JsonObject, ...keys: readonly string[]): JsonObject =>
  keys.reduce((at, key) => {
    const { [key]: next } = at
    if (!isEditable(next)) throw new TypeError(`there is no object at ${keys.join('/')}`)
    return next
  }, root)

/** The list of objects at a key. */
export const listAt = (holder: JsonObject, key: string): JsonObject[] => {
  const { [key]: list } = holder
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** The strings at a key. */
export const namesAt = (holder: JsonObject, key: string): string[] => {
  const { [key]: list } = holder
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** A component, as the document at hand has it. */
export const schemaNamed = (document: JsonObject, name: string): JsonObject =>
  objectAt(document, 'components', 'schemas', name)

/** The schema at the end of a reference. */
const follow = (document: JsonObject, node: JsonObject): JsonObject => {
  const { $ref } = node
  return typeof $ref === 'string' ? schemaNamed(document, $ref.split('/').at(-1) ?? '') : node
}

/** The object schema that declares a member: the schema itself, or one that it is merged of. */
export const holderOf = (
  document: JsonObject,
  schema: JsonObject,
  member: string,
): JsonObject | undefined => {
  const node = follow(document, schema)
  if (isEditable(node['properties']) && member in node['properties']) return node
  for (const part of listAt(node, 'allOf')) {
    const holder = holderOf(document, part, member)
    if (holder) return holder
  }
  return undefined
}

/** The branch of a union that a kind is mapped to. */
export const branchOf = (document: JsonObject, union: JsonObject, kind: string): JsonObject => {
  const { [kind]: $ref } = objectAt(union, 'discriminator', 'mapping')
  return follow(document, { $ref: String($ref) })
}

/** Removes a kind from the branches and the mapping of a union. */
export const withoutKind = (union: JsonObject, kind: string): void => {
  const mapping = objectAt(union, 'discriminator', 'mapping')
  union['oneOf'] = listAt(union, 'oneOf').filter(({ $ref }) => $ref !== mapping[kind])
  delete mapping[kind]
}

/** Removes a member from an object schema, or renames it. */
export const rename = (holder: JsonObject, member: string, name?: string): void => {
  const properties = objectAt(holder, 'properties')
  if (name !== undefined) properties[name] = properties[member]
  delete properties[member]
  holder['required'] = namesAt(holder, 'required').flatMap((one) => (one === member ? (name ?? []) : [one]))
}

/** Flips whether a member is required. One that is then required is no longer null. */
export const flip = (holder: JsonObject, member: string): void => {
  const required = namesAt(holder, 'required')
  const isRequired = required.includes(member)
  holder['required'] = isRequired ? required.filter((one) => one !== member) : [...required, member]
  const properties = objectAt(holder, 'properties')
  if (!isRequired) properties[member] = withoutNull(properties[member])
}

const isNull = (node: unknown): boolean => isEditable(node) && node['type'] === 'null'

/** A schema that refuses null, and otherwise accepts the same values. */
const withoutNull = (node: unknown): JsonObject => {
  if (!isEditable(node)) return {}
  const { type, anyOf } = node
  if (Array.isArray(type)) return { ...node, type: String(type.find((one) => one !== 'null')) }
  return Array.isArray(anyOf) ? { ...node, anyOf: anyOf.filter((one) => !isNull(one)) } : node
}

/** Inlines the parameters of the quote, so that one can be changed alone. */
export const writeParametersOut = (document: JsonObject): void => {
  const quote = objectAt(document, 'paths', '/autoramps/quote', 'get')
  quote['parameters'] = listAt(quote, 'parameters').map(({ $ref, ...own }) =>
    typeof $ref === 'string' ? structuredClone(objectAt(document, ...$ref.slice(2).split('/'))) : own,
  )
}
