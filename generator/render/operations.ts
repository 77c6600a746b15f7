import { identifier, SafeNames } from '../build/names.js'
import { segmentsOf } from '../../document/index.js'
import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { commentText, literal, memberName, type NameOf } from './literal.js'
import type { ComponentRow, ContentOf, OperationsValues, TableRow } from './template-model.js'
import { renderModule } from './module.js'
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

const rowsOf = (table: Readonly<Record<string, unknown>>, nameOf?: NameOf): TableRow[] =>
  Object.entries(table).map(([key, value]) => ({
    key: memberName(key),
    value: literal(value, 2, '  ', nameOf),
  }))

/** Prints the tables of a document: everything that a tool or a test needs to call and validate its operations. */
export function renderOperations(model: DocumentModel, templates: Templates): OutputFile[] {
  const shared = new SharedComponents()
  const values: ContentOf<OperationsValues> = {
    version: JSON.stringify(model.name),
    title: JSON.stringify(model.title),
    comment: commentText(`${model.title}, ${model.name}`),
    sha256: JSON.stringify(model.sha256),
    operations: rowsOf(model.operations, shared.nameOf),
    webhooks: rowsOf(model.webhooks, shared.nameOf),
    securitySchemes: rowsOf(model.securitySchemes),
    schemas: rowsOf(model.schemas),
    schemaValidators: rowsOf(model.schemaValidators),
    // Read last, because the rows above register the components.
    components: shared.constants,
  }
  return renderModule({
    name: 'operations',
    values,
    // Components come first, because other chunks use them during evaluation.
    lists: ['components', 'operations', 'webhooks', 'schemas', 'schemaValidators'],
    specifiers: { components: ({ name }) => name },
    print: (values) => ({
      '.js': templates.render('operations.js', values),
      '.d.ts': templates.render('operations.d.ts', values),
    }),
  })
}
