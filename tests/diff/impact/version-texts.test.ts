import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { type NamedVersion, versionTextsIn, withMoves } from '../../../diff/impact/version-texts.js'

const version: NamedVersion = {
  names: ['2026-07-01'],
  roots: ['/p/generated/2026-07-01', '@acme/api/2026-07-01'],
  imports: [],
  bases: ['/p'],
  newer: '2026-08-01',
}

const moved = (content: string, file = '/p/src/a.ts'): string =>
  withMoves(content, versionTextsIn(ts, file, content, version))

const to = (text: string): string => text.replaceAll('2026-07-01', '2026-08-01')

describe('a path into generated code moves', () => {
  test.each([
    "import { a } from '../generated/2026-07-01/index.js'",
    'export * from "../generated/2026-07-01/schemas.js";',
    "import type { paths } from '../generated/2026-07-01.js'",
    "import '../generated/2026-07-01'",
    "import type { paths } from '../generated/2026-07-01.d.ts'",
    "import x = require('../generated/2026-07-01/index.js')",
    'const a = await import(`../generated/2026-07-01/index.js`)',
    "type A = import('../generated/2026-07-01/index.js').A",
    "/** @param {import('../generated/2026-07-01/index.js').A} a */\nfunction f(a) {}",
    "/** @type {import('../generated/2026-07-01/index.js').A} */\nexport const a = (b) => b",
    "vi.mock('../generated/2026-07-01/client.js', () => ({}))",
    "new URL('../generated/2026-07-01/index.js', import.meta.url)",
    "import '@acme/api/2026-07-01'\r\nimport '@acme/api/2026-07-01/types.js'\r\n",
    "export const alias = 'generated/2026-07-01/index.js'",
  ])('%s', (content) => {
    expect(moved(content)).toBe(to(content))
  })

  test('in settings, comments and trailing commas and all', () => {
    const content =
      '{ // "2026-07-01"\n "paths": { "@api/*": ["./generated/2026-07-01/*"], }, "since": "2026-07-01" }'
    expect(moved(content, '/p/tsconfig.json')).toBe(content.replace('2026-07-01/*', '2026-08-01/*'))
  })
})

describe('any other text stays, and is found', () => {
  test.each([
    ["export const version = '2026-07-01'", 1],
    ['const text = `since ${a} 2026-07-01`', 1],
    ["import document from '../specs/2026-07-01.json'", 1],
    ["import a from '../other/2026-07-01/index.js'", 1],
    ["import a from '../generated/2026-07-011/index.js'", 1],
    ['// 2026-07-01\n/* ../generated/2026-07-01/index.js */ const a = 1', 0],
  ])('%s', (content, found) => {
    expect(moved(content)).toBe(content)
    expect(versionTextsIn(ts, '/p/src/a.ts', content, version)).toHaveLength(found)
  })

  test('in a file of variables', () => {
    const found = versionTextsIn(ts, '/p/.env', 'A=1\nVERSION=2026-07-01\n', version)
    expect(found).toMatchObject([{ line: 2, column: 9, code: 'VERSION=2026-07-01' }])
    expect(found[0]).not.toHaveProperty('replacement')
  })
})
