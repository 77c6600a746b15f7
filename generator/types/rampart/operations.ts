import type { Method } from '../../../runtime/surface.js'
import { entriesOf, isObject, methods } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { comment, commented, notesOf } from '../declarations/comments.js'
import { ParameterPrinter } from './parameters.js'
import type { References } from '../reading/references.js'
import { type Holder, startIn } from './context.js'
import type { SchemaPrinter } from './schemas.js'
import { arrayOf, block, memberName, quoted, type Type, unknownType } from '../declarations/text.js'

/** The direction of the bodies of an operation: the service sends the request of a webhook. */
export interface Directions {
  readonly request: Holder
  readonly response: Holder
}

/** Content that clients write. */
export const sent: Holder = { view: 'request', isFilledIn: false }
/** Content that clients read. */
export const received: Holder = { view: 'response', isFilledIn: true }

const statusName = (status: string): string => (/^[1-5]\d\d$/.test(status) ? status : memberName(status))

/** Prints everything around schemas: bodies, responses, operations and path items. */
export class OperationPrinter {
  readonly #references: References
  readonly #schemas: SchemaPrinter
  readonly #parameters: ParameterPrinter

  constructor(references: References, schemas: SchemaPrinter) {
    this.#references = references
    this.#schemas = schemas
    this.#parameters = new ParameterPrinter(references, (node, indent) => ({
      text: references.componentOf(node, 'parameters') ?? this.value(node, sent, indent),
    }))
  }

  /** An operation, including the parameters of its path item. */
  operation(item: RawObject, node: RawObject, directions: Directions, indent: string): string {
    const inner = `${indent}  `
    const { request, response } = directions
    return block(
      [
        this.#parameters.line([item, node], inner),
        this.#bodyLine(node['requestBody'], request, inner),
        `responses: ${this.#responses(node['responses'], response, inner)};`,
      ],
      indent,
    )
  }

  #bodyLine(node: unknown, direction: Holder, indent: string): string {
    const body = this.#references.resolved(node)
    if (!body) return 'requestBody?: never;'
    const component =
      direction.view === 'request' ? this.#references.componentOf(node, 'requestBodies') : undefined
    const text = component ?? this.requestBody(body, direction, indent)
    return `requestBody${body['required'] === true ? '' : '?'}: ${text};`
  }

  #responses(responses: unknown, direction: Holder, indent: string): string {
    const inner = `${indent}  `
    const lines = entriesOf(responses).flatMap(([status, node]) => {
      const response = status.startsWith('x-') ? undefined : this.#references.resolved(node)
      if (!response) return []
      // A component is declared in the direction of responses.
      const component =
        direction.view === 'response' ? this.#references.componentOf(node, 'responses') : undefined
      const text = component ?? this.response(response, direction, inner)
      // Comments of a component are at its declaration.
      const note = component === undefined ? comment(notesOf(response)) : ''
      return [commented(note, `${statusName(status)}: ${text};`, inner)]
    })
    return lines.length === 0 ? 'never' : block(lines, indent)
  }

  /** A path item: its parameters, and the result of `textOf` for each method. */
  pathItem(item: RawObject, indent: string, textOf: (method: Method, node: RawObject) => string): string {
    const inner = `${indent}  `
    const lines = methods.map((method) => {
      const node = item[method]
      if (!isObject(node)) return `${method}?: never;`
      const note = comment(notesOf({ summary: node['summary'], deprecated: node['deprecated'] }))
      return commented(note, `${method}: ${textOf(method, node)};`, inner)
    })
    // Comments of shared parameters are printed with each operation.
    return block([this.#parameters.line([item], inner, 'bare'), ...lines], indent)
  }

  /** The value of a parameter or of a header. */
  value(node: unknown, direction: Holder, indent: string): string {
    const holder = this.#references.resolved(node) ?? {}
    const [content] = entriesOf(holder['content'])
    const schema =
      'schema' in holder || !content ? holder['schema'] : this.#references.resolved(content[1])?.['schema']
    return this.#schemas.type(schema, startIn(direction, indent)).text
  }

  requestBody(node: RawObject, direction: Holder, indent: string): string {
    const lines = this.#content(node, direction, `${indent}    `)
    return block([`content: ${block(lines, `${indent}  `)};`], indent)
  }

  response(node: RawObject, direction: Holder, indent: string): string {
    const inner = `${indent}  `
    const content = this.#content(node, direction, `${inner}  `)
    const headers = this.#headers(node, direction, `${inner}  `)
    return block(
      [
        `headers: ${block([...headers, '[name: string]: unknown;'], inner)};`,
        content.length === 0 ? 'content?: never;' : `content: ${block(content, inner)};`,
      ],
      indent,
    )
  }

  #headers({ headers }: RawObject, direction: Holder, indent: string): string[] {
    return entriesOf(headers).flatMap(([name, node]) => {
      const header = this.#references.resolved(node)
      if (!header) return []
      const component =
        direction.view === 'response' ? this.#references.componentOf(node, 'headers') : undefined
      const text = component ?? this.value(header, direction, indent)
      const line = `${memberName(name)}${header['required'] === true ? '' : '?'}: ${text};`
      return [commented(comment(notesOf(header)), line, indent)]
    })
  }

  #content({ content }: RawObject, direction: Holder, indent: string): string[] {
    return entriesOf(content).flatMap(([mediaType, node]) => {
      const holder = mediaType.startsWith('x-') ? undefined : this.#references.resolved(node)
      if (!holder) return []
      const note = comment(notesOf({ example: holder['example'] }))
      const line = `${quoted(mediaType)}: ${this.#mediaType(holder, direction, indent).text};`
      return [commented(note, line, indent)]
    })
  }

  #mediaType({ schema, itemSchema }: RawObject, direction: Holder, indent: string): Type {
    const start = startIn(direction, indent)
    if (schema !== undefined) return this.#schemas.type(schema, start)
    return itemSchema === undefined ? unknownType : arrayOf(this.#schemas.type(itemSchema, start))
  }
}
