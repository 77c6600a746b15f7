import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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

const blocksOf = (page: string): { language: string; text: string }[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/```(\w+)\n([^]*?)```/g)].map(
    ([, language = '', text = '']) => ({ language, text }),
  )

test('every TypeScript sample compiles strictly', async () => {
  // Inside the package, so that the package's own name resolves as it does for users.
  const folder = join(root, '.rampart', 'samples')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  const samples = pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language }) => language === 'ts')
      .map(({ text }, index) => ({ name: `${page.replaceAll(/\W/g, '-')}-${index}`, text })),
  )
  for (const { name, text } of samples) {
    const code = `${prelude}${text.replaceAll('./generated/', '../../generated/')}\nexport {}\n`
    await writeFile(join(folder, `${name}.ts`), code)
  }
  const all = join(folder, 'all.ts')
  await writeFile(all, samples.map(({ name }) => `import './${name}.js'\n`).join(''))
  expect(samples.length).toBeGreaterThan(8)
  expect(compilerErrors(all, lib)).toEqual([])
})

describe('every option exists that is named by', () => {
  let known: string

  beforeAll(async () => {
    const help = commands.map((command) => runCli([...command.split(' '), '--help'], { cwd: root }))
    known = (await Promise.all(help)).map(({ stdout }) => stdout).join('\n')
  })

  test.each(pages)('%s', (page) => {
    const spans = readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)
    const code = [...blocksOf(page).map(({ text }) => text), ...Array.from(spans, ([, text = '']) => text)]
    const named = new Set(
      code.flatMap((text) => text.replaceAll(/\bnpm .*/g, '').match(/--[a-z][a-z-]+/g) ?? []),
    )
    expect([...named].filter((option) => option !== '--help' && !known.includes(option))).toEqual([])
  })
})
