import { endOfReferences } from '../../../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../../../runtime/json-schema.js'

const deepest = 8

/** Reads schemas of one served document: which members a value may have, and which values are listed for it. */
export class SchemaReader {
  readonly #schemas: Readonly<Record<string, JsonSchema>>
  readonly #names = new WeakMap<object, ReadonlySet<string>>()

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = schemas
  }

  follow(schema: JsonSchema | undefined): JsonSchemaObject | undefined {
    const node = endOfReferences(schema, this.#schemas)
    return typeof node === 'object' ? node : undefined
  }

  #components(node: JsonSchemaObject): readonly JsonSchema[] {
    return [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  }

  /** Names of the members that a value may have itself, in whichever branch of a union. */
  members(schema: JsonSchema | undefined, depth = 0): readonly string[] {
    const node = this.follow(schema)
    if (!node || depth > deepest) return []
    const inherited = this.#components(node).flatMap((schema) => this.members(schema, depth + 1))
    return [...Object.keys(node.properties ?? {}), ...inherited]
  }

  /** Every schema at any depth below one, itself first; each once, since references may lead in circles. */
  #below(schema: JsonSchema | undefined): ReadonlySet<JsonSchemaObject> {
    const first = this.follow(schema)
    const nodes = new Set(first ? [first] : [])
    for (const node of nodes) {
      for (const one of [...Object.values(node.properties ?? {}), ...this.#components(node), node.items]) {
        const inner = this.follow(one)
        if (inner) nodes.add(inner)
      }
    }
    return nodes
  }

  /** Names of all members at any depth below a schema. */
  namesBelow(schema: JsonSchema | undefined): ReadonlySet<string> {
    const node = this.follow(schema)
    const known = node && this.#names.get(node)
    if (known) return known
    const names = new Set([...this.#below(node)].flatMap((one) => Object.keys(one.properties ?? {})))
    if (node) this.#names.set(node, names)
    return names
  }

  /** The values that a document lists for a schema; empty where it lists none. */
  listed(schema: JsonSchema | undefined, depth = 0): readonly unknown[] {
    const node = this.follow(schema)
    if (!node || depth > deepest) return []
    const own = node.enum ?? (node.const === undefined ? [] : [node.const])
    return [...own, ...this.#components(node).flatMap((schema) => this.listed(schema, depth + 1))]
  }

  /** The schema of a list's items; undefined where the value is no list. */
  itemsOf(schema: JsonSchema | undefined, depth = 0): JsonSchema | undefined {
    const node = this.follow(schema)
    if (!node || depth > deepest) return undefined
    if (node.items !== undefined) return node.items
    return this.#components(node)
      .map((schema) => this.itemsOf(schema, depth + 1))
      .find((items) => items !== undefined)
  }

  /** True where a value may be an object with named members. */
  hasMembers(schema: JsonSchema | undefined): boolean {
    return this.members(schema).length > 0
  }

  /** The schema of a member, in whichever component or branch it stands. */
  member(schema: JsonSchema | undefined, name: string, depth = 0): JsonSchema | undefined {
    const node = this.follow(schema)
    if (!node || depth > deepest) return undefined
    const own = node.properties?.[name]
    if (own !== undefined) return own
    return this.#components(node)
      .map((schema) => this.member(schema, name, depth + 1))
      .find((found) => found !== undefined)
  }

  /** The values that a document lists for a member of that name, at any depth below a schema. */
  listedFor(schema: JsonSchema | undefined, name: RegExp): readonly unknown[] {
    const values = [...this.#below(schema)].flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([key, property]) => (name.test(key) ? this.listed(property) : [])),
    )
    return [...new Set(values)]
  }

  /** The values that a document lists for a member of a value itself, in every branch of a union. */
  listedAtTop(schema: JsonSchema | undefined, name: string, depth = 0): readonly unknown[] {
    const node = this.follow(schema)
    if (!node || depth > deepest) return []
    const own = this.listed(node.properties?.[name])
    return [...own, ...this.#components(node).flatMap((schema) => this.listedAtTop(schema, name, depth + 1))]
  }
}

const readers = new WeakMap<Readonly<Record<string, JsonSchema>>, SchemaReader>()

/** The reader of a document's schemas: what it has found out is of use to everyone. */
export function readerOf(schemas: Readonly<Record<string, JsonSchema>>): SchemaReader {
  const reader = readers.get(schemas) ?? new SchemaReader(schemas)
  readers.set(schemas, reader)
  return reader
}
