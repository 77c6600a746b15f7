import type { Problem } from '../../diagnostics/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'
import { isObject, pointerOf } from '../../document/index.js'
import type { DocumentModel, LoadedDocument, RawObject, Unit } from '../model/document.js'
import type { ContainedEvents } from '../model/options.js'
import { documentationOf } from './documentation.js'
import { eventsOf } from './events.js'
import { exportedNames, renamedNotes } from './exported-names.js'
import { withLazy } from './lazy-members.js'
import { OperationBuilder, type NamedOperation, namedOperations } from './operations.js'
import { readableSchema } from './readable-schema.js'
import { shareRepeated } from './sharing.js'
import { tagsOf } from './tags.js'
import { UnitNames } from './unit-names.js'
import { Units } from './units.js'

const member = (node: unknown, key: string): RawObject => {
  const value = isObject(node) ? node[key] : undefined
  return isObject(value) ? value : {}
}

const securitySchemesOf = (root: RawObject): Record<string, SecurityScheme> =>
  Object.fromEntries(
    Object.entries(member(root['components'], 'securitySchemes'))
      .filter((entry): entry is [string, RawObject] => isObject(entry[1]))
      .map(([name, { description: _prose, ...scheme }]) => [
        name,
        { ...scheme, type: String(scheme['type']) },
      ]),
  )

const titleOf = (title: unknown, otherwise: string): string =>
  typeof title === 'string' && title !== '' ? title : otherwise

/** A model, with the problems found in building it. */
export interface Built {
  readonly model: DocumentModel
  readonly problems: readonly Problem[]
}

const pathOfSchema = (name: string): string[] => ['components', 'schemas', name]

/** Makes the name of a schema's type from its name as an identifier. */
type TypeName = (name: string) => string

/** Identifiers of all exports of the version. */
const namesOf = (
  root: RawObject,
  operations: readonly NamedOperation[],
  typeName: TypeName | undefined,
): DocumentModel['names'] =>
  exportedNames(
    Object.keys(member(root['components'], 'schemas')),
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
  const table = (section: 'paths' | 'webhooks'): DocumentModel['operations'] => {
    const builder = new OperationBuilder(document, units, section)
    return Object.fromEntries(namedOperations(document, section).map((at) => [at.name, builder.build(at)]))
  }
  const schemas = Object.keys(member(root['components'], 'schemas'))
  const bySchema = <Value>(make: (path: readonly string[]) => Value): Readonly<Record<string, Value>> =>
    withLazy({}, Object.fromEntries(schemas.map((one) => [one, () => make(pathOfSchema(one))])))
  return {
    title: titleOf(member(root, 'info')['title'], name),
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
    documentation: new Map(named.map((at) => [at.name, documentationOf(document, 'paths', at)])),
    tags: tagsOf(document, named),
    events,
    units: shareRepeated(units.all()),
  }
  const renamed = renamedNotes(file, tables.names, (one) => tables.operations[one]?.pointer ?? '#')
  return { model, problems: [...document.problems, ...units.problems, ...renamed] }
}
