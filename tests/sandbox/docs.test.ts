import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import { emulated, loadReferenceService, interpretations } from '../../sandbox/index.js'
import { fiatCurrencies } from '../../sandbox/money/money.js'
import { largestHeaders } from '../../sandbox/app.js'
import { NEW } from './support/sandbox.js'

const page = await readFile(new URL('../../docs/reference/sandbox.md', import.meta.url), 'utf8')

const rowsOf = (title: string): readonly string[] => {
  const [, section = ''] = page.split(`\n## ${title}\n`)
  const [text = ''] = section.split('\n## ')
  return text.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'))
}

const { surfaces } = await loadReferenceService()
const operations = Object.values(surfaces.get(NEW)?.operations ?? {})

const isServed = (operationId: string, tags: readonly string[]): boolean =>
  emulated.includes(operationId) || tags.includes('Specification')

test('the page lists exactly the operations that are emulated, which are all', () => {
  const served = operations.filter(({ operationId, tags }) => isServed(operationId, tags))
  expect(served).toEqual(operations)
  const expected = served.map(
    ({ operationId, tags, method, path }) =>
      `| ${tags[0]} | \`${method.toUpperCase()} ${path}\` | ${operationId} |`,
  )
  expect([...rowsOf('What is emulated')].sort()).toEqual(expected.sort())
})

test('the page names the African currencies', () => {
  const african = fiatCurrencies
    .filter(({ deposit }) => deposit === 'AfricanBankTransfer')
    .map(({ code }) => code)
  const [, named = ''] = /African currencies \(([^)]+)\)/.exec(page) ?? []
  expect(named.split(', ').sort()).toEqual(african.sort())
})

test('the page names the limit of headers', () =>
  expect(page).toContain(`headers above ${largestHeaders / 1024} KiB`))

test('the page lists every reading, both ways', () => {
  for (const { name, question, first, other } of interpretations)
    expect(page).toContain(`| \`${name}\` | ${question} | ${first} | ${other} |`)
})

test('no document has a path below /controls', () => {
  const paths = [...surfaces.values()].flatMap((surface) => Object.values(surface.operations))
  expect(paths.filter(({ path }) => path.startsWith('/controls'))).toEqual([])
})

test('every reading is shown by a scenario', async () => {
  const scenarios = await readFile(new URL('scenarios/interpretations.scenario', import.meta.url), 'utf8')
  const titles = scenarios.split('\n').filter((line) => /^[a-z]/.test(line))
  expect(titles.sort()).toEqual(interpretations.map(({ name }) => name).sort())
})
