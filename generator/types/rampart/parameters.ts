import type { RawObject } from '../../model/document.js'
import { comment, commented, notesOf } from '../declarations/comments.js'
import { listOf } from '../../../document/index.js'
import type { References } from '../reading/references.js'
import { block, memberName } from '../declarations/text.js'

const locations = ['query', 'header', 'path', 'cookie'] as const

/** Prints the parameters of operations and path items, by location. */
export class ParameterPrinter {
  readonly #references: References
  readonly #value: (node: unknown, indent: string) => { readonly text: string }

  /** @param value prints the value of a parameter or of a reference to one */
  constructor(references: References, value: (node: unknown, indent: string) => { readonly text: string }) {
    this.#references = references
    this.#value = value
  }

  /**
   * The member `parameters`. A parameter of a later holder overrides one with the same name and location.
   * @param notes whether each gets its comment
   */
  line(holders: readonly RawObject[], indent: string, notes: 'noted' | 'bare' = 'noted'): string {
    const found = new Map<string, { readonly node: unknown; readonly parameter: RawObject }>()
    for (const node of holders.flatMap(({ parameters }) => listOf(parameters))) {
      const parameter = this.#references.resolved(node)
      if (typeof parameter?.['name'] !== 'string') continue
      found.set(`${String(parameter['in'])} ${parameter['name']}`, { node, parameter })
    }
    const all = [...found.values()]
    const inner = `${indent}  `
    const lines = locations.map((location) => {
      const here = all.filter(({ parameter }) => parameter['in'] === location)
      if (here.length === 0) return `${location}?: never;`
      const isOwed = here.some(({ parameter }) => isRequired(parameter))
      const members = here.map(({ node, parameter }) => this.#member(node, parameter, `${inner}  `, notes))
      return `${location}${isOwed ? '' : '?'}: ${block(members, inner)};`
    })
    return `parameters: ${block(lines, indent)};`
  }

  #member(node: unknown, parameter: RawObject, indent: string, notes: 'noted' | 'bare'): string {
    const { text } = this.#value(node, indent)
    const name = memberName(String(parameter['name']))
    const line = `${name}${isRequired(parameter) ? '' : '?'}: ${text};`
    return notes === 'bare' ? line : commented(comment(notesOf(parameter)), line, indent)
  }
}

const isRequired = (parameter: RawObject): boolean =>
  parameter['required'] === true || parameter['in'] === 'path'
