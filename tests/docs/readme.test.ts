import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root, runCli } from '../e2e/cli.js'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/```(\w+)\n([^]*?)```/g)].map(([, language, text]) => ({
  language,
  text: text ?? '',
}))

const diagnose = (file: string): string[] => {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('README.md', () => {
  const samples = blocks
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => ({ index, text }))

  test.each(samples)('its TypeScript sample $index compiles strictly', async ({ index, text }) => {
    // Inside the package, so that the package's own name resolves as it does for users.
    const folder = join(root, '.rampart', `readme-${index}`)
    await mkdir(folder, { recursive: true })
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'sample.ts')
    const prelude = text.includes('base +') ? 'declare const base: string\n' : ''
    await writeFile(file, `${prelude}${text.replaceAll('./generated/', '../../generated/')}\nexport {}\n`)
    expect(diagnose(file)).toEqual([])
  })

  test('every option it names exists', async () => {
    const commands = ['fetch', 'generate', 'test', 'merge-reports', 'sandbox', 'rules']
    const help = await Promise.all(commands.map((command) => runCli([command, '--help'], { cwd: root })))
    const known = help.map(({ stdout }) => stdout).join('\n')
    const code = [
      ...blocks.map(({ text }) => text),
      ...[...readme.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text ?? ''),
    ]
    const named = new Set(code.flatMap((text) => text.match(/--[a-z][a-z-]+/g) ?? []))
    expect([...named].filter((option) => option !== '--help' && !known.includes(option))).toEqual([])
  })

  test('every file it links to exists', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, path]) => path ?? '')
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
