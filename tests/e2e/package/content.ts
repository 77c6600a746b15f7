import { readdir, readFile, stat } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'

const filesIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Bytes of all files in a folder. */
export async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesIn(folder)).map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The module that a node loads, by an import, `require`, or the result of `createRequire`. */
const loadedBy = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (!ts.isCallExpression(node)) return undefined
  const { expression: called } = node
  const isLoading =
    called.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(called) && /^(_*require|load)$/.test(called.text)) ||
    (ts.isCallExpression(called) && ts.isIdentifier(called.expression))
  return isLoading ? node.arguments[0] : undefined
}

const specifiersIn = (text: string): readonly string[] => {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const specifier = loadedBy(node)
    if (specifier && ts.isStringLiteral(specifier)) found.push(specifier.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('loaded.js', text, ts.ScriptTarget.Latest))
  return found
}

const nameOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier

/** Names of the packages that JavaScript of a folder loads, in order. */
export async function packagesNamedIn(folder: string): Promise<readonly string[]> {
  const scripts = (await filesIn(folder)).filter((file) => /\.c?js$/.test(file))
  const texts = await Promise.all(scripts.map((file) => readFile(file, 'utf8')))
  const outside = texts.flatMap(specifiersIn).filter((name) => !/^[.#/]/.test(name) && !isBuiltin(name))
  return [...new Set(outside.map(nameOf))].toSorted()
}
