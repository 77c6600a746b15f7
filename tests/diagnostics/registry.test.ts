import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorRegistry, RampartError } from '../../diagnostics/index.js'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8')
const documented = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d) \| (.+) \| (.+) \|$/gm)]

const source = ['bin', 'fetch', 'generator', 'conformance', 'payment', 'sandbox', 'webhook']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
  .join('\n')

describe('the registry of errors', () => {
  test.each(Object.entries(errorRegistry))('%s is documented as it is', (code, { exit, title, fix }) => {
    const row = documented.find(([, name]) => name === code)?.slice(1)
    expect(row, 'docs/reference/errors.md is stale: run npm run pages').toEqual([
      code,
      String(exit),
      title,
      fix,
    ])
  })

  test('the documentation names no code that does not exist', () => {
    expect(new Set(documented.map(([, code]) => code))).toEqual(new Set(Object.keys(errorRegistry)))
  })

  test.each(Object.keys(errorRegistry))('%s is used somewhere', (code) => {
    expect(source).toContain(`'${code}'`)
  })

  test('an error carries its code, exit code and advice, and the thrower may know better', () => {
    const plain = new RampartError('OPTION_INVALID', { message: 'no base URL' })
    expect(plain).toMatchObject({
      code: 'OPTION_INVALID',
      exitCode: 2,
      fix: errorRegistry.OPTION_INVALID.fix,
    })
    const better = new RampartError('OPTION_INVALID', { message: 'no base URL', fix: 'Pass --base-url.' })
    expect(better.fix).toBe('Pass --base-url.')
  })
})
