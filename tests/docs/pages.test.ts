import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownFaults } from '../../sandbox/index.js'
import { changesPage } from '../../scripts/pages/changes.js'
import { checksPage } from '../../conformance/index.js'
import { errorsPage } from '../../scripts/pages/errors.js'
import { templatePage } from '../../scripts/pages/templates.js'
import { verdictsPage } from '../../scripts/pages/verdicts.js'
import { rulesPage } from '../../webhook/index.js'
import { root } from '../e2e/cli.js'
import { renderMatrix } from '../mutants/matrix.js'
import { specificationPage } from './specification-page.js'

/** Every page that is written by `npm run pages`, with what it is made from. */
const pages = {
  'reference/changes.md': changesPage,
  'reference/checks.md': checksPage,
  'reference/drill.md': rulesPage,
  'reference/errors.md': errorsPage,
  'reference/mutants.md': () => renderMatrix(knownFaults),
  'reference/specification.md': specificationPage,
  'templates.md': () => templatePage(textOf('generator/render/template-model.ts')),
  'reference/verdicts.md': verdictsPage,
}

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

test.each(Object.entries(pages))(
  'docs/%s is what its source gives; `npm run pages` writes it',
  async (name, render) => {
    await expect(render()).toMatchFileSnapshot(join(root, 'docs', name))
  },
)

const links = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g

const pagesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

test('every page of docs/ is reached from README.md', () => {
  const reached = new Set(['README.md'])
  for (const page of reached) {
    if (!page.endsWith('.md')) continue
    for (const [, target = ''] of textOf(page).matchAll(links))
      if (target !== '') reached.add(join(page, '..', target))
  }
  expect(pagesBelow('docs').filter((page) => !reached.has(page))).toEqual([])
})

/** Anchors of a page: its headings as GitHub names them, and those that are written out. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...page.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)])
}

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...pagesBelow('docs')])(
  '%s links to files and headings that are there',
  (page) => {
    const broken = [...textOf(page).matchAll(links)].filter(([, target = '', anchor]) => {
      const path = target === '' ? page : join(page, '..', target)
      if (!existsSync(join(root, path))) return true
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(textOf(path)).has(anchor)
    })
    expect([...new Set(broken.map(([link]) => link))]).toEqual([])
  },
)
