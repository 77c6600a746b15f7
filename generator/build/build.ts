import {
  addTo,
  type DocumentOperation,
  entriesOf,
  isObject,
  listOf,
  locate,
  member,
  memberAt,
  objectOf,
  pointerOf,
  textOf,
  textsOf,
} from '../../document/index.js'
import type {
  LoadedDocument,
  OperationDocumentation,
  RawObject,
  Tag,
  DocumentModel,
  Unit,
} from '../model/document.js'
import { type NamedOperation, OperationBuilder, namedOperations, readableSchema } from './operations.js'
import type { Problem } from '../../diagnostics/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'
import type { ContainedEvents } from '../model/options.js'
import { eventsOf } from './events.js'
import { exportedNames, renamedNotes } from './exported-names.js'
import { shareRepeated } from './sharing.js'
import { UnitNames } from './unit-names.js'
import { Units } from './units.js'

type Makers<Members> = { readonly [Name in keyof Members]?: () => Members[Name] }

/**
 * Adds members to an object that are computed on first access. They stay accessors: V8 copies the whole shape of an
 * object whenever an accessor becomes a plain property, which is quadratic in the schemas of a document.
 */
const withLazy = <Head extends object, Members extends object>(
  head: Head,
  makers: Makers<Members>,
): Head & Members => {
  for (const [name, make] of Object.entries<(() => unknown) | undefined>(makers)) {
    if (make === undefined) continue
    let made: { readonly value: unknown } | undefined
    const get = (): unknown => (made ??= { value: make() }).value
    Object.defineProperty(head, name, { enumerable: true, configurable: true, get })
  }
  return head as Head & Members
}

/** The prose of an operation. */
const documentationOf = (root: RawObject, { node, path }: DocumentOperation): OperationDocumentation => {
  const prose = {
    summary: node['summary'],
    description: node['description'],
    link: member(node['externalDocs'], 'url'),
    body: locate(root, [...path, 'requestBody'])?.node['description'],
  }
  return Object.fromEntries(
    Object.entries(prose).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  )
}

/** The tag of operations without one. */
const untagged = 'default'

const tagsIn = ({ node }: DocumentOperation): readonly string[] => {
  const names = textsOf(node['tags']).filter((tag) => tag !== '')
  return names.length === 0 ? [untagged] : [...new Set(names)]
}

/**
 * The tags of operations: first those that the document lists, in its order, then the others, in the order of
 * operations.
 */
export function tagsOf(document: LoadedDocument, operations: readonly NamedOperation[]): readonly Tag[] {
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

/** A model, with the problems found in building it. */
export interface Built {
  readonly model: DocumentModel
  readonly problems: readonly Problem[]
}

const pathOfSchema = (name: string): string[] => ['components', 'schemas', name]

/** Makes the name of a schema's type from the identifier of the schema. */
type TypeName = (name: string) => string

/** Identifiers of all exports of the version. */
const namesOf = (
  root: RawObject,
  operations: readonly NamedOperation[],
  typeName: TypeName | undefined,
): DocumentModel['names'] =>
  exportedNames(
    schemasOf(root),
    operations.map(({ name }) => name),
    typeName,
  )

/** The tables of a document. Entries are built, and validators requested, lazily. */
export interface Tables extends Pick<DocumentModel, 'title' | 'securitySchemes' | 'names'> {
  readonly operations: DocumentModel['operations']
  readonly webhooks: DocumentModel['webhooks']
  readonly schemas: DocumentModel['schemas']
  readonly schemaValidators: DocumentModel['schemaValidators']
  /** The requested validators. */
  readonly units: Units
  readonly named: readonly NamedOperation[]
}

/**
 * Opens the tables of a document.
 * @param isExported whether operations are exported by name in addition to validators
 */
export function tablesOf(document: LoadedDocument, isExported = true, typeName?: TypeName): Tables {
  const { root, name } = document
  const named = namedOperations(document, 'paths')
  const names = namesOf(root, isExported ? named : [], typeName)
  const operationNames = new Map(named.map(({ name: id, path, method }) => [`${path}\n${method}`, id]))
  const units = new Units(document, new UnitNames(root, names, operationNames))
  const builder = new OperationBuilder(document, units)
  const table = (section: 'paths' | 'webhooks'): DocumentModel['operations'] =>
    Object.fromEntries(namedOperations(document, section).map((one) => [one.name, builder.build(one)]))
  const bySchema = <Value>(make: (path: readonly string[]) => Value): Readonly<Record<string, Value>> =>
    withLazy({}, Object.fromEntries(schemasOf(root).map((one) => [one, () => make(pathOfSchema(one))])))
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
export function buildModel(
  document: LoadedDocument,
  typeName?: TypeName,
  contained?: ContainedEvents,
): Built {
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
    units: shareRepeated(units.all()),
  }
  const renamed = renamedNotes(file, tables.names, (one) => tables.operations[one]?.pointer ?? '#')
  return { model, problems: [...document.problems, ...units.problems, ...renamed] }
}
