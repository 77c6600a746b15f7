import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

export const root = resolve(import.meta.dirname, '../..')

/** The TypeScript files below a folder at the top of the tree. */
export function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** One import of a file, of any kind: a statement, a re-export, a type, or a call. */
export interface Import {
  readonly from: string
  readonly specifier: string
  readonly typeOnly: boolean
}

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node)
    ? node.importClause?.isTypeOnly === true
    : ts.isExportDeclaration(node)
      ? node.isTypeOnly
      : ts.isImportTypeNode(node)

const specifierOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isDynamic ? node.arguments[0] : undefined
}

/** All imports of a file, with its path relative to the root. */
export function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteral(specifier)) {
      found.push({ from: relative(root, file), specifier: specifier.text, typeOnly: isTypeOnly(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The file that an import names, relative to the root; undefined for a package. */
export function targetOf({ from, specifier }: Import): string | undefined {
  if (specifier.startsWith('#generated/')) return `generated/${specifier.slice('#generated/'.length)}`
  return specifier.startsWith('.')
    ? relative(root, resolve(root, dirname(from), specifier)).replace(/\.js$/, '.ts')
    : undefined
}
