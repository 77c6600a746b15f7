import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { diffFormats, formatNames, formatRows, reportFormats } from '../../reporting/index.js'

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

test('a row shows the file of a format, or its name', () => {
  const rows = formatRows({ text: { purpose: 'People.' }, json: { file: 'a.json', purpose: 'Programs.' } })
  expect(rows).toEqual(['| `text` | People. |', '| `a.json` | Programs. |'])
})

test('names are offered in the order of the table', () => {
  expect(formatNames(diffFormats)[0]).toBe('text')
  expect(formatNames(diffFormats)).toEqual(Object.keys(diffFormats))
})

describe('the documentation', () => {
  test.each([
    ['diff.md', '`--format`', diffFormats],
    ['reports.md', 'File', reportFormats],
  ])('has the table of %s', (name, heading, formats) => {
    const table = `| ${heading} | What for |\n|---|---|\n${formatRows(formats).join('\n')}\n\n`
    expect(page(name), `docs/${name} is stale: run node dist/scripts/format-tables.js`).toContain(table)
  })
})
