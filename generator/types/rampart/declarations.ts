import { type NamedOperation, namedOperations } from '../../build/operations.js'
import { entriesOf, isObject, pointerOf } from '../../../document/index.js'
import type { Direction, LoadedDocument, RawObject } from '../../model/document.js'
import type {
  Declaration,
  OtherKind,
  SchemaNames,
  TypeDeclarations,
  TypeOptions,
} from '../declarations/model.js'
import { itemNotes, notesAt } from '../declarations/notes.js'
import { type IsReceived, receivedIn } from '../reading/received.js'
import { type PrinterServices, startIn } from './context.js'
import { brandNames, helpersOf } from './helpers.js'
import { Openness } from '../reading/openness.js'
import { type Directions, OperationPrinter, received, sent } from './operations.js'
import { References, type Target } from '../reading/references.js'
import { byName, byPath } from './refer.js'
import { SchemaPrinter } from './schemas.js'
import { Sizes } from '../reading/sizes.js'
import { Tags } from '../reading/tags.js'
import { member } from '../declarations/text.js'
import { Views } from '../reading/views.js'

const asClient: Directions = { request: sent, response: received }
// The service sends webhooks, so their requests are read by clients and their responses written.
const asReceiver: Directions = { request: received, response: sent }

/** The TypeScript declarations of one document. */
export class Declarations {
  readonly #document: LoadedDocument
  readonly #references: References
  readonly #views: Views
  readonly #isReceived: IsReceived
  /** The printers of `types.d.ts` and of `schemas.d.ts`. */
  readonly #schemas: Readonly<Record<'types' | 'schemas', SchemaPrinter>>
  readonly #operations: OperationPrinter
  readonly #brands: readonly string[]

  /** @param names identifiers of the component schemas */
  constructor(document: LoadedDocument, options: TypeOptions, names: SchemaNames) {
    this.#document = document
    this.#brands = options.brands === true ? brandNames : []
    this.#isReceived = receivedIn(document.root)
    this.#references = new References(document, names)
    const references = this.#references
    const tags = new Tags(references)
    const openness = new Openness(document.root, tags, options)
    this.#views = new Views(references, openness)
    const shared = { references, views: this.#views, tags, sizes: new Sizes(references), options, openness }
    const printer = (refer: PrinterServices['refer']): SchemaPrinter =>
      new SchemaPrinter({ ...shared, refer })
    this.#schemas = { types: printer(byPath), schemas: printer(byName(names)) }
    this.#operations = new OperationPrinter(references, this.#schemas.types)
  }

  all(): TypeDeclarations {
    const components = entriesOf(this.#components('schemas')).map(([name]) =>
      this.#references.target(pointerOf('components', 'schemas', name)),
    )
    const defs = entriesOf(this.#document.root['$defs']).map(([name]) =>
      this.#references.target(pointerOf('$defs', name)),
    )
    const operations = namedOperations(this.#document, 'paths')
    const rest = {
      paths: this.#paths(operations),
      webhooks: this.#webhooks(),
      operations: this.#operationTypes(operations),
      responses: this.#others('responses'),
      parameters: this.#others('parameters'),
      requestBodies: this.#others('requestBodies'),
      headers: this.#others('headers'),
      pathItems: this.#others('pathItems'),
      $defs: defs.map((target) => this.#schema(target, 'response')),
    }
    const schemas = components.map((target) => this.#schema(target, 'response'))
    const requests = [...components, ...defs].flatMap((target) => this.#request(target))
    const inner = this.#inner(requests)
    return {
      printedBy: 'rampart',
      ...rest,
      schemas,
      requests,
      inner,
      helpers: helpersOf([...schemas, ...requests, ...inner, ...rest.$defs]),
      brands: this.#brands,
    }
  }

  // Nested targets of references are declared by name, and may refer to further ones.
  #inner(requests: Declaration[]): Declaration[] {
    const declared: Declaration[] = []
    const { inner } = this.#references
    for (let index = 0; index < inner.length; index++) {
      const target = inner[index]
      if (!target) continue
      declared.push(this.#schema(target, 'response'))
      requests.push(...this.#request(target))
    }
    return declared
  }

  #components(kind: string): unknown {
    const { components } = this.#document.root
    return isObject(components) ? components[kind] : undefined
  }

  #request(target: Target): Declaration[] {
    return this.#views.differ(target) ? [this.#schema(target, 'request')] : []
  }

  #schema(target: Target, view: Direction): Declaration {
    const { name, node, path } = target
    const isApart = view === 'response' && target.kind !== '$defs'
    const isFilledIn = view === 'response' && this.#isReceived(path)
    const start = startIn({ view, isFilledIn }, '', this.#views.isCyclic(target))
    const { text } = this.#schemas[isApart ? 'schemas' : 'types'].type(node, start)
    return { name, text, comment: notesAt(node, ...path) }
  }

  #others(kind: OtherKind): Declaration[] {
    return entriesOf(this.#components(kind)).map(([name, node]) => {
      const text =
        this.#references.componentOf(node, kind) ??
        this.#otherText(kind, this.#references.resolved(node) ?? {})
      return { name, text, comment: notesAt(node, 'components', kind, name) }
    })
  }

  #otherText(kind: OtherKind, node: RawObject): string {
    switch (kind) {
      case 'responses':
        return this.#operations.response(node, received, '')
      case 'requestBodies':
        return this.#operations.requestBody(node, sent, '')
      case 'pathItems':
        return this.#operations.pathItem(node, '', (_method, operation) =>
          this.#operations.operation(node, operation, asClient, '  '),
        )
      case 'headers':
        return this.#operations.value(node, received, '')
      case 'parameters':
        return this.#operations.value(node, sent, '')
    }
  }

  #paths(operations: readonly NamedOperation[]): Declaration[] {
    const names = new Map(operations.map(({ name, path, method }) => [`${path}\n${method}`, name]))
    return this.#items('paths').map(([path, item]) => ({
      name: path,
      text: this.#operations.pathItem(item, '', (method) =>
        member('operations', names.get(`${path}\n${method}`) ?? ''),
      ),
      comment: itemNotes(item),
    }))
  }

  #webhooks(): Declaration[] {
    return this.#items('webhooks').map(([name, item]) => ({
      name,
      text: this.#operations.pathItem(item, '', (_method, operation) =>
        this.#operations.operation(item, operation, asReceiver, '  '),
      ),
      comment: itemNotes(item),
    }))
  }

  #items(section: 'paths' | 'webhooks'): (readonly [name: string, item: RawObject])[] {
    return entriesOf(this.#document.root[section]).flatMap(([name, node]) => {
      const item = name.startsWith('x-') ? undefined : this.#references.resolved(node)
      return item ? [[name, item] as const] : []
    })
  }

  #operationTypes(operations: readonly NamedOperation[]): Declaration[] {
    const taken = new Set(operations.map(({ name }) => name))
    const called = namedOperations(this.#document, 'webhooks').filter(({ name }) => !taken.has(name))
    return [
      ...operations.flatMap((operation) => this.#operation('paths', operation, asClient)),
      ...called.flatMap((operation) => this.#operation('webhooks', operation, asReceiver)),
    ]
  }

  #operation(
    section: 'paths' | 'webhooks',
    { name, path, method }: NamedOperation,
    directions: Directions,
  ): Declaration[] {
    const items = this.#document.root[section]
    const item = this.#references.resolved(isObject(items) ? items[path] : undefined)
    const node = item?.[method]
    if (!item || !isObject(node)) return []
    // Webhook operations without an operationId have names only for the tables.
    if (section === 'webhooks' && typeof node['operationId'] !== 'string') return []
    const text = this.#operations.operation(item, node, directions, '')
    return [{ name, text, comment: notesAt(node, section, path, method) }]
  }
}
