import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { archiveName, reportFiles } from '../../conformance/index.js'
import { diffFormats } from '../../reporting/index.js'
import { reportOf } from '../conformance/support/make.js'

test.each([
  ['diff.md', '`--format`', diffFormats],
  ['reports.md', 'File', [...reportFiles(reportOf([])).map(({ path }) => path), archiveName]],
])('the table of %s has a row for each format', (name, heading, formats) => {
  const page = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
  const [, table = ''] = page.split(`| ${heading} | Purpose |\n|---|---|\n`)
  const rows = table.split('\n\n', 1)[0]?.split('\n') ?? []
  expect(rows.map((row) => /^\| `([^`]+)` \| \S.* \|$/.exec(row)?.[1])).toEqual([...formats])
})
