import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { catalogue } from '../../diff/index.js'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/changes.md'), 'utf8')

test('the page of changes has a row for every id, and no other', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows, 'docs/changes.md is stale: run node dist/scripts/change-pages.js').toEqual(
    catalogue.map(({ id, effect, title }) => `| \`${id}\` | ${effect} | ${title} |`),
  )
})
