import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { errorRegistry } from '../../diagnostics/index.js'
import { root, runCli } from '../e2e/cli.js'
import { compilerErrors } from '../support/compile.js'

// Declarations that the samples assume.
const prelude = `
declare const email: string
declare const id: string
declare const key: string
declare const secret: string
declare const text: string
`

const lib = ['es2022', 'dom', 'dom.iterable']

const commands = [
  'fetch',
  'generate',
  'templates eject',
  'diff',
  'changelog',
  'upgrade',
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
  'docs/adopting.md',
  'docs/any-api.md',
  'docs/any-api-access.md',
  'docs/ci.md',
  'docs/configuration.md',
  'docs/diff.md',
  'docs/drill.md',
  'docs/generator.md',
  'docs/recipes.md',
  'docs/reports.md',
  'docs/sandbox.md',
  'docs/testing.md',
  'docs/tutorial.md',
  'docs/upgrade.md',
  'docs/webhook-tools.md',
  'docs/webhooks.md',
  'docs/why-did-my-build-fail.md',
]

test('docs/why-did-my-build-fail.md has each code under the exit code that it ends with', () => {
  const page = readFileSync(join(root, 'docs', 'why-did-my-build-fail.md'), 'utf8')
  const listed = page.split(/^## /m).flatMap((section) => {
    const [, exit] = /^Exit code (\d)/.exec(section) ?? []
    return [...section.matchAll(/^### ([A-Z_]+)$/gm)].map(([, code = '']) => [code, Number(exit)])
  })
  expect(listed.length).toBeGreaterThan(10)
  const registry: Readonly<Record<string, { readonly exit: number }>> = errorRegistry
  expect(listed).toEqual(listed.map(([code = '']) => [code, registry[code]?.exit]))
})

test('docs/generator.md lists the files that a folder holds, and no others', () => {
  const page = readFileSync(join(root, 'docs', 'generator.md'), 'utf8')
  const [, table = ''] = /## What a folder holds\n([^]*?)\n## /.exec(page) ?? []
  const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path)
  const newest = '2026-08-01'
  const inVersion = readdirSync(join(root, 'generated', newest)).map((name) => `<version>/${name}`)
  const beside = readdirSync(join(root, 'generated'), { withFileTypes: true })
    .filter(({ name }) => !/^\d/.test(name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  const modules = [...inVersion, ...beside]
    .filter((path) => path !== 'package.json')
    .map((path) => (path === '<version>/types.d.ts' ? path : path.replace(/\.d\.ts$/, '.js')))
  expect(listed.toSorted()).toEqual([...new Set(modules)].toSorted())
})

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
    expect(compilerErrors(file, lib)).toEqual([])
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
    const named = new Set(
      code.flatMap((text) => text.replaceAll(/\bnpm .*/g, '').match(/--[a-z][a-z-]+/g) ?? []),
    )
    expect([...named].filter((option) => option !== '--help' && !known.includes(option))).toEqual([])
  })
})
