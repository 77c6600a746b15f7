import type ts from 'typescript'
import { methodsOfAnyVersion } from '../../document/index.js'
import { nameOf } from './type-members.js'

type Compiler = typeof ts

const referred = (compiler: Compiler, type: ts.TypeNode | undefined): string | undefined =>
  type && compiler.isTypeReferenceNode(type) && compiler.isIdentifier(type.typeName)
    ? type.typeName.text
    : undefined

/** Ids of operations by the names of their request and response types, as `Operations` lists them. */
const idsByType = (compiler: Compiler, statements: readonly ts.Statement[]): ReadonlyMap<string, string> => {
  const table = statements
    .filter((statement) => compiler.isInterfaceDeclaration(statement))
    .find(({ name }) => name.text === 'Operations')
  const rows = (table?.members ?? []).flatMap((member): [string, string][] => {
    if (!compiler.isPropertySignature(member)) return []
    const { type } = member
    const id = nameOf(compiler, member.name)
    if (id === undefined || !type || !compiler.isTypeLiteralNode(type)) return []
    return type.members.flatMap((one): [string, string][] => {
      const target = compiler.isPropertySignature(one) ? referred(compiler, one.type) : undefined
      return target === undefined ? [] : [[target, id]]
    })
  })
  return new Map(rows)
}

/** The functions of operations and their request and response types, each with the id of the operation. */
export function declaredOperations(
  compiler: Compiler,
  files: readonly ts.SourceFile[],
): ReadonlyMap<ts.Node, string> {
  const statements = files.flatMap((file) => [...file.statements])
  const ids = idsByType(compiler, statements)
  const found = new Map<ts.Node, string>()
  for (const statement of statements) {
    const isType = compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement)
    const isFunction = compiler.isFunctionDeclaration(statement)
    const name = isType ? statement.name.text : undefined
    const request = isFunction ? referred(compiler, statement.parameters[1]?.type) : name
    const id = ids.get(request ?? '')
    if (id !== undefined) found.set(statement, id)
  }
  return found
}

/** The declarations of an identifier, through imports. */
export function declarationsOf(
  compiler: Compiler,
  checker: ts.TypeChecker,
  node: ts.Identifier,
): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(node)
  const isAlias = symbol !== undefined && (symbol.flags & compiler.SymbolFlags.Alias) !== 0
  return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? []
}

/** A method as operations are named by it: in lower case, or, if OpenAPI does not know it, in upper case. */
const methodIn = (text: string): string | undefined => {
  const known = methodsOfAnyVersion.find((method) => method === text.toLowerCase())
  return known ?? (/^[A-Z]+$/.test(text) ? text : undefined)
}

/**
 * The operation that a string argument names: its id, or `get /pets` if it is a path and the function or the previous
 * argument is the method, as clients typed by `paths` have it.
 */
export function operationNamed(compiler: Compiler, node: ts.Node): string | undefined {
  if (!compiler.isStringLiteralLike(node) || !compiler.isCallExpression(node.parent)) return undefined
  const { arguments: all, expression } = node.parent
  if (!node.text.startsWith('/')) return node.text
  const before = all[all.indexOf(node) - 1]
  const callee = compiler.isPropertyAccessExpression(expression) ? expression.name.text : ''
  const method = methodIn(before && compiler.isStringLiteralLike(before) ? before.text : callee)
  return method === undefined ? undefined : `${method} ${node.text}`
}

/** The initializer of a variable; for a name in a pattern, the value that the pattern destructures. */
export function initializerOf(compiler: Compiler, declaration: ts.Node): ts.Expression | undefined {
  if (compiler.isVariableDeclaration(declaration)) return declaration.initializer
  const isBound = compiler.isBindingElement(declaration) || compiler.isBindingName(declaration)
  return isBound ? initializerOf(compiler, declaration.parent) : undefined
}
