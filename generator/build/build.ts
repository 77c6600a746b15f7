import { createHash } from 'node:crypto'
import type { Problem } from '../../diagnostics/index.js'
import {
  addTo,
  cached,
  type DocumentOperation,
  entriesOf,
  isObject,
  listOf,
  locate,
  member,
  memberAt,
  objectOf,
  pointerOf,
  segmentsOf,
  textOf,
  textsOf,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, SecurityScheme } from '../../runtime/surface.js'
import type {
  ContainedEvents,
  DocumentModel,
  LoadedDocument,
  OperationDocumentation,
  RawObject,
  Tag,
  Unit,
} from '../model/document.js'
import { eventsOf } from './events.js'
import { exportedNames, renamedNotes, UnitNames } from './names.js'
import { type NamedOperation, namedOperations, OperationBuilder, readableSchema } from './operations.js'
import { mapUnitSchemas, referredUnit } from './subschemas.js'
import { Units } from './units.js'

// Inline code for smaller schemas costs less than a separate function.
const leastInside = 60
const leastComponent = 250

const isComponent = (pointer: string): boolean => {
  const [, kind, , ...rest] = segmentsOf(pointer)
  return kind === 'schemas' && rest.length === 0
}

/** Computes the pointer of a location on demand. */
type LazyPointer = () => string

/** Whether a schema that is a unit is checked by one call: a member, an item, a branch but null. */
const isCalled = ({ type }: JsonSchemaObject, [keyword = '']: readonly string[]): boolean =>
  ['properties', 'items'].includes(keyword) || (['anyOf', 'oneOf'].includes(keyword) && type !== 'null')

const isWorthIt = (schema: JsonSchemaObject, text: string, path: readonly string[]): boolean =>
  ['type', 'const', 'enum', 'anyOf', 'oneOf', 'branches'].some((keyword) => keyword in schema) &&
  (isCalled(schema, path) || text.length >= leastInside)

/** A readable name for a schema of a few keywords, such as `string_uuid`. */
const wordsOf = ({ type, format, ...others }: JsonSchemaObject): string | undefined =>
  Object.keys(others).length > 0 || type === undefined
    ? undefined
    : [type, format ?? []].flat(2).join('_').replaceAll(/\W/g, '_')

/** Whether a schema is a union of units as items, which inline would build the path of every item. */
const isUnionOfItems = ({ anyOf, oneOf }: JsonSchemaObject, [keyword]: readonly string[] = []): boolean => {
  const branches = keyword === 'items' ? (anyOf ?? oneOf ?? []) : []
  return branches.length > 1 && branches.every((branch) => referredUnit(branch) !== undefined)
}

/**
 * Deduplicates schemas: counts the occurrences of each, and replaces those that are equal, including references, by one
 * unit that the others refer to. Generated documents often repeat a schema in dozens of places.
 */
class Sharing {
  readonly #texts = new Map<JsonSchemaObject, string>()
  readonly #counts = new Map<string, number>()
  readonly #components = new Map<string, string>()
  readonly #shared = new Map<string, Unit>()
  readonly #units: readonly Unit[]
  readonly #taken: ReadonlySet<string>
  readonly #isInsideToo: boolean

  constructor(units: readonly Unit[]) {
    this.#units = units
    // `unevaluated…` keywords only see what is evaluated inside the same function.
    this.#isInsideToo = !units.some(({ schema }) => JSON.stringify(schema).includes('"unevaluated'))
    this.#taken = new Set(units.map(({ name }) => name))
    for (const unit of units) this.#count(unit.schema)
    for (const { schema, pointer, name } of units) {
      if (typeof schema !== 'object' || !isComponent(pointer)) continue
      const text = this.#text(schema)
      if (!this.#components.has(text)) this.#components.set(text, name)
    }
  }

  /** The units with repetitions replaced by references, and the added units. */
  all(): Unit[] {
    const own = this.#units.map((unit) => ({ ...unit, schema: this.#root(unit) }))
    return [...own, ...this.#shared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #text(schema: JsonSchemaObject): string {
    return cached(this.#texts, schema, () => JSON.stringify(schema))
  }

  /** @param path from the schema that holds it; undefined for the schema of a unit */
  #isCandidate(schema: JsonSchemaObject, path: readonly string[] | undefined): boolean {
    if (path === undefined) return referredUnit(schema) === undefined
    return this.#isInsideToo && isWorthIt(schema, this.#text(schema), path)
  }

  #count(schema: JsonSchema, path?: readonly string[]): void {
    if (typeof schema !== 'object') return
    if (this.#isCandidate(schema, path)) {
      const text = this.#text(schema)
      const count = (this.#counts.get(text) ?? 0) + 1
      this.#counts.set(text, count)
      // Schemas inside a repeated one are printed once anyway.
      if (count > 1) return
    }
    mapUnitSchemas(schema, (child, below) => {
      this.#count(child, below)
      return child
    })
  }

  #root({ schema, name, pointer }: Unit): JsonSchema {
    if (typeof schema !== 'object') return schema
    const lazy = (): string => pointer
    const other = this.#replaced(schema, lazy)
    return other === undefined || other === name ? this.#inside(schema, lazy) : { unit: other }
  }

  #inside(schema: JsonSchemaObject, pointer: LazyPointer): JsonSchema {
    return mapUnitSchemas(schema, (child, path) => {
      if (typeof child !== 'object') return child
      const below = (): string => `${pointer()}${pointerOf(...path).slice(1)}`
      const other = this.#replaced(child, below, path)
      return other === undefined ? this.#inside(child, below) : { unit: other }
    })
  }

  /** Name of the unit that replaces a repeated schema. */
  #replaced(schema: JsonSchemaObject, pointer: LazyPointer, path?: readonly string[]): string | undefined {
    if (!this.#isCandidate(schema, path)) return undefined
    const text = this.#text(schema)
    if ((this.#counts.get(text) ?? 0) < 2 && !isUnionOfItems(schema, path)) return undefined
    // A member that happens to equal a small component is not named after it.
    const component = text.length < leastComponent ? undefined : this.#components.get(text)
    return component ?? this.#sharedName(schema, text, pointer)
  }

  #sharedName(schema: JsonSchemaObject, text: string, pointer: LazyPointer): string {
    const digest = createHash('sha256').update(text).digest('hex')
    const short = `_${wordsOf(schema) ?? digest.slice(0, 8)}`
    const name = this.#taken.has(short) ? `_${digest.slice(0, 16)}` : short
    if (!this.#shared.has(name)) {
      const unit = { name, pointer: pointer(), type: 'unknown', isShared: true }
      this.#shared.set(name, { ...unit, direction: 'both', schema: this.#inside(schema, pointer) })
    }
    return name
  }
}

/**
 * A table whose values are made on first access. They stay accessors: V8 copies the whole shape of an object whenever
 * an accessor becomes a plain property, which is quadratic in the schemas of a document.
 */
const lazyTable = <Value>(names: readonly string[], make: (name: string) => Value) => {
  const table: Readonly<Record<string, Value>> = {}
  for (const name of names) {
    let made: { readonly value: Value } | undefined
    const get = (): Value => (made ??= { value: make(name) }).value
    Object.defineProperty(table, name, { enumerable: true, configurable: true, get })
  }
  return table
}

/** The prose of an operation. */
const documentationOf = (root: RawObject, { node, path }: DocumentOperation): OperationDocumentation => {
  const { summary, description, externalDocs } = node
  const body = locate(root, [...path, 'requestBody'])?.node['description']
  const prose = { summary, description, link: member(externalDocs, 'url'), body }
  const isText = (entry: [string, unknown]): entry is [string, string] => !!textOf(entry[1])
  return Object.fromEntries(Object.entries(prose).filter(isText))
}

/** The tag of operations without one. */
const untagged = 'default'

const tagsIn = ({ node }: DocumentOperation): readonly string[] => {
  const names = textsOf(node['tags']).filter((tag) => tag !== '')
  return names.length === 0 ? [untagged] : [...new Set(names)]
}

/** The tags of operations: those that the document lists, then the others in order of operations. */
const tagsOf = (document: LoadedDocument, operations: readonly NamedOperation[]): readonly Tag[] => {
  const listed = listOf(document.root['tags']).filter(isObject)
  const byTag = new Map<unknown, string[]>(listed.map(({ name }) => [name, []]))
  for (const operation of operations) {
    for (const tag of tagsIn(operation.at)) addTo(byTag, tag, operation.name)
  }
  return Array.from(byTag).flatMap(([name, names]) => {
    if (typeof name !== 'string' || names.length === 0) return []
    const description = textOf(listed.find((tag) => tag['name'] === name)?.['description']) ?? ''
    return [{ name, description, operations: names }]
  })
}

const securitySchemesOf = (root: RawObject): Record<string, SecurityScheme> =>
  Object.fromEntries(
    entriesOf(memberAt(root, 'components', 'securitySchemes')).flatMap(([name, node]) => {
      if (!isObject(node)) return []
      const { description: _prose, ...scheme } = node
      return [[name, { ...scheme, type: String(scheme['type']) }]]
    }),
  )

const schemasOf = (root: RawObject): string[] =>
  Object.keys(objectOf(memberAt(root, 'components', 'schemas')))

const pathOfSchema = (name: string): string[] => ['components', 'schemas', name]

/** Makes the name of a schema's type from the identifier of the schema. */
type TypeName = (name: string) => string

/** The tables of a document, with the requested validators. */
export type Tables = Readonly<ReturnType<typeof tablesOf>>

/** Opens the tables of a document, whose entries are lazy; `isExported` if operations have names too. */
export function tablesOf(document: LoadedDocument, isExported = true, typeName?: TypeName) {
  const { root, name } = document
  const named = namedOperations(document, 'paths')
  const exported = isExported ? named.map((one) => one.name) : []
  const names = exportedNames(schemasOf(root), exported, typeName)
  const operationNames = new Map(named.map(({ name: id, path, method }) => [`${path}\n${method}`, id]))
  const units = new Units(document, new UnitNames(root, names, operationNames))
  const builder = new OperationBuilder(document, units)
  const table = (section: 'paths' | 'webhooks'): DocumentModel['operations'] =>
    Object.fromEntries(namedOperations(document, section).map((one) => [one.name, builder.build(one)]))
  const bySchema = <Value>(make: (path: readonly string[]) => Value): Readonly<Record<string, Value>> =>
    lazyTable(schemasOf(root), (one) => make(pathOfSchema(one)))
  return {
    title: textOf(memberAt(root, 'info', 'title')) || name,
    operations: table('paths'),
    webhooks: table('webhooks'),
    securitySchemes: securitySchemesOf(root),
    schemas: bySchema((path) => readableSchema(units.lookup(pointerOf(...path)) ?? true)),
    schemaValidators: bySchema((path) => ({
      request: units.validatorFor(path, 'request'),
      response: units.validatorFor(path, 'response'),
    })),
    names,
    units,
    named,
  }
}

/** All units of a document, after every table entry was accessed. */
export function unitsOf({ operations, webhooks, schemas, schemaValidators, units }: Tables): readonly Unit[] {
  // Accessing the members requests their validators.
  const all = [...Object.values(webhooks), ...Object.values(operations), schemas, schemaValidators]
  for (const one of all) Object.values(one)
  return units.all()
}

/** Builds the pure model of a document: it contains everything to print, under names that are safe to print. */
export function buildModel(document: LoadedDocument, typeName?: TypeName, contained?: ContainedEvents) {
  const { name, file, sha256 } = document
  const all = tablesOf(document, true, typeName)
  unitsOf(all)
  const { units, named, ...tables } = all
  const events = eventsOf(tables.webhooks, {
    lookup: (ref) => units.lookup(ref),
    validatorOf: (schema) => units.validatorFor(pathOfSchema(schema), 'response'),
    contained,
  })
  const model: DocumentModel = {
    ...tables,
    name,
    file,
    sha256,
    documentation: new Map(named.map(({ name: one, at }) => [one, documentationOf(document.root, at)])),
    tags: tagsOf(document, named),
    events,
    units: new Sharing(units.all()).all(),
  }
  const renamed = renamedNotes(file, tables.names, (one) => tables.operations[one]?.pointer ?? '#')
  const problems: readonly Problem[] = [...document.problems, ...units.patterns.problems.values(), ...renamed]
  return { model, problems }
}
