import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root, runCli } from '../e2e/cli.js'

// What the samples take for granted.
const prelude = `
declare const email: string
declare const id: string
declare const key: string
declare const secret: string
declare const text: string
`

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
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const commands = [
  'fetch',
  'generate',
  'templates eject',
  'diff',
  'test',
  'inspect',
  'merge-reports',
  'rules',
  'sandbox',
  'check',
  'init',
  'webhook listen',
  'webhook verify',
  'webhook send',
  'webhook drill',
]

const pages = [
  'README.md',
  'docs/ci.md',
  'docs/diff.md',
  'docs/drill.md',
  'docs/generator.md',
  'docs/sandbox.md',
  'docs/webhook-tools.md',
  'docs/webhooks.md',
]

describe.each(pages)('%s', (page) => {
  const readme = readFileSync(join(root, page), 'utf8')
  const blocks = [...readme.matchAll(/```(\w+)\n([^]*?)```/g)].map(([, language, text]) => ({
    language,
    text: text ?? '',
  }))
  const samples = blocks
    .filter(({ language }) => language === 'ts')
    .map(({ text }, index) => ({ index, text }))

  test.each(samples)('its TypeScript sample $index compiles strictly', async ({ index, text }) => {
    // Inside the package, so that the package's own name resolves as it does for users.
    const folder = join(root, '.rampart', `${page.replace('/', '-')}-${index}`)
    await mkdir(folder, { recursive: true })
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'sample.ts')
    await writeFile(file, `${prelude}${text.replaceAll('./generated/', '../../generated/')}\nexport {}\n`)
    expect(diagnose(file)).toEqual([])
  })

  test('every option it names exists', async () => {
    const help = await Promise.all(
      commands.map((command) => runCli([...command.split(' '), '--help'], { cwd: root })),
    )
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
    expect(links.filter((path) => !existsSync(join(root, dirname(page), path.replace(/#.*$/, ''))))).toEqual(
      [],
    )
  })
})
