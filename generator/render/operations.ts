import { isDeepStrictEqual } from 'node:util'
import { type Change, TableWalk } from '../../runtime/surface.js'
import { identifier, SafeNames } from '../build/names.js'
import { segmentsOf } from '../../document/index.js'
import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { commentText, literal, memberName, type NameOf } from './literal.js'
import type { ComponentRow, ContentOf, OperationsValues, TableRow } from './template-model.js'
import { renderModule } from './module.js'
import { groupedByTag, tagsByKey } from './tags.js'
import type { Templates } from './templates.js'

const component = /^#\/components\/(?:responses|parameters|requestBodies|headers)\/[^/]+$/

/** Components shared by operations, as constants: inlined, they would make up most of the file. */
class SharedComponents {
  readonly #names = new SafeNames((pointer) => identifier(segmentsOf(pointer).slice(1).join('_')))
  readonly #constants = new Map<string, string>()

  /** Sorted so that each constant comes after those that it refers to. */
  get constants(): readonly ComponentRow[] {
    return Array.from(this.#constants, ([name, value]) => ({ name, value }))
  }

  readonly nameOf: NameOf = (value) => {
    const pointer = 'pointer' in value && typeof value.pointer === 'string' ? value.pointer : ''
    if (!component.test(pointer)) return undefined
    const name = this.#names.get(pointer)
    if (!this.#constants.has(name)) {
      const inner: NameOf = (one) => (one === value ? undefined : this.nameOf(one))
      this.#constants.set(name, literal(value, 1, '', inner))
    }
    return name
  }
}

/** The names of validators in tables, by name of their unit. */
type Exported = ReadonlyMap<string, string>

/** Removes what the runtime fills in again. */
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

type SchemaValidators = DocumentModel['schemaValidators']

const exportedNames = (validators: SchemaValidators, exported: Exported): SchemaValidators =>
  Object.fromEntries(
    Object.entries(validators).map(([name, { request, response }]) => [
      name,
      { request: exported.get(request) ?? request, response: exported.get(response) ?? response },
    ]),
  )

const isNamedOtherwise = ([name, { request, response }]: [string, SchemaValidators[string]]): boolean =>
  request !== name || response !== name

const rowsOf = (table: Readonly<Record<string, unknown>>, depth: number, nameOf?: NameOf): TableRow[] =>
  Object.entries(table).map(([key, value]) => ({
    key: memberName(key),
    value: literal(value, depth, '  ', nameOf),
  }))

/**
 * Prints the tables of a document: everything that a tool or a test needs to call and validate its operations.
 * Members that follow from others are left out; the runtime fills them in.
 */
export function renderOperations(
  model: DocumentModel,
  exported: Exported,
  templates: Templates,
): OutputFile[] {
  const shared = new SharedComponents()
  const schemaValidators = exportedNames(model.schemaValidators, exported)
  const operationRows = (
    section: 'paths' | 'webhooks',
    operations: DocumentModel['operations'],
  ): TableRow[] => {
    const walk = new TableWalk(section, schemaValidators, lean(exported))
    const rows = Object.entries(operations).map(([name, one]) => [name, walk.operation({ ...one }, name)])
    return rowsOf(Object.fromEntries(rows), 2, shared.nameOf)
  }
  const tags = tagsByKey(model.tags)
  const values: Omit<ContentOf<OperationsValues>, 'tags'> = {
    version: JSON.stringify(model.name),
    title: JSON.stringify(model.title),
    comment: commentText(`${model.title}, ${model.name}`),
    sha256: JSON.stringify(model.sha256),
    operations: operationRows('paths', model.operations).map((row) =>
      Object.assign(row, { tags: tags.get(row.key) ?? [] }),
    ),
    webhooks: operationRows('webhooks', model.webhooks),
    securitySchemes: rowsOf(model.securitySchemes, 2),
    schemas: rowsOf(model.schemas, 0),
    schemaValidators: rowsOf(
      Object.fromEntries(Object.entries(schemaValidators).filter(isNamedOtherwise)),
      0,
    ),
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
