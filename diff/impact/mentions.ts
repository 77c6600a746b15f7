import type ts from 'typescript'
import { addTo, methodsOfAnyVersion } from '../../document/index.js'
import type { Compiled } from './compiler.js'

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

/** A location in user code with the changes that it mentions, or that cause an error there. */
export interface Finding {
  readonly source: ts.SourceFile
  readonly start: number
  readonly end: number
  /** The compiler's message, for an error. */
  readonly message?: string
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

/** A project compiled with one side, and what to look for in it. */
export interface Side extends Pick<Compiled, 'program' | 'sources'> {
  readonly watched: Watched
}

/** Every location in user code that mentions a watched subject. */
export function findMentions(ts: Compiler, { program, sources, watched }: Side): Finding[] {
  const { members, operations, servers, declared } = watched
  const checker = program.getTypeChecker()
  const found: Finding[] = []
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
export function declaredOperations(compiler: Compiler, files: readonly ts.SourceFile[]): Watched['declared'] {
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

/** A member of generated types: its declaration and its type node. */
interface Member {
  readonly declaration: ts.PropertySignature | undefined
  readonly type: ts.Node
}

/** The text of a property name; undefined for a computed name. */
const nameOf = (ts: Compiler, name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : undefined

/** `components["schemas"]["X"]` as a list of names; undefined for any other type. */
const namesOfAccess = (ts: Compiler, node: ts.Node): readonly string[] | undefined => {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) return [node.typeName.text]
  if (!ts.isIndexedAccessTypeNode(node)) return undefined
  const above = namesOfAccess(ts, node.objectType)
  const { indexType } = node
  if (!above || !ts.isLiteralTypeNode(indexType) || !ts.isStringLiteral(indexType.literal)) return undefined
  return [...above, indexType.literal.text]
}

/** The name of a referenced type: `Pet` for both `Pet` and `schemas.Pet`. */
const nameOfReference = (ts: Compiler, node: ts.Node): string | undefined => {
  if (!ts.isTypeReferenceNode(node)) return undefined
  return ts.isIdentifier(node.typeName) ? node.typeName.text : node.typeName.right.text
}

/** Finds members of the types in `types.d.ts` and `schemas.d.ts` by their path of names. */
export class TypeMembers {
  readonly #ts: Compiler
  readonly #files: readonly ts.SourceFile[]
  readonly #roots = new Map<string, ts.InterfaceDeclaration>()
  readonly #aliases = new Map<string, ts.TypeNode>()
  /** Component schemas, by the names of their types. */
  readonly #schemas: ReadonlyMap<string, string>
  #referrers: Map<string, ts.PropertySignature[]> | undefined

  constructor(compiler: Compiler, files: readonly ts.SourceFile[]) {
    this.#ts = compiler
    this.#files = files
    for (const statement of files.flatMap((file) => [...file.statements])) {
      if (compiler.isInterfaceDeclaration(statement)) this.#roots.set(statement.name.text, statement)
      if (compiler.isTypeAliasDeclaration(statement)) this.#aliases.set(statement.name.text, statement.type)
    }
    this.#schemas = new Map(this.#schemaNames())
  }

  /** The declaration at a path of names; undefined if there is none. */
  at([first = '', ...names]: readonly string[]): ts.PropertySignature | undefined {
    return this.#member(first, names)?.declaration
  }

  /** Members whose type is a component schema, alone, in a list or in a composition. */
  referrers(schema: string): readonly ts.PropertySignature[] {
    this.#referrers ??= this.#findReferrers()
    return this.#referrers.get(schema) ?? []
  }

  #member(first: string, names: readonly string[]): Member | undefined {
    const root = this.#roots.get(first)
    let member: Member | undefined = root && { declaration: undefined, type: root }
    for (const name of names) member = member && this.#below(member, name)
    return member
  }

  #below({ declaration, type }: Member, name: string): Member | undefined {
    if (name === '[]') return this.#item(declaration, type)
    const { isTypeLiteralNode, isInterfaceDeclaration } = this.#ts
    if (isTypeLiteralNode(type) || isInterfaceDeclaration(type)) return this.#named(type.members, name)
    for (const constituent of this.#constituents(type)) {
      const found = this.#below({ declaration, type: constituent }, name)
      if (found) return found
    }
    return undefined
  }

  #named(members: ts.NodeArray<ts.TypeElement>, name: string): Member | undefined {
    for (const member of members) {
      if (!this.#ts.isPropertySignature(member) || !member.type) continue
      if (nameOf(this.#ts, member.name) === name) return { declaration: member, type: member.type }
    }
    return undefined
  }

  #item(declaration: Member['declaration'], type: ts.Node): Member | undefined {
    if (this.#ts.isArrayTypeNode(type)) return { declaration, type: type.elementType }
    if (this.#ts.isTupleTypeNode(type)) return { declaration, type }
    return this.#constituents(type)
      .map((constituent) => this.#item(declaration, constituent))
      .find((found) => found !== undefined)
  }

  #schemaNames(): [string, string][] {
    const type = this.#member('components', ['schemas'])?.type
    if (!type || !this.#ts.isTypeLiteralNode(type)) return []
    return type.members.flatMap((member): [string, string][] => {
      if (!this.#ts.isPropertySignature(member) || !member.type) return []
      const [schema, name] = [nameOf(this.#ts, member.name), nameOfReference(this.#ts, member.type)]
      return schema === undefined || name === undefined ? [] : [[name, schema]]
    })
  }

  #schemaOf(type: ts.Node): string | undefined {
    const [root, kind, schema] = namesOfAccess(this.#ts, type) ?? []
    if (root === 'components' && kind === 'schemas') return schema
    const name = nameOfReference(this.#ts, type)
    return name === undefined ? undefined : this.#schemas.get(name)
  }

  /** The types that a type is composed of, without descending into members. */
  #constituents(type: ts.Node): readonly ts.Node[] {
    const compiler = this.#ts
    if (compiler.isUnionTypeNode(type) || compiler.isIntersectionTypeNode(type)) return type.types
    if (compiler.isParenthesizedTypeNode(type) || compiler.isTypeOperatorNode(type)) return [type.type]
    if (compiler.isTupleTypeNode(type)) return type.elements
    const alias = this.#aliases.get(nameOfReference(compiler, type) ?? '')
    if (alias) return [alias]
    const [root = '', ...names] = namesOfAccess(compiler, type) ?? []
    const member = names.length === 0 ? undefined : this.#member(root, names)
    return member ? [member.type] : []
  }

  #findReferrers(): Map<string, ts.PropertySignature[]> {
    const found = new Map<string, ts.PropertySignature[]>()
    const look = (node: ts.Node, owner: ts.PropertySignature | undefined): void => {
      const schema = this.#schemaOf(node)
      if (owner && schema !== undefined) addTo(found, schema, owner)
      else {
        const next = this.#ts.isPropertySignature(node) ? node : owner
        this.#ts.forEachChild(node, (child) => look(child, next))
      }
    }
    for (const file of this.#files) look(file, undefined)
    return found
  }
}
