import type { JsonSchema } from '../../runtime/surface.js'
import {
  addTo,
  cached,
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  memberAt,
  once,
  pointerOf,
  resolvePath,
  segmentsOf,
  textOf,
  unescapeKey,
} from '../json/json.js'
import { isAsserting } from '../keywords/keywords.js'

/** The dialect of schemas: that of OpenAPI 3.0, or JSON Schema 2020-12. */
export type Dialect = '3.0' | '2020-12'

/** The dialect of a document according to its `openapi` field; undefined unless it is OpenAPI 3.0, 3.1 or 3.2. */
export function dialectOf(root: unknown): Dialect | undefined {
  const version = member(root, 'openapi')
  if (typeof version !== 'string') return undefined
  if (/^3\.0\.\d/.test(version)) return '3.0'
  return /^3\.[12]\.\d/.test(version) ? '2020-12' : undefined
}

/** The meaning of one schema object, independent of dialect and spelling. */
export interface SchemaReading {
  /** Its keywords as in JSON Schema 2020-12. Their subschemas are not rewritten. */
  readonly keywords: JsonObject
  /** Whether null is allowed in addition to what the keywords allow. */
  readonly orNull: boolean
}

type Keywords = Record<string, unknown>

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'enum', 'prefixItems'])

// The values of these keywords may be null themselves.
const holdingNull = new Set(['const', 'default', 'example'])

const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

const isLeftEmpty = (keyword: string, value: unknown): boolean =>
  (value === null && !holdingNull.has(keyword)) ||
  (Array.isArray(value) && value.length === 0 && lists.has(keyword))

const exclusiveBound = (schema: Keywords, exclusive: string, bound: string): void => {
  if (typeof schema[exclusive] !== 'boolean') return
  if (schema[exclusive] && schema[bound] !== undefined) {
    schema[exclusive] = schema[bound]
    delete schema[bound]
  } else {
    delete schema[exclusive]
  }
}

const listsNull = ({ type }: JsonObject): boolean =>
  Array.isArray(type) && type.some((one) => one === 'null' || one === null)

// Removes keywords that real documents carry over from other dialects or leave empty.
const withoutLeftovers = (schema: Keywords): Keywords => {
  if (Array.isArray(schema['items'])) {
    schema['prefixItems'] = schema['items']
    delete schema['items']
  }
  if (Array.isArray(schema['type'])) schema['type'] = schema['type'].map((name: unknown) => name ?? 'null')
  for (const [keyword, value] of Object.entries(schema)) {
    if (isLeftEmpty(keyword, value) || (keyword === 'required' && !isFilledList(value)))
      delete schema[keyword]
  }
  return schema
}

// OpenAPI 3.0 ignores siblings of a reference, but authors rely on these and services honour them.
const besideReference = (node: JsonObject): SchemaReading => {
  const { $ref, nullable, readOnly, writeOnly } = node
  const marks = { ...(readOnly === true && { readOnly }), ...(writeOnly === true && { writeOnly }) }
  return { keywords: { $ref, ...marks }, orNull: nullable === true || listsNull(node) }
}

const read = (node: JsonObject, dialect: Dialect): SchemaReading => {
  if (typeof node['$ref'] === 'string' && dialect === '3.0') return besideReference(node)
  const { nullable, ...own } = node
  exclusiveBound(own, 'exclusiveMinimum', 'minimum')
  exclusiveBound(own, 'exclusiveMaximum', 'maximum')
  // From 3.1 on siblings of a reference apply as well: a list of types with null cannot add null to its target.
  return { keywords: withoutLeftovers(own), orNull: nullable === true }
}

const readings: Readonly<Record<Dialect, WeakMap<JsonObject, SchemaReading>>> = {
  '3.0': new WeakMap(),
  '2020-12': new WeakMap(),
}

/**
 * Reads one schema object as JSON Schema 2020-12, with null separated. Rewrites OpenAPI 3.0's `nullable`, boolean
 * exclusive bounds and ignored siblings of `$ref`, the same spellings in 3.1 documents, lists in `items`, and empty
 * keywords. All code that reads schemas of documents goes through it.
 */
export function readSchema(node: JsonObject, dialect: Dialect): SchemaReading {
  return cached(readings[dialect], node, () => read(node, dialect))
}

/** The name under which a document spells a keyword of a reading. */
export function spellingOf(keyword: string, node: JsonObject): string {
  if (keyword === 'prefixItems' && Array.isArray(node['items'])) return 'items'
  if (keyword === 'exclusiveMinimum' && node[keyword] === true) return 'minimum'
  return keyword === 'exclusiveMaximum' && node[keyword] === true ? 'maximum' : keyword
}

/** The mark of properties that are not sent in a direction. */
export const foreignMark = { request: 'readOnly', response: 'writeOnly' } as const

// With any of these keywords, adding null to `type` is not enough.
const composed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const', 'if']

// These apply to the whole value, and not to one of the two branches.
const annotations = new Set(['default', 'deprecated', 'example', 'examples', 'readOnly', 'writeOnly'])

/** The keywords of a reading with null included: in the lists of types and values, or as an `anyOf` branch. */
export function keywordsWithNull({ keywords, orNull }: SchemaReading): JsonObject {
  if (!orNull) return keywords
  if (composed.some((keyword) => keyword in keywords)) {
    const outside = Object.entries(keywords).filter(([keyword]) => annotations.has(keyword))
    return { ...Object.fromEntries(outside), anyOf: [keywords, { type: 'null' }] }
  }
  const { type, enum: values } = keywords
  const types = typeof type === 'string' ? [type] : type
  return {
    ...keywords,
    ...(Array.isArray(types) && { type: [...new Set([...types, 'null'])] }),
    ...(Array.isArray(values) && { enum: [...new Set([...values, null])] }),
  }
}

// Deeper compositions are assumed to assert something.
const deepest = 8

/** Whether a schema is only `nullable`, as many documents spell null among the variants of a union. */
export function isNullAlone(value: unknown): boolean {
  return isObject(value) && value['nullable'] === true && !Object.keys(value).some(isAsserting)
}

const isFreeChoice = (key: string, value: unknown, depth: number): boolean => {
  const members = listOf(value)
  if (key === 'anyOf') return members.some((one) => !isNullAlone(one) && acceptsAllAt(one, depth))
  return (
    (key === 'allOf' || (key === 'oneOf' && members.length === 1)) &&
    members.every((one) => acceptsAllAt(one, depth))
  )
}

const acceptsAllAt = (value: unknown, depth: number): boolean => {
  if (!isObject(value)) return value === true
  if (depth > deepest) return false
  const { keywords } = readSchema(value, '2020-12')
  const asserting = Object.entries(keywords).filter(([key]) => isAsserting(key))
  return asserting.every(([key, one]) => isFreeChoice(key, one, depth + 1))
}

/** Whether a schema accepts every value: `true`, an object without assertions, or a choice of those. */
export function acceptsAll(value: unknown): boolean {
  return acceptsAllAt(value, 0)
}

/** Whether a schema accepts no value: `false`, or a `not` that excludes everything. */
export function acceptsNone(value: unknown): boolean {
  return value === false || (isObject(value) && Object.keys(value).length === 1 && acceptsAll(value['not']))
}

/** The component schemas of a document, by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>

const prefix = '#/components/schemas/'

// A longer chain of references is considered circular.
const longestChain = 12

/** Whether the value of a keyword is a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/** The component schema name in a reference; undefined for any other reference. */
export function componentName(ref: string | undefined): string | undefined {
  return ref?.startsWith(prefix) === true ? unescapeKey(ref.slice(prefix.length)) : undefined
}

/** The component schema of a reference, or the one inside it, with its keys below `components/schemas`. */
export function componentAt(ref: string | undefined, schemas: Schemas) {
  const name = componentName(ref)
  if (ref === undefined || name === undefined) return undefined
  const path = Object.hasOwn(schemas, name) ? [name] : segmentsOf(ref.slice(prefix.length - 1))
  const schema = resolvePath(schemas, path)
  return isSchema(schema) ? { schema, path } : undefined
}

/** The schema that a reference resolves to; undefined if there is none. */
export function componentSchema(ref: string | undefined, schemas: Schemas): JsonSchema | undefined {
  return componentAt(ref, schemas)?.schema
}

/** The schema at the end of a chain of references to components, as `isReference` knows them. */
export function endOfReferences(
  schema: JsonSchema | undefined,
  schemas: Schemas,
  isReference: (schema: Exclude<JsonSchema, boolean>) => boolean = () => true,
): JsonSchema | undefined {
  let end = schema
  for (let depth = 0; depth < longestChain; depth++) {
    if (typeof end !== 'object' || componentName(end.$ref) === undefined || !isReference(end)) return end
    end = componentSchema(end.$ref, schemas)
  }
  return end
}

/** All schemas that a value must satisfy at once: the schema itself, its `$ref`, its `allOf`, and theirs. */
export function partsOf(schema: JsonSchema | undefined, lookup: (ref: string) => JsonSchema | undefined) {
  const parts = new Set([schema])
  for (const part of parts) {
    if (typeof part !== 'object') continue
    if (part.$ref !== undefined) parts.add(lookup(part.$ref))
    for (const member of part.allOf ?? []) parts.add(member)
  }
  return [...parts].filter((part) => typeof part === 'object')
}

/** The content of a `discriminator`. */
export interface Discriminator {
  /** The property whose value selects a schema. */
  readonly property: string
  /** By value, the references that the selected schema may be at, the likeliest first. */
  readonly mapping: ReadonlyMap<string, readonly string[]>
}

// A mapping names a component or refers to a schema, and a name may look like a reference.
const referencesTo = (name: string): readonly string[] => [pointerOf('components', 'schemas', name), name]

/** The discriminator of a schema, as OpenAPI has it; undefined for a schema without one that names a property. */
export function discriminatorIn(schema: unknown): Discriminator | undefined {
  const property = textOf(memberAt(schema, 'discriminator', 'propertyName'))
  if (property === undefined) return undefined
  const mapping = entriesOf(memberAt(schema, 'discriminator', 'mapping')).flatMap(([value, target]) =>
    typeof target === 'string' ? [[value, referencesTo(target)] as const] : [],
  )
  return { property, mapping: new Map(mapping) }
}

/** The names of the component schemas in the `allOf` of a schema, which may be nested. */
const extendedBy = (schema: unknown): readonly string[] =>
  listOf(member(schema, 'allOf')).flatMap((one) => {
    const parent = componentName(textOf(member(one, '$ref')))
    return parent === undefined ? extendedBy(one) : [parent]
  })

/** The names of the component schemas that extend a component schema through their own `allOf`, by its name. */
export const extendingByName = once((schemas: JsonObject): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const [name, schema] of Object.entries(schemas)) {
    for (const parent of extendedBy(schema)) addTo(found, parent, name)
  }
  return found
})
