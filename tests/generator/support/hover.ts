import { join } from 'node:path'
import ts from 'typescript'
import type { OutputFile } from '../../../generator/index.js'
import { repository } from './generated.js'

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
}

const root = join(repository, 'hovered-in-memory')
const path = join(root, 'code.ts')

/** The text that an editor shows over the first occurrence of `over` in code that uses generated files. */
export function hover(files: readonly OutputFile[], code: string, over: string): string {
  const texts = new Map(files.map((file) => [join(root, file.path), file.content]))
  texts.set(path, code)
  const read = (name: string): string | undefined => texts.get(name) ?? ts.sys.readFile(name)
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = read(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: read,
  })
  const info = service.getQuickInfoAtPosition(path, code.indexOf(over))
  if (!info) throw new Error(`nothing is shown over ${over}`)
  const tags = (info.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`)
  return [
    ts.displayPartsToString(info.displayParts),
    ts.displayPartsToString(info.documentation),
    ...tags,
  ].join('\n')
}
