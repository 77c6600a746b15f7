import type ts from 'typescript'
import type { Tree } from '../reading/references.js'
import { type Declaration, type SchemaNames, type TypeDeclarations } from '../declarations/model.js'
import { topNotes } from '../declarations/notes.js'
import { receivedIn } from '../reading/received.js'
import { contextOf } from './context.js'
import { removeRedundantDiscriminators } from './redundant-discriminators.js'
import { spellOutHeaders } from './header-references.js'
import { compiler, library } from './modules.js'
import { numberNotes } from './numbered-notes.js'
import { TextPrinter } from './text-printer.js'

const nameOf = ({ name }: ts.TypeElement): string =>
  name && (compiler.isIdentifier(name) || compiler.isStringLiteral(name) || compiler.isNumericLiteral(name))
    ? name.text
    : ''

const typeOf = (member: ts.TypeElement): ts.TypeNode | undefined =>
  compiler.isPropertySignature(member) ? member.type : undefined

/** The library's output, by name of the interface. */
class Made {
  readonly #interfaces = new Map<string, readonly ts.TypeElement[]>()
  /** Generic types that it uses. */
  readonly helpers: ts.TypeAliasDeclaration[] = []

  constructor(nodes: readonly ts.Node[]) {
    for (const node of nodes) {
      if (compiler.isInterfaceDeclaration(node)) this.#interfaces.set(node.name.text, node.members)
      else if (compiler.isTypeAliasDeclaration(node) && node.typeParameters) this.helpers.push(node)
    }
  }

  members(name: string): readonly ts.TypeElement[] {
    return this.#interfaces.get(name) ?? []
  }

  components(kind: string): readonly ts.TypeElement[] {
    const member = this.members('components').find((one) => nameOf(one) === kind)
    const type = member && typeOf(member)
    return type && compiler.isTypeLiteralNode(type) ? type.members : []
  }
}

/**
 * The declarations of a document, printed by openapi-typescript.
 * @param document a copy, whose root is changed
 */
export function declarationsBy(document: Tree, names: SchemaNames): TypeDeclarations {
  const { root } = document
  const noted = topNotes(root)
  spellOutHeaders(root)
  const isReceived = receivedIn(root)
  const notes = numberNotes(root)
  removeRedundantDiscriminators(document)
  const context = contextOf(root, isReceived)
  const made = new Made(library.transformSchema(root, context))
  const asPaths = new TextPrinter(notes)
  const asNames = new TextPrinter(notes, names)
  const listed = (members: readonly ts.TypeElement[], kind: string): Declaration[] => {
    const printer = kind === 'schemas' ? asNames : asPaths
    return members.flatMap((member) => {
      const type = typeOf(member)
      const name = nameOf(member)
      return type ? [{ name, text: printer.print(type), comment: noted(kind, name) }] : []
    })
  }
  const other = (kind: string): Declaration[] => listed(made.components(kind), kind)
  const rooted = (name: string): Declaration[] => listed(made.members(name), name)
  return {
    printedBy: 'openapi-typescript',
    paths: rooted('paths'),
    webhooks: rooted('webhooks'),
    operations: rooted('operations'),
    $defs: rooted('$defs'),
    schemas: listed(made.components('schemas'), 'schemas'),
    responses: other('responses'),
    parameters: other('parameters'),
    requestBodies: other('requestBodies'),
    headers: other('headers'),
    pathItems: other('pathItems'),
    helpers: made.helpers.map((helper) => helperOf(helper, asPaths)),
    requests: [],
    inner: [],
    brands: [],
  }
}

const helperOf = (
  { name, typeParameters, type }: ts.TypeAliasDeclaration,
  printer: TextPrinter,
): Declaration => {
  const parameters = typeParameters?.map((one) => printer.print(one)).join(', ')
  return { name: `${name.text}<${parameters}>`, text: printer.print(type) }
}
