import { endOfReferences, type Schemas } from '../../../../document/index.js'
import type { VersionUnderTest } from '../../../../conformance/session/version-under-test.js'
import { nodesBelow } from '../../../schema/document-shape.js'
import type { JsonSchema, JsonSchemaObject } from '../../../../runtime/json-schema.js'

const deepest = 8

const partsOf = ({ allOf = [], oneOf = [], anyOf = [] }: JsonSchemaObject): readonly JsonSchema[] => [
  ...allOf,
  ...oneOf,
  ...anyOf,
]

/** Reads the schemas of one served document: members and listed values. */
export class SchemaReader {
  readonly #schemas: Schemas
  readonly #names = new WeakMap<object, ReadonlySet<string>>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** All schemas that may describe a value: its own, its merged ones, and each branch of its unions. */
  #own(schema: JsonSchema | undefined, depth = 0): readonly JsonSchemaObject[] {
    const node = endOfReferences(schema, this.#schemas)
    if (typeof node !== 'object' || depth > deepest) return []
    return [node].concat(partsOf(node).flatMap((part) => this.#own(part, depth + 1)))
  }

  /** Names of the members of a value, in any branch of a union. */
  members(schema: JsonSchema | undefined): readonly string[] {
    return this.#own(schema).flatMap(({ properties = {} }) => Object.keys(properties))
  }

  /** Names of all members at any depth below a schema. */
  namesBelow(schema: JsonSchemaObject): ReadonlySet<string> {
    const known = this.#names.get(schema)
    if (known) return known
    const below = [...nodesBelow(schema, this.#schemas)]
    const names = new Set(below.flatMap(({ properties = {} }) => Object.keys(properties)))
    this.#names.set(schema, names)
    return names
  }

  /** The schema of a list's items; undefined where the value is not a list. */
  itemsOf(schema: JsonSchema | undefined): JsonSchema | undefined {
    return this.#own(schema).find(({ items }) => items !== undefined)?.items
  }

  /** The values that a document lists for a schema; empty where it lists none. */
  listed(schema: JsonSchema | undefined): readonly unknown[] {
    return this.#own(schema).flatMap((node) => node.enum ?? (node.const === undefined ? [] : [node.const]))
  }

  /** The schema of a member, from any component or branch. */
  member(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
    const members = this.#own(schema).map(({ properties = {} }) => properties[name])
    return members.find((member) => member !== undefined)
  }

  /** The listed values of a top-level member, from every branch of a union. */
  listedAtTop(schema: JsonSchema | undefined, name: string): readonly unknown[] {
    return this.#own(schema).flatMap(({ properties = {} }) => this.listed(properties[name]))
  }

  /** The listed values of members with a matching name, at any depth. */
  listedFor(schema: JsonSchema | undefined, name: RegExp): readonly unknown[] {
    const below = [...nodesBelow(schema, this.#schemas)]
    const members = below.flatMap(({ properties = {} }) => Object.entries(properties))
    return [...new Set(members.flatMap(([key, member]) => (name.test(key) ? this.listed(member) : [])))]
  }
}

const readers = new WeakMap<Schemas, SchemaReader>()

/** The reader of a document's schemas. Cached, because it caches names itself. */
export function readerOf(schemas: Schemas): SchemaReader {
  const reader = readers.get(schemas) ?? new SchemaReader(schemas)
  readers.set(schemas, reader)
  return reader
}

/** The schema of submissions in the document of a version. */
export function submissionSchema({ operations }: VersionUnderTest): JsonSchema | undefined {
  const operation = operations.find('post', '/customers/{}/identifications/v2')
  return Object.values(operation?.requestBody?.content ?? {})[0]?.schema
}

/** The texts that the document of a version lists for a member of submissions; empty where it lists none. */
export function listedTexts(under: VersionUnderTest, name: RegExp): readonly string[] {
  const listed = readerOf(under.surface.schemas).listedFor(submissionSchema(under), name)
  return listed.filter((one) => typeof one === 'string')
}
