import type { Problem } from '../../diagnostics/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'
import { isObject, pointerOf, segmentsOf } from '../load/pointer.js'
import type { DocumentModel, LoadedDocument, RawObject } from '../model/document.js'
import { type Ancestor, Heritage, homesOfUnits, wholeTable } from '../series/ancestor.js'
import { migrationText } from '../series/migration.js'
import { partsOf } from '../series/parts.js'
import { exportsOf } from './exports.js'
import { componentKinds, Homes } from './homes.js'
import { OperationBuilder, type OperationPlace, operationPlaces } from './operations.js'
import { readableSchema } from './readable-schema.js'
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

/** A model, what building it gave reason to say, and what the version after it builds on. */
export interface Built {
  readonly model: DocumentModel
  readonly problems: readonly Problem[]
  readonly ancestor: Ancestor
  readonly heritage: Heritage
  /** What changed since the version before, where there is one. */
  readonly migration?: string
}

/** Validators of all component schemas in both directions, by schema name. */
const schemaValidators = (names: readonly string[], units: Units): DocumentModel['schemaValidators'] =>
  Object.fromEntries(
    names.map((name) => {
      const at = ['components', 'schemas', name]
      return [
        name,
        { request: units.validatorFor(at, 'request'), response: units.validatorFor(at, 'response') },
      ]
    }),
  )

const homesOf = (document: LoadedDocument, paths: readonly OperationPlace[]): Homes => {
  const homes = new Homes(new Map(paths.map(({ name, path, method }) => [`${path}\n${method}`, name])))
  const components = document.root['components']
  for (const kind of componentKinds) homes.reserve(kind, Object.keys(member(components, kind)))
  homes.reserve(
    'operations',
    paths.map(({ name }) => name),
  )
  return homes
}

const nameOf = ({ name }: { readonly name: string }): string => name

/**
 * Builds the pure model of a document: everything that is printed stands in it, under names safe to print. What the
 * version before has too is left out.
 */
export function buildModel(document: LoadedDocument, before?: Ancestor): Built {
  const { root } = document
  const parts = partsOf(document)
  const heritage = new Heritage(parts, before)
  const places = {
    paths: operationPlaces(document, 'paths'),
    webhooks: operationPlaces(document, 'webhooks'),
  }
  const homes = homesOf(document, places.paths)
  const inherited = new Map(heritage.units())
  for (const home of inherited.values())
    homes.keep(segmentsOf(home.pointer), home.direction === 'both' ? '' : home.direction, home)
  const units = new Units(document, homes, new Set(inherited.keys()))
  const build = (section: 'paths' | 'webhooks') => {
    const builder = new OperationBuilder(document, units, section)
    const own = places[section].filter(({ path, method }) => !heritage.hasPart([section, path, method]))
    return Object.fromEntries(own.map((at) => [at.name, builder.build(at)]))
  }
  const schemas = Object.keys(member(root['components'], 'schemas'))
  const own = schemas.filter((name) => !heritage.hasPart(['components', 'schemas', name]))
  const names = { operations: places.paths.map(nameOf), webhooks: places.webhooks.map(nameOf), schemas }
  const validators = schemaValidators(own, units)
  const model = {
    name: document.name,
    file: document.file,
    title: titleOf(member(root, 'info')['title'], document.name),
    sha256: document.sha256,
    operations: build('paths'),
    webhooks: build('webhooks'),
    securitySchemes: securitySchemesOf(root),
    schemas: Object.fromEntries(
      own.map((name) => [
        name,
        readableSchema(units.lookup(pointerOf('components', 'schemas', name)) ?? true),
      ]),
    ),
    schemaValidators: validators,
    exports: exportsOf(schemas, heritage.schemaValidators(schemas, validators)),
    units: units.all(),
  }
  const base = heritage.base(names, model.units)
  const compared = before && { before: before.parts, now: parts, inherited: heritage.parts }
  return {
    ...(compared && { migration: migrationText(before.name, document.name, compared) }),
    model: base ? { ...model, base } : model,
    problems: [...document.problems, ...units.problems],
    heritage,
    ancestor: {
      name: document.name,
      parts,
      names,
      tables: {
        operations: wholeTable(model.operations, base?.tables.operations, base?.removed.operations),
        webhooks: wholeTable(model.webhooks, base?.tables.webhooks, base?.removed.webhooks),
        securitySchemes: model.securitySchemes,
      },
      schemaValidators: heritage.schemaValidators(schemas, validators),
      exports: model.exports,
      units: homesOfUnits(model, base),
    },
  }
}
