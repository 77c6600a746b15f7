import { type OperationPlace, operationPlaces } from '../build/operations.js'
import { isObject, pointerOf } from '../load/pointer.js'
import type { Direction, LoadedDocument, RawObject } from '../model/document.js'
import { comment, notesOf, pointerNote } from './comments.js'
import { enumDeclarations } from './enums.js'
import type { Declaration, OtherKind, TypeDeclarations, TypeOptions } from './model.js'
import { Openness } from './openness.js'
import { type Directions, OperationPrinter } from './operations.js'
import { entriesOf } from './reading.js'
import { References, type Target } from './references.js'
import { startIn } from './context.js'
import { SchemaPrinter } from './schemas.js'
import { Sizes } from './sizes.js'
import { Tags } from './tags.js'
import { Views } from './views.js'

const asClient: Directions = { request: 'request', response: 'response' }
// The service sends a webhook, so what comes in is what it writes elsewhere into responses.
const asReceiver: Directions = { request: 'response', response: 'request' }

type Includes = (pointer: string) => boolean

class Declarations {
  readonly #document: LoadedDocument
  readonly #includes: Includes
  readonly #references: References
  readonly #views: Views
  readonly #schemas: SchemaPrinter
  readonly #operations: OperationPrinter

  constructor(document: LoadedDocument, options: TypeOptions, includes: Includes) {
    this.#document = document
    this.#includes = includes
    this.#references = new References(document, options)
    const references = this.#references
    const tags = new Tags(references)
    const openness = new Openness(document.root, tags, options)
    this.#views = new Views(references, openness)
    const sizes = new Sizes(references)
    const views = this.#views
    this.#schemas = new SchemaPrinter({ references, views, tags, sizes, options, openness })
    this.#operations = new OperationPrinter(references, this.#schemas)
  }

  all(): TypeDeclarations {
    const components = entriesOf(this.#components('schemas')).map(([name]) =>
      this.#references.target(pointerOf('components', 'schemas', name)),
    )
    const targets = components.filter(({ pointer }) => this.#includes(pointer))
    const places = operationPlaces(this.#document, 'paths')
    const others = {
      responses: this.#others('responses'),
      parameters: this.#others('parameters'),
      requestBodies: this.#others('requestBodies'),
      headers: this.#others('headers'),
      pathItems: this.#others('pathItems'),
      paths: this.#paths(places),
      webhooks: this.#webhooks(),
      operations: this.#operationTypes(places),
    }
    const schemas = targets.map((target) => this.#schema(target, 'response'))
    const requests = targets
      .filter((target) => this.#views.differ(target))
      .map((target) => this.#schema(target, 'request'))
    this.#addInner(schemas, requests)
    return { schemas, requests, ...others, enums: this.#enums() }
  }

  // What is referred to inside something else gets a name, and may refer to more of the kind.
  #addInner(schemas: Declaration[], requests: Declaration[]): void {
    const { inner } = this.#references
    for (let index = 0; index < inner.length; index++) {
      const target = inner[index]
      if (!target) continue
      schemas.push(this.#schema(target, 'response'))
      if (this.#views.differ(target)) requests.push(this.#schema(target, 'request'))
    }
  }

  #enums(): TypeDeclarations['enums'] {
    const schemas = this.#components('schemas')
    return enumDeclarations(isObject(schemas) ? schemas : {}).filter(({ schema }) =>
      this.#includes(pointerOf('components', 'schemas', schema)),
    )
  }

  #components(kind: string): unknown {
    const { components } = this.#document.root
    return isObject(components) ? components[kind] : undefined
  }

  #schema(target: Target, view: Direction): Declaration {
    const { name, node, pointer } = target
    const start = startIn(view, '    ', this.#views.isCyclic(target))
    const { text } = this.#schemas.type(node, start)
    return { name, text, comment: comment([...notesOf(node), pointerNote(pointer)]) }
  }

  #others(kind: OtherKind): Declaration[] {
    return entriesOf(this.#components(kind)).flatMap(([name, node]) => {
      const pointer = pointerOf('components', kind, name)
      if (!this.#includes(pointer)) return []
      const text =
        this.#references.componentOf(node, kind) ??
        this.#otherText(kind, this.#references.resolved(node) ?? {})
      return [{ name, text, comment: comment([...notesOf(node), pointerNote(pointer)]) }]
    })
  }

  #otherText(kind: OtherKind, node: RawObject): string {
    const indent = '    '
    switch (kind) {
      case 'responses':
        return this.#operations.response(node, 'response', indent)
      case 'requestBodies':
        return this.#operations.requestBody(node, 'request', indent)
      case 'pathItems':
        return this.#operations.pathItem(node, indent, (_method, operation) =>
          this.#operations.operation(node, operation, asClient, `${indent}  `),
        )
      case 'headers':
        return this.#operations.value(node, 'response', indent)
      case 'parameters':
        return this.#operations.value(node, 'request', indent)
    }
  }

  #paths(places: readonly OperationPlace[]): Declaration[] {
    const names = new Map(places.map(({ name, path, method }) => [`${path}\n${method}`, name]))
    return this.#items('paths').map(([path, item]) => ({
      name: path,
      text: this.#operations.pathItem(item, '  ', (method) => {
        return this.#references.operation(names.get(`${path}\n${method}`) ?? '')
      }),
      comment: comment(notesOf({ summary: item['summary'], description: item['description'] })),
    }))
  }

  #webhooks(): Declaration[] {
    return this.#items('webhooks').map(([name, item]) => ({
      name,
      text: this.#operations.pathItem(item, '  ', (_method, operation) =>
        this.#operations.operation(item, operation, asReceiver, '    '),
      ),
      comment: comment([...notesOf({ summary: item['summary'] }), pointerNote(pointerOf('webhooks', name))]),
    }))
  }

  #items(section: 'paths' | 'webhooks'): (readonly [name: string, item: RawObject])[] {
    return entriesOf(this.#document.root[section]).flatMap(([name, node]) => {
      if (name.startsWith('x-') || !this.#includes(pointerOf(section, name))) return []
      const item = this.#references.resolved(node)
      return item ? [[name, item] as const] : []
    })
  }

  #operationTypes(places: readonly OperationPlace[]): Declaration[] {
    const { paths } = this.#document.root
    return places.flatMap(({ name, path, method }) => {
      const pointer = pointerOf('paths', path, method)
      const item = this.#references.resolved(isObject(paths) ? paths[path] : undefined)
      const node = item?.[method]
      if (!item || !isObject(node) || !this.#includes(pointer)) return []
      const text = this.#operations.operation(item, node, asClient, '  ')
      return [{ name, text, comment: comment([...notesOf(node), pointerNote(pointer)]) }]
    })
  }
}

/**
 * The TypeScript declarations of a document.
 * @param includes whether the thing at a pointer (a component, a path, a webhook, an operation) is wanted; others
 * are referred to all the same
 */
export function typeDeclarations(
  document: LoadedDocument,
  options: TypeOptions = {},
  includes: Includes = () => true,
): TypeDeclarations {
  return new Declarations(document, options, includes).all()
}
