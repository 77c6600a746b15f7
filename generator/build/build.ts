import type { Problem } from '../../diagnostics/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'
import { isObject, pointerOf } from '../load/pointer.js'
import type { DocumentModel, LoadedDocument, RawObject } from '../model/document.js'
import { componentKinds, Homes } from './homes.js'
import { OperationBuilder, operationPlaces } from './operations.js'
import { readableSchema } from './readable-schema.js'
import { shareRepeated } from './sharing.js'
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

/** Builds the pure model of a document: everything that is printed stands in it, under names safe to print. */
export function buildModel(document: LoadedDocument): { model: DocumentModel; problems: readonly Problem[] } {
  const { root } = document
  const paths = operationPlaces(document, 'paths')
  const homes = new Homes(new Map(paths.map(({ name, path, method }) => [`${path}\n${method}`, name])))
  for (const kind of componentKinds) homes.reserve(kind, Object.keys(member(root['components'], kind)))
  homes.reserve(
    'operations',
    paths.map(({ name }) => name),
  )
  const units = new Units(document, homes)
  const build = (section: 'paths' | 'webhooks') => {
    const builder = new OperationBuilder(document, units, section)
    return Object.fromEntries(operationPlaces(document, section).map((at) => [at.name, builder.build(at)]))
  }
  const schemaNames = Object.keys(member(root['components'], 'schemas'))
  const at = (name: string): string[] => ['components', 'schemas', name]
  const schemaValidators = schemaNames.map((name) => [
    name,
    { request: units.validatorFor(at(name), 'request'), response: units.validatorFor(at(name), 'response') },
  ])
  const model: DocumentModel = {
    name: document.name,
    file: document.file,
    title: titleOf(member(root, 'info')['title'], document.name),
    sha256: document.sha256,
    operations: build('paths'),
    webhooks: build('webhooks'),
    securitySchemes: securitySchemesOf(root),
    schemas: Object.fromEntries(
      schemaNames.map((name) => [name, readableSchema(units.lookup(pointerOf(...at(name))) ?? true)]),
    ),
    schemaValidators: Object.fromEntries(schemaValidators),
    units: shareRepeated(units.all()),
  }
  return { model, problems: [...document.problems, ...units.problems] }
}
