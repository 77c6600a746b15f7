import type ts from 'typescript'

import { declarationsOf, operationNamed } from './operations.js'

type Compiler = typeof ts

/** Subjects to look for in user code, each with its changes. */
export interface Watched {
  readonly members: ReadonlyMap<ts.Node, ReadonlySet<string>>
  readonly operations: ReadonlyMap<string, ReadonlySet<string>>
  /** URLs of removed servers, as the beginnings of texts. */
  readonly servers: readonly { readonly url: RegExp; readonly change: string }[]
  /** Functions of operations, and the types of their requests and responses, with the operation ids. */
  readonly declared: ReadonlyMap<ts.Node, string>
}

/** A location in user code that mentions a change. */
export interface Mention {
  readonly source: ts.SourceFile
  readonly start: number
  readonly end: number
  readonly changes: readonly string[]
}

const properties = (checker: ts.TypeChecker, type: ts.Type | undefined, name: string): ts.Symbol[] => {
  if (!type) return []
  const types = type.isUnion() ? type.types : [checker.getNonNullableType(type)]
  return types.flatMap((one) => checker.getPropertyOfType(one, name) ?? [])
}

/** The symbols of the members that a name in an object, a pattern or a type refers to. */
const memberSymbols = (ts: Compiler, checker: ts.TypeChecker, node: ts.Node): readonly ts.Symbol[] => {
  const { parent } = node
  if (!ts.isIdentifier(node) && !ts.isStringLiteralLike(node)) return []
  const { text } = node
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
    if (parent.name !== node || !ts.isObjectLiteralExpression(parent.parent)) return []
    return properties(checker, checker.getContextualType(parent.parent), text)
  }
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    if ((parent.propertyName ?? parent.name) !== node) return []
    return properties(checker, checker.getTypeAtLocation(parent.parent), text)
  }
  if (ts.isLiteralTypeNode(parent) && ts.isIndexedAccessTypeNode(parent.parent)) {
    return properties(checker, checker.getTypeFromTypeNode(parent.parent.objectType), text)
  }
  const isAccess =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
  const symbol = isAccess ? checker.getSymbolAtLocation(node) : undefined
  return symbol ? [symbol] : []
}

/** The id of the operation that a name or a string calls. */
const operationAt = (
  compiler: Compiler,
  checker: ts.TypeChecker,
  node: ts.Node,
  declared: Watched['declared'],
): string | undefined => {
  const named = operationNamed(compiler, node)
  if (named !== undefined) return named
  // An import alone does not use an operation, so only references to it count.
  if (!compiler.isIdentifier(node) || compiler.isImportSpecifier(node.parent)) return undefined
  return declarationsOf(compiler, checker, node)
    .filter((declaration) => compiler.isFunctionDeclaration(declaration))
    .map((declaration) => declared.get(declaration))
    .find((id) => id !== undefined)
}

/** Every location in user code that mentions a watched subject. */
export function findMentions(
  ts: Compiler,
  side: {
    readonly program: ts.Program
    readonly sources: readonly ts.SourceFile[]
    readonly watched: Watched
  },
): Mention[] {
  const { program, sources, watched } = side
  const { members, operations, servers, declared } = watched
  const checker = program.getTypeChecker()
  const found: Mention[] = []
  const changesAt = (node: ts.Node): Set<string> => {
    const declarations = memberSymbols(ts, checker, node).flatMap((symbol) => symbol.declarations ?? [])
    const own = declarations.flatMap((declaration) => Array.from(members.get(declaration) ?? []))
    const called = operations.get(operationAt(ts, checker, node, declared) ?? '')
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node)
    const gone = isText ? servers.filter(({ url }) => url.test(node.text)).map(({ change }) => change) : []
    return new Set([...own, ...(called ?? []), ...gone])
  }
  const visit = (source: ts.SourceFile, node: ts.Node): void => {
    const changes = changesAt(node)
    if (changes.size > 0) {
      found.push({ source, start: node.getStart(source), end: node.getEnd(), changes: [...changes] })
    }
    ts.forEachChild(node, (child) => visit(source, child))
  }
  for (const source of sources) ts.forEachChild(source, (node) => visit(source, node))
  return found
}
