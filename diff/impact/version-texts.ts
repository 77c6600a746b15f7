import { escapedPattern } from '../../document/index.js'
import { dirname, resolve } from 'node:path/posix'
import type ts from 'typescript'
import type { AffectedLine } from '../model/report.js'
import type { GeneratedImport } from './compiler.js'

/** A string in user code that names the older version. */
export interface VersionText extends Pick<AffectedLine, 'file' | 'line' | 'column' | 'code'> {
  /** Offset of the string in its file, in UTF-16 code units, and its length. */
  readonly start: number
  readonly length: number
  /** The new text if the string is a path into the code of the older version; absent for other strings. */
  readonly replacement?: string
}

/** The older version, as a project refers to it. */
export interface NamedVersion {
  readonly names: readonly string[]
  /** Folders of its code: absolute, or as in specifiers (`@acme/api/2026-07-01`). */
  readonly roots: readonly string[]
  readonly imports: readonly GeneratedImport[]
  /** Folders that paths may be relative to, besides the folder of the file. */
  readonly bases: readonly string[]
  /** The name that replaces the older one. */
  readonly newer: string
}

/** A quoted string in a file. */
interface Piece {
  readonly start: number
  readonly text: string
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}.`)

/** Whether a string leads into the code of the older version, as a specifier or as a path. */
const isPath = (text: string, file: string, { roots, imports, bases }: NamedVersion): boolean => {
  if (imports.some((one) => one.file === file && one.specifier === text)) return true
  const clean = text.replace(/^file:\/\//, '')
  if (roots.some((root) => !root.startsWith('/') && isWithin(clean, root))) return true
  const from = clean.startsWith('.') ? [dirname(file)] : clean.includes('/') ? [dirname(file), ...bases] : []
  return from.some((base) => roots.some((root) => isWithin(resolve(base, clean), root)))
}

/** The text with the version replaced if it is a folder, or the stem of a file name. */
const movedText = (text: string, { names, newer }: NamedVersion): string | undefined => {
  for (const name of names) {
    const segment = new RegExp(String.raw`(^|/)${escapedPattern(name)}(?=$|/|\.(d\.)?[cm]?[jt]sx?$)`)
    if (segment.test(text)) return text.replace(segment, (_, before: string) => `${before}${newer}`)
  }
  return undefined
}

/** The strings of a program, including those in JSDoc types. */
const piecesOfCode = (compiler: typeof ts, source: ts.SourceFile, names: readonly string[]): Piece[] => {
  const found: Piece[] = []
  const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
    compiler.isStringLiteralLike(node) ||
    compiler.isTemplateHead(node) ||
    compiler.isTemplateMiddleOrTemplateTail(node)
  // A JSDoc comment is attached to several nodes, so nodes can be reached twice.
  const seen = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return
    seen.add(node)
    if (isText(node) && names.some((name) => node.text.includes(name))) {
      const start = node.getStart(source) + 1
      found.push({ start, text: node.text })
    }
    for (const comment of compiler.getJSDocCommentsAndTags(node)) visit(comment)
    compiler.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Quoted strings, and unquoted names, in files other than programs. */
const piecesOfText = (text: string, names: readonly string[]): Piece[] => {
  const choice = names.map(escapedPattern).join('|')
  const pattern = String.raw`(["'\x60])((?:(?!\1)[^\n])*?(?:${choice})(?:(?!\1)[^\n])*)\1|(?:${choice})`
  return [...text.matchAll(new RegExp(pattern, 'g'))].map((match) => ({
    start: match.index + (match[1] === undefined ? 0 : 1),
    text: match[2] ?? match[0],
  }))
}

/** Every text that names the older version: strings of programs, and any text in other files. */
export function versionTextsIn(
  compiler: typeof ts,
  file: string,
  content: string,
  version: NamedVersion,
): VersionText[] {
  if (!version.names.some((name) => content.includes(name))) return []
  const source = compiler.createSourceFile(file, content, compiler.ScriptTarget.Latest, true)
  const pieces = /\.[cm]?[jt]sx?$/.test(file)
    ? piecesOfCode(compiler, source, version.names)
    : piecesOfText(content, version.names)
  const lines = content.split('\n')
  return pieces
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, text }) => {
      const { line, character } = compiler.getLineAndCharacterOfPosition(source, start)
      // A string with escapes has another length in the file, and is never a path.
      const isPlain = content.startsWith(text, start)
      const replacement = isPlain && isPath(text, file, version) ? movedText(text, version) : undefined
      const code = (lines[line] ?? '').replace(/\r$/, '')
      const location = { file, start, length: text.length, line: line + 1, column: character + 1, code }
      return replacement === undefined || replacement === text
        ? location
        : Object.assign(location, { replacement })
    })
}

/** A file with the moved texts replaced; everything else is kept byte for byte. */
export function withMoves(content: string, texts: readonly VersionText[]): string {
  const moves = texts
    .flatMap(({ start, length, replacement }) =>
      replacement === undefined ? [] : [{ start, length, replacement }],
    )
    .toSorted((a, b) => b.start - a.start)
  return moves.reduce(
    (text, { start, length, replacement }) => text.slice(0, start) + replacement + text.slice(start + length),
    content,
  )
}
