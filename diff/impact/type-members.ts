import type ts from 'typescript'

type Compiler = typeof ts

/** A member of generated types: its declaration and its type node. */
interface Member {
  readonly declaration: ts.PropertySignature | undefined
  readonly type: ts.Node
}

/** The text of a property name; undefined for a computed name. */
export function nameOf(ts: Compiler, name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined
}

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
      if (owner && schema !== undefined) {
        found.set(schema, [...(found.get(schema) ?? []), owner])
      } else {
        const next = this.#ts.isPropertySignature(node) ? node : owner
        this.#ts.forEachChild(node, (child) => look(child, next))
      }
    }
    for (const file of this.#files) look(file, undefined)
    return found
  }
}
