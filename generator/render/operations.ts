import { isDeepStrictEqual } from 'node:util'
import { type Change, type Operation, TableWalk } from '../../runtime/surface.js'
import { identifier, SafeNames, shortDigest } from '../build/names.js'
import { entriesOf, isObject, listOf, segmentsOf } from '../../document/index.js'
import type { DocumentModel } from '../model/document.js'
import { mostCommonOf } from './client-operation.js'
import {
  documentComment,
  groupedByTag,
  literal,
  type NameOf,
  renderModule,
  rowsOf,
  tagsByKey,
} from './module.js'
import type { ComponentRow, ContentOf, OperationsValues, TableRow } from './template-model.js'
import type { Templates } from './templates.js'

const component = /^#\/components\/(?:responses|parameters|requestBodies|headers)\/[^/]+$/

type Row = Record<string, unknown>

/** A row with its errors apart, because many operations have the same. */
const withErrors = (row: object): Row => {
  const { responses, ...own }: Row = { ...row }
  const [errors, others] = [true, false].map((isWanted) =>
    Object.fromEntries(entriesOf(responses).filter(([status]) => /^[45]\d\d$/.test(status) === isWanted)),
  )
  return { ...own, responses: others, ...(Object.keys(errors ?? {}).length > 0 && { errors }) }
}

/** The objects of a row that other operations may repeat, by the name of their kind. */
const repeatable = ({ parameters, responses, errors }: Row): readonly (readonly [string, object])[] => [
  ...listOf(parameters).flatMap((one) => (isObject(one) ? [['parameter', one] as const] : [])),
  ...entriesOf(responses).flatMap(([, one]) =>
    isObject(one) && isObject(one['headers']) ? [['headers', one['headers']] as const] : [],
  ),
  ...(isObject(errors) ? [['errors', errors] as const] : []),
]

/** Objects that operations share, as constants: inlined, they would make up most of the file. */
class SharedConstants {
  readonly #names = new SafeNames((pointer) => identifier(segmentsOf(pointer).slice(1).join('_')))
  readonly #constants = new Map<string, string>()
  readonly #repeated = new Map<object, string>()

  /** Sorted so that each constant comes after those that it refers to. */
  get constants(): readonly ComponentRow[] {
    return Array.from(this.#constants, ([name, value]) => ({ name, value }))
  }

  /** Registers the objects that rows repeat. */
  add(rows: readonly Row[]): void {
    const all = rows
      .flatMap(repeatable)
      .map(([kind, value]) => ({ kind, value, text: JSON.stringify(value) }))
    const counts = new Map<string, number>()
    for (const { text } of all) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const { kind, value, text } of all)
      if ((counts.get(text) ?? 0) > 1 && text !== '{}')
        this.#repeated.set(value, `${kind}_${shortDigest(text)}`)
  }

  readonly nameOf: NameOf = (value) => {
    const pointer = 'pointer' in value && typeof value.pointer === 'string' ? value.pointer : ''
    const name = component.test(pointer) ? this.#names.get(pointer) : this.#repeated.get(value)
    if (name === undefined) return undefined
    if (!this.#constants.has(name)) {
      const inner: NameOf = (one) => (one === value ? undefined : this.nameOf(one))
      this.#constants.set(name, literal(value, component.test(pointer) ? 1 : 0, '', inner))
    }
    return name
  }
}

/** The names of validators in tables, by name of their unit. */
type Exported = ReadonlyMap<string, string>

/** Removes members that the runtime restores. */
const lean =
  (exported: Exported): Change =>
  (row, implied) => {
    const entries = Object.entries(row).map(([key, value]): [string, unknown] => [
      key,
      key === 'validator' ? (exported.get(value) ?? value) : value,
    ])
    const isImplied = ([key, value]: [string, unknown]): boolean =>
      value === undefined ||
      (Object.hasOwn(implied, key) && isDeepStrictEqual(value, Reflect.get(implied, key)))
    return Object.fromEntries(entries.filter((entry) => !isImplied(entry)))
  }

const mostCommon = (operations: readonly Operation[], key: 'servers' | 'security'): unknown =>
  JSON.parse(mostCommonOf(operations.map((operation) => JSON.stringify(operation[key]))) ?? '[]')

type SchemaValidators = DocumentModel['schemaValidators']

const exportedNames = (validators: SchemaValidators, exported: Exported): SchemaValidators => {
  const nameOf = (unit: string): string => exported.get(unit) ?? unit
  const rows = Object.entries(validators).map(([name, { request, response }]) => {
    return [name, { request: nameOf(request), response: nameOf(response) }] as const
  })
  return Object.fromEntries(rows)
}

/** Prints the tables of a document, without members that the runtime derives from others. */
export function renderOperations(model: DocumentModel, exported: Exported, templates: Templates) {
  const shared = new SharedConstants()
  const schemaValidators = exportedNames(model.schemaValidators, exported)
  const operationRows = (section: 'paths' | 'webhooks', implied?: object): TableRow[] => {
    const walk = new TableWalk(section, schemaValidators, lean(exported), implied)
    const rows = Object.entries(section === 'paths' ? model.operations : model.webhooks).map(
      ([name, one]) => [name, withErrors(walk.operation({ ...one }, name))] as const,
    )
    shared.add(rows.map(([, row]) => row))
    return rowsOf(Object.fromEntries(rows), 2, shared.nameOf)
  }
  const tags = tagsByKey(model.tags)
  const all = Object.values(model.operations)
  const usual = { servers: mostCommon(all, 'servers'), security: mostCommon(all, 'security') }
  const namedOtherwise = Object.entries(schemaValidators).filter(
    ([name, { request, response }]) => request !== name || response !== name,
  )
  const values: Omit<ContentOf<OperationsValues>, 'tags'> = {
    version: JSON.stringify(model.name),
    title: JSON.stringify(model.title),
    comment: documentComment(model),
    sha256: JSON.stringify(model.sha256),
    operations: operationRows('paths', usual).map((row) =>
      Object.assign(row, { tags: tags.get(row.key) ?? [] }),
    ),
    usual: literal(usual, 0),
    webhooks: operationRows('webhooks'),
    securitySchemes: rowsOf(model.securitySchemes, 2),
    schemas: rowsOf(model.schemas, 0),
    schemaValidators: rowsOf(Object.fromEntries(namedOtherwise)),
    // Read last, because the rows above register the components.
    components: shared.constants,
  }
  return renderModule({
    name: 'operations',
    values,
    // Components come first, because other chunks use them during evaluation.
    lists: ['components', 'operations', 'webhooks', 'schemas', 'schemaValidators'],
    specifiers: { components: ({ name }) => name },
    print: (rows) => {
      const groups = groupedByTag(model.tags, rows.operations)
      const values = { ...rows, tags: groups.map(([tag, operations]) => Object.assign(tag, { operations })) }
      return {
        '.js': templates.render('operations.js', values),
        '.d.ts': templates.render('operations.d.ts', values),
      }
    },
  })
}
