import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
}

/** Translates folders of the project into `out`, so that a child process can run them without a build. */
export const compileInto = (out: string, folders: readonly string[]): void => {
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const { outputText } = ts.transpileModule(readFileSync(join(root, folder, name), 'utf8'), {
        compilerOptions,
      })
      const target = join(out, folder, name.replace(/\.ts$/, '.js'))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, outputText)
    }
  }
  writeFileSync(join(out, 'package.json'), '{"type":"module"}')
}
