import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../../../diff/catalogue/index.js'

const page = readFileSync(new URL('../../../docs/reference/verdicts.md', import.meta.url), 'utf8')

test('every kind has its row, with effect and verdict', () => {
  for (const { kind } of catalogue) expect(page).toMatch(new RegExp(`\\| \`(…-)?${kind}\` \\|`))
  expect(page).toContain(
    '| `…-property-added` | safe, ship; mint in a body | safe, ship | An optional property is new |',
  )
  expect(page).toContain('| `operation-removed` | breaks, mint | breaks, mint | An operation is gone |')
})
