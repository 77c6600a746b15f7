import type { Problem } from '../../diagnostics/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'
import { isObject, pointerOf } from '../../document/index.js'
import type { DocumentModel, LoadedDocument, RawObject } from '../model/document.js'
import { documentationOf } from './documentation.js'
import { eventsOf } from './events.js'
import { exportedNames, renamedNotes } from './exported-names.js'
import { OperationBuilder, type NamedOperation, namedOperations } from './operations.js'
import { readableSchema } from './readable-schema.js'
import { shareRepeated } from './sharing.js'
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

/** A model, and what building it gave reason to say. */
export interface Built {
  readonly model: DocumentModel
  readonly problems: readonly Problem[]
}

const pathOfSchema = (name: string): string[] => ['components', 'schemas', name]

/** Identifiers of all that the version exports. */
const namesOf = (root: RawObject, operations: readonly NamedOperation[]): DocumentModel['names'] =>
  exportedNames(
    Object.keys(member(root['components'], 'schemas')),
    operations.map(({ name }) => name),
  )

type Tables = Pick<DocumentModel, 'operations' | 'webhooks' | 'schemas' | 'schemaValidators' | 'events'>

/** The tables of a document. Building them asks for the validators that they name. */
const tablesOf = (
  document: LoadedDocument,
  units: Units,
  operations: Readonly<Record<'paths' | 'webhooks', readonly NamedOperation[]>>,
): Tables => {
  const table = (section: 'paths' | 'webhooks'): DocumentModel['operations'] => {
    const builder = new OperationBuilder(document, units, section)
    return Object.fromEntries(operations[section].map((at) => [at.name, builder.build(at)]))
  }
  const schemas = Object.keys(member(document.root['components'], 'schemas'))
  const webhooks = table('webhooks')
  return {
    operations: table('paths'),
    webhooks,
    schemas: Object.fromEntries(
      schemas.map((name) => [name, readableSchema(units.lookup(pointerOf(...pathOfSchema(name))) ?? true)]),
    ),
    schemaValidators: Object.fromEntries(
      schemas.map((name) => [
        name,
        {
          request: units.validatorFor(pathOfSchema(name), 'request'),
          response: units.validatorFor(pathOfSchema(name), 'response'),
        },
      ]),
    ),
    events: eventsOf(webhooks, {
      lookup: (ref) => units.lookup(ref),
      validatorOf: (name) => units.validatorFor(pathOfSchema(name), 'response'),
    }),
  }
}

/** Builds the pure model of a document: everything that is printed stands in it, under names safe to print. */
export function buildModel(document: LoadedDocument): Built {
  const { root, name, file, sha256 } = document
  const operations = {
    paths: namedOperations(document, 'paths'),
    webhooks: namedOperations(document, 'webhooks'),
  }
  const names = namesOf(root, operations.paths)
  const operationNames = new Map(
    operations.paths.map(({ name: id, path, method }) => [`${path}\n${method}`, id]),
  )
  const units = new Units(document, new UnitNames(root, names, operationNames))
  const tables = tablesOf(document, units, operations)
  const model: DocumentModel = {
    ...tables,
    name,
    file,
    title: titleOf(member(root, 'info')['title'], name),
    sha256,
    names,
    documentation: new Map(operations.paths.map((at) => [at.name, documentationOf(document, 'paths', at)])),
    securitySchemes: securitySchemesOf(root),
    units: shareRepeated(units.all()),
  }
  const renamed = renamedNotes(file, names, (operation) => tables.operations[operation]?.pointer ?? '#')
  return { model, problems: [...document.problems, ...units.problems, ...renamed] }
}
