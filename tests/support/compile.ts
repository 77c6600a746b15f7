import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OutputFile } from '../../generator/index.js'

/**
 * The program of TypeScript 7, which takes a tenth of the time of 5.9; its command starts a process of Node for it. The
 * installed package is compiled by both in CI.
 */
const { default: tscPath } = (await import(
  new URL('../../node_modules/typescript-native/lib/getExePath.js', import.meta.url).href
)) as { readonly default: () => string }
const tsc = tscPath()

/** Folders for programs are made below the project, so that they find its packages. */
const scratch = fileURLToPath(new URL('../../.rampart/', import.meta.url))

/** The strictest settings that users may have. */
const strictest = {
  target: 'es2022',
  lib: ['es2022'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
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
  // Generated declarations are checked, and those of the compiler itself are right.
  skipDefaultLibCheck: true,
  noEmit: true,
}

type Settings = Partial<typeof strictest>

/** Settings of a browser's project that trusts the declarations of the packages that it uses. */
export const browser: Settings = { lib: ['es2022', 'dom', 'dom.iterable'], skipLibCheck: true }

const output = (cwd: string, ...args: string[]): string => {
  const done = spawnSync(tsc, ['--pretty', 'false', ...args], { cwd, encoding: 'utf8', maxBuffer: Infinity })
  if (done.error || done.stderr !== '') throw done.error ?? new Error(done.stderr)
  return done.stdout
}

/** `path(line): message` of each error; lines that begin with white space continue a message. */
const errorsIn = (text: string): string[] =>
  text
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/\((\d+),\d+\): error TS\d+: /, '($1): '))

const inFolder = <Result>(
  files: readonly OutputFile[],
  settings: object,
  work: (folder: string) => Result,
): Result => {
  mkdirSync(scratch, { recursive: true })
  const folder = mkdtempSync(join(scratch, 'compile-'))
  try {
    for (const { path, content } of [
      { path: 'tsconfig.json', content: JSON.stringify(settings) },
      ...files,
    ]) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The errors of the compiler about declarations and consumers: `path(line): message`, in order. */
export function compile(files: readonly OutputFile[], more: Settings = {}): string[] {
  const names = files.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
  const settings = { compilerOptions: { ...strictest, ...more }, files: names }
  return inFolder(files, settings, (folder) => errorsIn(output(folder, '-p', '.')))
}

/** The errors of TypeScript about a file in its folder, and about its imports. */
export function compilerErrors(file: string, lib: readonly string[] = ['es2022']): string[] {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck']
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--lib', lib.join(','), '--types', '']
  return errorsIn(output(dirname(file), '--ignoreConfig', '--noEmit', ...strict, ...modules, file))
}

/** The cost for the compiler, also in a browser's project, to check a module and its imports. */
export function costOf(files: readonly OutputFile[], code: string): { read: string[]; types: number } {
  const settings = { compilerOptions: { ...strictest, lib: ['es2022', 'dom'] }, files: ['code.ts'] }
  return inFolder([...files, { path: 'code.ts', content: code }], settings, (folder) => {
    const text = output(folder, '-p', '.', '--listFiles', '--extendedDiagnostics')
    const own = text.split('\n').filter((line) => line.startsWith(folder))
    return {
      read: own.map((path) => path.slice(folder.length + 1)),
      types: Number(/^Types:\s+(\d+)/m.exec(text)?.[1]),
    }
  })
}
