import { createRequire } from 'node:module'
import type { GlobalContext, resolveRef } from 'openapi-typescript'
import type ts from 'typescript'
import { entriesOf, isObject, listOf, pointerOf, textsOf } from '../../../document/index.js'
import type { Direction, RawObject } from '../../model/document.js'
import { constructIn } from '../constructs.js'
import {
  arrayOf,
  atom,
  block,
  comment,
  commented,
  intersection,
  member,
  memberName,
  notesOf,
  type Type,
  union,
} from '../declarations.js'
import type { SchemaPrinter } from '../expressions.js'
import { hasDefault, type Holder, readMember, type Reading, type Refer, startIn } from '../reading.js'
import { allowsNull, itemsOf, othersOf, type Target, typesOf, valuesOf } from '../schema.js'

// Required as CommonJS: an import would first scan the compiler's nine megabytes for export names, which takes a
// quarter of a second.
const require = createRequire(import.meta.url)

const compiler: typeof ts = require('typescript')

type Context = Omit<GlobalContext, 'redoc'>

/** The library's printing modules, without those that prepare documents. */
interface LibraryModule {
  readonly resolveRef: typeof resolveRef
  readonly transformSchema: (root: object, context: Context) => ts.Node[]
  readonly transformSchemaObject: (
    schema: object,
    options: { readonly path: string; readonly ctx: Context },
  ) => ts.TypeNode
}

const library: LibraryModule = require('openapi-typescript')

export { compiler, library }

/** Comments by number. The library gets the number instead of prose, and prints it as a comment. */
export class Notes {
  readonly #notes: (readonly string[])[] = []

  /** The members of an object that has a comment. */
  described(lines: readonly string[]): { readonly description?: string } {
    return lines.length === 0 ? {} : { description: `#${this.#notes.push(lines) - 1}` }
  }

  /** The lines of a comment that the library printed. */
  in(comment: string): readonly string[] {
    const [, number] = /@description #(\d+)/.exec(comment) ?? []
    return this.#notes[Number(number)] ?? []
  }
}

// The library reads these characters of a name as parts of a reference, and fails at some.
const standIns = [
  ['%', '\uFFFF'],
  ['#', '\uFFFE'],
] as const

/** A name of the document as it is passed to the library. */
export function guarded(name: string): string {
  return standIns.reduce((text, [from, to]) => (text.includes(from) ? text.replaceAll(from, to) : text), name)
}

/** The name of the document from one that was passed to the library. */
export function unguarded(name: string): string {
  return standIns.reduce((text, [from, to]) => (text.includes(to) ? text.replaceAll(to, from) : text), name)
}

/** Marks a schema whose type is one of our expressions. Copies of the library keep it, and no document can hold it. */
export const expressed = Symbol('expressed')

/** The schema of an expression, with its context. */
export class Expressed {
  constructor(
    readonly schema: unknown,
    readonly holder: Holder,
    readonly isDeferred: boolean,
  ) {}
}

/** A schema as it is passed to the library. */
export type Spelling = Readonly<Record<string | symbol, unknown>>

/** Whether a schema is printed by our expressions instead of the library. */
export type IsExpressed = (schema: RawObject, reading: Reading, holder: Holder) => boolean

const isDescribedWrongly: IsExpressed = (schema, reading, holder) =>
  constructIn(schema, reading, holder) !== undefined

/**
 * Respells schemas so that the library prints them rightly: in one direction at a time, without what it misreads.
 * Schemas about which it would still be wrong are marked, for its hook to print them by our expressions.
 */
export class SchemaSpeller {
  readonly #reading: Reading
  readonly #notes: Notes
  readonly #isExpressed: IsExpressed

  constructor(reading: Reading, notes: Notes, isExpressed: IsExpressed = isDescribedWrongly) {
    this.#reading = reading
    this.#notes = notes
    this.#isExpressed = isExpressed
  }

  spell(schema: unknown, holder: Holder): Spelling {
    return isObject(schema) && !this.#isExpressed(schema, this.#reading, holder)
      ? this.#spelled(schema, holder)
      : this.express(schema, holder)
  }

  express(schema: unknown, holder: Holder, isDeferred = false): Spelling {
    // The library calls its hook for schemas with a type.
    return { type: 'expressed', [expressed]: new Expressed(schema, holder, isDeferred) }
  }

  /** The reference by which the library refers to a declaration. */
  reference(target: Target, view: Direction): string {
    const { kind, name } = target
    if (view === 'request' && this.#reading.views.differ(target)) return pointerOf('requests', guarded(name))
    const root = kind === 'schemas' ? ['components', 'schemas'] : [kind]
    return pointerOf(...root, guarded(name))
  }

  /** A schema without constructs: its compositions have none either, but its members may. */
  #spelled(schema: RawObject, holder: Holder): Spelling {
    const { $ref } = schema
    if (typeof $ref === 'string') {
      const target = this.#reading.references.target($ref)
      return target.node === undefined ? {} : { $ref: this.reference(target, holder.view) }
    }
    const isNullable = allowsNull(schema)
    const values = valuesOf(schema)
    if (values && ('enum' in schema || 'const' in schema))
      return { enum: isNullable && !values.includes(null) ? [...values, null] : values }
    const types = typesOf(schema)
    const members = this.#members(schema, holder)
    const allOf = listOf(schema['allOf']).flatMap((member) => this.#part(member, holder))
    return {
      ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
      ...(isNullable && { nullable: true }),
      ...this.#items(schema, holder),
      // Beside `allOf`, the library would also apply `required` to the other schemas.
      ...(allOf.length === 0 ? members : { allOf: [...(isEmpty(members) ? [] : [members]), ...allOf] }),
      ...this.#branches('oneOf', schema, holder),
      ...this.#branches('anyOf', schema, holder),
    }
  }

  // A part with nothing but `type: object` would be printed as one that allows any member.
  #part(member: unknown, holder: Holder): Spelling[] {
    if (!isObject(member)) return []
    const { type, ...more } = this.#spelled(member, holder)
    return type === 'object' && isEmpty(more) ? [] : [type === undefined ? more : { type, ...more }]
  }

  #branches(keyword: 'oneOf' | 'anyOf', schema: RawObject, holder: Holder): Spelling {
    const branches = listOf(schema[keyword]).filter(isObject)
    return branches.length === 0 ? {} : { [keyword]: branches.map((branch) => this.#spelled(branch, holder)) }
  }

  #items(schema: RawObject, holder: Holder): Spelling {
    const { rest } = itemsOf(schema)
    return rest === undefined || !typesOf(schema).includes('array') ? {} : { items: this.spell(rest, holder) }
  }

  #members(schema: RawObject, holder: Holder): Spelling {
    const required = new Set(textsOf(schema['required']))
    const properties: [string, Spelling][] = []
    for (const [name, property] of entriesOf(schema['properties'])) {
      const read = readMember([property], holder.view, this.#reading)
      if (!read) {
        required.delete(name)
        continue
      }
      if (holder.isFilledIn && hasDefault(property)) required.add(name)
      const at = { ...holder, view: read.view }
      properties.push([guarded(name), this.#property(property, at, read.isReadOnly)])
    }
    const patterns = entriesOf(schema['patternProperties']).map(([pattern, own]) => {
      return [guarded(pattern), this.spell(own, holder)] as const
    })
    const others = othersOf(schema)
    return {
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.size > 0 && { required: Array.from(required, guarded) }),
      ...(patterns.length > 0 && { patternProperties: Object.fromEntries(patterns) }),
      ...(isObject(others) && { additionalProperties: this.spell(others, holder) }),
      ...(others === true && { additionalProperties: true }),
    }
  }

  #property(property: unknown, holder: Holder, isReadOnly: boolean): Spelling {
    return {
      ...this.spell(property, holder),
      ...this.#notes.described(notesOf(property)),
      ...(isReadOnly && { readOnly: true }),
    }
  }
}

const isEmpty = (spelling: Spelling): boolean => Object.keys(spelling).length === 0

/** Types that stand for expressions of ours. */
export type Expressions = WeakMap<ts.Node, Expressed>

const { SyntaxKind } = compiler

/** The names of an indexed access: `components["schemas"]["A"]`. */
const namesIn = (node: ts.TypeNode): string[] => {
  if (!compiler.isIndexedAccessTypeNode(node)) return [textIn(node)]
  const { objectType, indexType } = node
  return [...namesIn(objectType), textIn(indexType)]
}

const textIn = (node: ts.Node): string => {
  if (compiler.isTypeReferenceNode(node)) return textIn(node.typeName)
  if (compiler.isLiteralTypeNode(node)) return textIn(node.literal)
  return 'text' in node && typeof node.text === 'string' ? unguarded(node.text) : ''
}

/** Prints the types that the library made as text, with our comments and expressions. */
export class TextPrinter {
  readonly #notes: Notes
  readonly #expressions: Expressions
  readonly #schemas: SchemaPrinter
  readonly #refer: Refer

  constructor(notes: Notes, expressions: Expressions, schemas: SchemaPrinter, refer: Refer) {
    this.#notes = notes
    this.#expressions = expressions
    this.#schemas = schemas
    this.#refer = refer
  }

  /** @param indent that of the line on which the type begins */
  type(node: ts.TypeNode, indent: string): Type {
    const own = this.#expressions.get(node)
    if (own) return this.#schemas.type(own.schema, startIn(own.holder, indent, own.isDeferred))
    const typeOf = (one: ts.TypeNode): Type => this.type(one, indent)
    if (compiler.isTypeLiteralNode(node)) {
      const members = node.members.map((one) => this.#member(one, indent))
      return atom(block(members, indent))
    }
    // The compiler's factory adds parentheses of its own.
    if (compiler.isParenthesizedTypeNode(node)) return typeOf(node.type)
    if (compiler.isUnionTypeNode(node)) return union(node.types.map(typeOf))
    if (compiler.isIntersectionTypeNode(node)) return intersection(node.types.map(typeOf))
    if (compiler.isTupleTypeNode(node))
      return atom(`[${node.elements.map((one) => typeOf(one).text).join(', ')}]`)
    if (compiler.isArrayTypeNode(node)) return arrayOf(typeOf(node.elementType))
    if (compiler.isIndexedAccessTypeNode(node)) return atom(this.#reference(namesIn(node)))
    if (compiler.isLiteralTypeNode(node)) return atom(literalIn(node.literal))
    if (compiler.isTypeReferenceNode(node)) {
      const given = node.typeArguments?.map((one) => typeOf(one).text).join(', ')
      return atom(given === undefined ? textIn(node) : `${textIn(node)}<${given}>`)
    }
    return atom(compiler.tokenToString(node.kind) ?? literalIn(node))
  }

  #reference(names: readonly string[]): string {
    const [root = '', kind = '', last] = names
    if (root === 'components' && kind === 'schemas' && last !== undefined)
      return this.#refer({ kind, name: last }, 'both')
    if (root === 'requests') return this.#refer({ kind: 'schemas', name: kind }, 'request')
    if (root === '$defs' || root === 'inner') return this.#refer({ kind: root, name: kind }, 'both')
    return member(root, ...names.slice(1))
  }

  #member(node: ts.TypeElement, indent: string): string {
    const inner = `${indent}  `
    if (compiler.isIndexSignatureDeclaration(node)) {
      const [parameter] = node.parameters
      return `[${parameter ? textIn(parameter.name) : 'key'}: string]: ${this.type(node.type, inner).text};`
    }
    if (!compiler.isPropertySignature(node) || !node.type)
      throw new Error(`no member: ${SyntaxKind[node.kind]}`)
    const isReadOnly = node.modifiers?.some(({ kind }) => kind === SyntaxKind.ReadonlyKeyword) ?? false
    const start = `${isReadOnly ? 'readonly ' : ''}${memberName(textIn(node.name))}${node.questionToken ? '?' : ''}`
    return commented(this.#comment(node), `${start}: ${this.type(node.type, inner).text};`, inner)
  }

  #comment(node: ts.Node): string {
    const [found] = compiler.getSyntheticLeadingComments(node) ?? []
    return found ? comment(this.#notes.in(found.text)) : ''
  }
}

// A literal text is an identifier to the library, with its quotes.
const literalIn = (node: ts.Node): string => {
  if (compiler.isIdentifier(node))
    return node.text.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)
  if (compiler.isPrefixUnaryExpression(node)) return `-${literalIn(node.operand)}`
  if (compiler.isNumericLiteral(node)) return node.text
  const token = compiler.tokenToString(node.kind)
  if (token === undefined) throw new Error(`no literal: ${SyntaxKind[node.kind]}`)
  return token
}
