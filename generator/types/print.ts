import { commented } from './comments.js'
import {
  componentKinds,
  type Declaration,
  type EnumDeclaration,
  otherKinds,
  type TypeDeclarations,
  type TypeOptions,
} from './model.js'
import { memberName, quoted } from './text.js'

/**
 * The members of an interface, each with its comment, as lines of its body. The members of `paths`, `webhooks` and
 * `operations` are made for an indent of two spaces, those of the components' interfaces for four.
 */
export function members(declarations: readonly Declaration[], indent = '  '): string {
  return declarations
    .map(({ name, text, comment = '' }) => {
      const member = `${memberName(name)}: ${text};`
      return `${indent}${commented(comment, member, indent)}\n`
    })
    .join('')
}

const interfaceOf = (name: string, declarations: readonly Declaration[]): string =>
  `export interface ${name} {\n${members(declarations)}}\n`

const listHelper = 'type List<Box extends { readonly item: unknown }> = Box["item"][]'

/** What stands before declarations: the types that they use and that the document does not declare. */
export function preamble(
  { schemas, requests }: TypeDeclarations,
  { brands = false }: TypeOptions = {},
): string {
  const usesLists = [...schemas, ...requests].some(({ text }) => text.includes('List<{ readonly item: '))
  return [
    brands ? 'import type { DateTime, Decimal, Uuid } from "../runtime/brands.js"\n\n' : '',
    usesLists
      ? `// A list of what leads back to itself: the item is looked at only when it has to be.\n${listHelper}\n\n`
      : '',
  ].join('')
}

/** The components of a document as one interface. A kind that has none is `never`. */
const componentsOf = (declarations: TypeDeclarations): string => {
  const kinds = (['schemas', 'requests', ...otherKinds] as const).map((name) => {
    const list = declarations[name]
    return { name, text: list.length === 0 ? 'never' : `{\n${members(list, '    ')}  }` }
  })
  return interfaceOf('components', kinds)
}

// What refers to a component names its kind: the compiler looks up one step less for each of the references, of which
// there are thousands. The empty export keeps these names in the file.
const shortNamesOf = (declarations: TypeDeclarations): string => {
  const kinds = componentKinds.filter((kind) => declarations[kind].length > 0)
  return [...kinds.map((kind) => `type ${kind} = components["${kind}"]\n`), 'export {}\n'].join('')
}

/** A whole file of declarations, which extends no other. */
export function printTypes(declarations: TypeDeclarations, options: TypeOptions = {}): string {
  const { paths, webhooks, operations } = declarations
  return (
    preamble(declarations, options) +
    interfaceOf('paths', paths) +
    interfaceOf('webhooks', webhooks) +
    componentsOf(declarations) +
    interfaceOf('operations', operations) +
    shortNamesOf(declarations)
  )
}

// Written plainly, a member of this name would set the prototype.
const constantKey = (key: string): string => (key === '__proto__' ? '["__proto__"]' : memberName(key))

const literalOf = (value: string | number): string =>
  typeof value === 'string' ? quoted(value) : String(value)

/** A module with the constants of enumerations. */
export function printEnums(enums: readonly EnumDeclaration[]): string {
  return enums
    .map(({ name, members: constants }) => {
      const lines = constants.map(({ key, value }) => `  ${constantKey(key)}: ${literalOf(value)},\n`)
      return `export const ${name} = {\n${lines.join('')}}\n`
    })
    .join('\n')
}

/** The declarations of that module: for each enumeration its constants, and a type of the same name. */
export function printEnumTypes(enums: readonly EnumDeclaration[]): string {
  const declared = enums.map(({ name, schema, members: constants, comment = '' }) => {
    const lines = constants.map(({ key, value }) => `  readonly ${memberName(key)}: ${literalOf(value)}\n`)
    const type = `export type ${name} = components["schemas"][${quoted(schema)}]`
    return `${commented(comment, `export declare const ${name}: {\n${lines.join('')}}`, '')}\n${type}\n`
  })
  const head = enums.length === 0 ? [] : ['import type { components } from "./types.js"\n']
  return [...head, ...declared].join('\n')
}
