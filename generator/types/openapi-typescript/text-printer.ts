import type ts from 'typescript'
import type { SchemaNames } from '../declarations/model.js'
import { compiler } from './modules.js'
import { numberIn } from './numbered-notes.js'

type Notes = readonly (readonly string[])[]

const textOf = (lines: readonly string[]): string => {
  const [first = '', ...more] = lines
  if (more.length === 0) return `* ${first} `
  return `*\n${lines.map((line) => (line === '' ? ' *\n' : ` * ${line}\n`)).join('')} `
}

const indexOf = (node: ts.TypeNode): string | undefined =>
  compiler.isLiteralTypeNode(node) && compiler.isStringLiteral(node.literal) ? node.literal.text : undefined

/** The component name in `components["schemas"]["X"]`. */
const schemaOf = (node: ts.Node): string | undefined => {
  if (!compiler.isIndexedAccessTypeNode(node) || !compiler.isIndexedAccessTypeNode(node.objectType))
    return undefined
  const { objectType: components, indexType: kind } = node.objectType
  const isSchema =
    compiler.isTypeReferenceNode(components) &&
    compiler.isIdentifier(components.typeName) &&
    components.typeName.text === 'components' &&
    indexOf(kind) === 'schemas'
  return isSchema ? indexOf(node.indexType) : undefined
}

/** Prints the library's types as text, with our comments. */
export class TextPrinter {
  readonly #printer: ts.Printer
  readonly #source = compiler.createSourceFile('types.ts', '', compiler.ScriptTarget.Latest)

  /** @param names identifiers for referring to component schemas; without them, indexed access is used */
  constructor(notes: Notes, names?: SchemaNames) {
    const substitute = (node: ts.Node): ts.Node => {
      if (compiler.isPropertySignature(node)) annotate(node, notes)
      else if (compiler.isStringLiteral(node)) compiler.setEmitFlags(node, compiler.EmitFlags.NoAsciiEscaping)
      const name = names && schemaOf(node)
      return name === undefined ? node : compiler.factory.createIdentifier(names?.get(name) ?? name)
    }
    this.#printer = compiler.createPrinter(
      { newLine: compiler.NewLineKind.LineFeed },
      { substituteNode: (_hint, node) => substitute(node) },
    )
  }

  print(type: ts.Node): string {
    const text = this.#printer.printNode(compiler.EmitHint.Unspecified, type, this.#source)
    // The compiler indents by four spaces.
    return text.replaceAll(/\n( *)/g, (_, { length }) => `\n${' '.repeat(length / 2 + (length % 4) / 2)}`)
  }
}

const annotate = (node: ts.Node, notes: Notes): void => {
  const [comment] = compiler.getSyntheticLeadingComments(node) ?? []
  if (!comment) return
  const lines = notes[numberIn(comment.text) ?? -1]
  compiler.setSyntheticLeadingComments(node, lines && [{ ...comment, text: textOf(lines) }])
}
