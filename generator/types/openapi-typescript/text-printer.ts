import type ts from 'typescript'
import {
  arrayOf,
  atom,
  block,
  comment,
  commented,
  intersection,
  member,
  memberName,
  type Type,
  union,
} from '../declarations.js'
import { startIn, type Refer } from '../objects.js'
import type { SchemaPrinter } from '../expressions.js'
import { compiler, type Expressed, type Notes, unguarded } from './schemas.js'

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
