import type { Problem } from '../../diagnostics/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'
import { isObject, pointerOf, segmentsOf } from '../load/pointer.js'
import type { DocumentModel, LoadedDocument, RawObject } from '../model/document.js'
import type { EventsModel } from '../model/event.js'
import { type Ancestor, Heritage, homesOfUnits, type Names, wholeTable } from '../series/ancestor.js'
import { isDated } from '../series/dated.js'
import { mentionsUnevaluated } from '../series/inheritance.js'
import { migrationText } from '../series/migration.js'
import { type Part, partsOf } from '../series/parts.js'
import { eventsOf } from './events.js'
import { exportsOf } from './exports.js'
import { componentKinds, Homes } from './homes.js'
import { inlineSmall } from './inlining.js'
import { OperationBuilder, type OperationPlace, operationPlaces } from './operations.js'
import { placeUnits } from './placing.js'
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

/** A model, what building it gave reason to say, and what the version after it builds on. */
export interface Built {
  readonly model: DocumentModel
  readonly problems: readonly Problem[]
  readonly ancestor: Ancestor
  readonly heritage: Heritage
  /** What changed since the version before, where there is one. */
  readonly migration?: string
}

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

const atSchema = (name: string): string[] => ['components', 'schemas', name]

/** Builds the tables of one document, of what the version before does not have. */
class TablesBuilder {
  readonly #document: LoadedDocument
  readonly #heritage: Heritage
  readonly #places: Readonly<Record<'paths' | 'webhooks', readonly OperationPlace[]>>
  readonly units: Units
  readonly names: Names

  constructor(document: LoadedDocument, heritage: Heritage) {
    const paths = operationPlaces(document, 'paths')
    const webhooks = operationPlaces(document, 'webhooks')
    const homes = homesOf(document, paths)
    const inherited = heritage.units()
    for (const [, home] of inherited)
      homes.keep(segmentsOf(home.pointer), home.direction === 'both' ? '' : home.direction, home)
    this.#document = document
    this.#heritage = heritage
    this.#places = { paths, webhooks }
    this.units = new Units(document, homes, new Set(inherited.map(([name]) => name)))
    const schemas = Object.keys(member(document.root['components'], 'schemas'))
    this.names = { operations: paths.map(nameOf), webhooks: webhooks.map(nameOf), schemas }
  }

  operations(section: 'paths' | 'webhooks'): DocumentModel['operations'] {
    const builder = new OperationBuilder(this.#document, this.units, section)
    const own = this.#places[section].filter(
      ({ path, method }) => !this.#heritage.hasPart([section, path, method]),
    )
    return Object.fromEntries(own.map((at) => [at.name, builder.build(at)]))
  }

  schemas(): DocumentModel['schemas'] {
    return Object.fromEntries(
      this.#ownSchemas().map((name) => [
        name,
        readableSchema(this.units.lookup(pointerOf(...atSchema(name))) ?? true),
      ]),
    )
  }

  /** Names of the validators of component schemas in both directions, by schema name. */
  schemaValidators(): DocumentModel['schemaValidators'] {
    return Object.fromEntries(
      this.#ownSchemas().map((name) => [
        name,
        {
          request: this.units.validatorFor(atSchema(name), 'request'),
          response: this.units.validatorFor(atSchema(name), 'response'),
        },
      ]),
    )
  }

  /** Events of all webhooks of the document, of which some may be those of the version before. */
  events(webhooks: DocumentModel['webhooks']): EventsModel {
    const before = this.#heritage.tables?.events
    if (before && this.#hasWebhooksOfBefore()) return before
    return eventsOf(webhooks, {
      lookup: (ref) => this.units.lookup(ref),
      validatorOf: (name) => this.units.validatorFor(atSchema(name), 'response'),
    })
  }

  /** Also which schemas there are decides about events: those that the specification lists have names of theirs. */
  #hasWebhooksOfBefore(): boolean {
    const places = this.#places.webhooks
    return (
      this.#heritage.hasNames(this.names) &&
      places.every(({ path, method }) => this.#heritage.hasPart(['webhooks', path, method]))
    )
  }

  #ownSchemas(): string[] {
    return this.names.schemas.filter((name) => !this.#heritage.hasPart(atSchema(name)))
  }
}

const ancestorOf = (
  root: RawObject,
  model: DocumentModel,
  names: Names,
  parts: Ancestor['parts'],
  validators: Ancestor['schemaValidators'],
  judged: Ancestor['judged'],
): Ancestor => {
  const { base, exports, securitySchemes, events } = model
  return {
    name: model.name,
    root,
    parts,
    names,
    depth: base?.depth ?? 0,
    tables: {
      operations: wholeTable(model.operations, base?.tables.operations, names.operations),
      webhooks: wholeTable(model.webhooks, base?.tables.webhooks, names.webhooks),
      schemas: wholeTable(model.schemas, base?.tables.schemas, names.schemas),
      securitySchemes,
      events,
    },
    schemaValidators: validators,
    exports,
    units: homesOfUnits(model, base),
    judged,
  }
}

/**
 * Builds the pure model of a document: everything that is printed stands in it, under names safe to print. What the
 * version before has too is left out. Only `inSeries` are its parts taken down, for the version after it to compare.
 */
export function buildModel(document: LoadedDocument, before?: Ancestor, inSeries = false): Built {
  const { root } = document
  const parts = inSeries ? partsOf(document) : new Map<string, Part>()
  const heritage = new Heritage({ root, parts }, before)
  const tables = new TablesBuilder(document, heritage)
  const { names, units } = tables
  const webhooks = tables.operations('webhooks')
  const own = tables.schemaValidators()
  const validators = heritage.schemaValidators(names.schemas, own)
  const operations = tables.operations('paths')
  const events = tables.events(wholeTable(webhooks, heritage.tables?.webhooks, names.webhooks))
  const schemas = tables.schemas()
  const made = units.all()
  const changed = heritage.changedUnits(made)
  const whole = {
    name: document.name,
    file: document.file,
    title: titleOf(member(root, 'info')['title'], document.name),
    sha256: document.sha256,
    operations,
    webhooks,
    events,
    securitySchemes: securitySchemesOf(root),
    schemas,
    schemaValidators: own,
    exports: exportsOf(names.schemas, validators),
    units: placeUnits(shareRepeated(inlineSmall(changed))),
    tellsEvaluated: isDated(document.name) && mentionsUnevaluated(root),
  }
  const base = heritage.base(names, whole.units)
  const model = base ? { ...whole, base } : whole
  const compared = before && { before: before.parts, now: parts, inherited: heritage.parts }
  return {
    model,
    problems: [...document.problems, ...units.problems],
    heritage,
    ancestor: ancestorOf(root, model, names, parts, validators, heritage.judged(made)),
    ...(compared && { migration: migrationText(before.name, document.name, compared) }),
  }
}
