import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { OutputFile } from '../../../generator/index.js'
import { repository } from './generated.js'

/** The strictest settings that users may have. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitAny: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  skipLibCheck: false,
  noEmit: true,
}

// A place that holds nothing: files are read from memory, and only the compiler's own from disk.
const root = join(repository, 'generated-in-memory')

// The compiler's own declarations, which are the same for every program.
const ownSources = new Map<string, ts.SourceFile>()

const inMemory = (files: readonly OutputFile[]): ReadonlyMap<string, string> =>
  new Map(files.map(({ path, content }) => [join(root, path), content]))

const hostOver = (files: ReadonlyMap<string, string>): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  const folders = new Set([...files.keys()].flatMap((path) => parentsOf(path)))
  const read = (path: string): string | undefined => files.get(path) ?? ts.sys.readFile(path)
  return {
    ...host,
    readFile: read,
    fileExists: (path) => files.has(path) || (!path.startsWith(root) && ts.sys.fileExists(path)),
    directoryExists: (path) => folders.has(path) || (!path.startsWith(root) && ts.sys.directoryExists(path)),
    getDirectories: () => [],
    getSourceFile: (path, language) => {
      const kept = ownSources.get(path)
      if (kept) return kept
      const text = read(path)
      const source = text === undefined ? undefined : ts.createSourceFile(path, text, language)
      if (source && !path.startsWith(root)) ownSources.set(path, source)
      return source
    },
  }
}

const parentsOf = (path: string): string[] => {
  const parent = dirname(path)
  return parent.startsWith(root) ? [parent, ...parentsOf(parent)] : []
}

/** Settings of a browser's project that trusts the declarations of the packages that it uses. */
export const browser: ts.CompilerOptions = { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'], skipLibCheck: true }

const sourcesIn = (program: ts.Program): readonly ts.SourceFile[] =>
  program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(root))

/** The errors of the compiler about declarations and consumers: `path(line): message`, in order. */
export function compile(files: readonly OutputFile[], more: ts.CompilerOptions = {}): string[] {
  const texts = inMemory(files)
  const names = [...texts.keys()].filter((path) => path.endsWith('.ts'))
  const program = ts.createProgram(names, { ...options, ...more }, hostOver(texts))
  // The compiler's own declarations are not checked again for each program.
  const own = sourcesIn(program)
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...own.flatMap((file) => program.getSemanticDiagnostics(file)),
  ]
  return found.map(({ file, start, messageText }) => {
    const at =
      file && start !== undefined
        ? `${file.fileName.slice(root.length + 1)}(${file.getLineAndCharacterOfPosition(start).line + 1})`
        : 'options'
    return `${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

/** The cost for the compiler, also in a browser's project, to check a module and its imports. */
export function costOf(files: readonly OutputFile[], code: string): { read: string[]; types: number } {
  const path = 'code.ts'
  const texts = inMemory([...files, { path, content: code }])
  const lib = ['lib.es2022.d.ts', 'lib.dom.d.ts']
  const program = ts.createProgram([join(root, path)], { ...options, lib }, hostOver(texts))
  const own = sourcesIn(program)
  for (const file of own) program.getSemanticDiagnostics(file)
  return { read: own.map(({ fileName }) => fileName.slice(root.length + 1)), types: program.getTypeCount() }
}
