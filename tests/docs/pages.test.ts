import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema, type SettingSchemas } from '../../bin/config/config-schema.js'
import { buildProgram } from '../../bin/main.js'
import { sections, specificationPage } from '../../payment/index.js'
import { renderVerdicts } from '../../diff/index.js'
import { knownFaults } from '../../sandbox/index.js'
import { changesPage } from '../../scripts/pages/changes.js'
import { checksPage } from '../../conformance/index.js'
import { errorsPage } from '../../scripts/pages/errors.js'
import { templatePage } from '../../scripts/pages/templates.js'
import { root } from '../e2e/cli.js'
import { idleContext } from '../support/context.js'
import { alsoBroken } from '../mutants/expected/index.js'
import { renderMatrix } from '../mutants/matrix.js'

/** Every page that is written by `npm run pages`, with what it is made from. */
const pages = {
  'changes.md': changesPage,
  'checks.md': checksPage,
  'errors.md': errorsPage,
  'mutants.md': () => renderMatrix(knownFaults, alsoBroken),
  'specification.md': () => specificationPage(sections),
  'templates.md': () => templatePage(textOf('generator/render/template-model.ts')),
  'verdicts.md': renderVerdicts,
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const parsed = (path: string): Record<string, unknown> => JSON.parse(textOf(path)) as Record<string, unknown>

test.each(Object.entries(pages))(
  'docs/%s is what its source gives; `npm run pages` writes it',
  async (name, render) => {
    await expect(render()).toMatchFileSnapshot(join(root, 'docs', name))
  },
)

test('the schema of a config file is what the options give; `npm run pages` writes it', async () => {
  const contents = {
    policy: parsed('diff/policy/policy.schema.json'),
    provocations: parsed('bin/test/provocations.schema.json'),
  }
  const settings = parsed('bin/access/access.schema.json') as unknown as SettingSchemas
  const schema = configSchema(buildProgram(idleContext), contents, settings)
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(
    join(root, 'bin', 'config', 'config.schema.json'),
  )
})

test('every page of docs/ is reached from README.md', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    if (!page.endsWith('.md')) continue
    for (const [, target = ''] of textOf(page).matchAll(/\]\((?!\w+:)([^)#\s]+)/g))
      reached.add(join(page, '..', target))
  }
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  expect(docs.map((name) => `docs/${name}`).filter((page) => !reached.has(page))).toEqual([])
})

test('every anchor that docs/specification.md links to is there', () => {
  const page = textOf('docs/specification.md')
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  const anchors = new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)])
  const linked = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id)
  expect([...new Set(linked)].filter((id) => !anchors.has(id))).toEqual([])
})
