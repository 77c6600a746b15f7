import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect } from 'vitest'

const folder = resolve(import.meta.dirname, '../../fixtures')

/** Expects a text to be what a file of `fixtures/` holds; `UPDATE_GOLDEN=1` writes the file. */
export const expectGolden = (path: string, text: string): void => {
  const file = resolve(folder, path)
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const howTo = 'If this change is meant, run this test with UPDATE_GOLDEN=1, and read the difference.'
  expect(text, howTo).toBe(readFileSync(file, 'utf8'))
}
