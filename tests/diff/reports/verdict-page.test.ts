import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderVerdicts } from '../../../diff/index.js'

test('every kind has its row, with effect and verdict', async () => {
  const page = join(import.meta.dirname, '../../../docs/reference/verdicts.md')
  await expect(renderVerdicts()).toMatchFileSnapshot(page)
})
