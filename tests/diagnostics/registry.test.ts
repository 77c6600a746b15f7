import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorRegistry, RampartError } from '../../diagnostics/index.js'

const root = resolve(import.meta.dirname, '../..')
const source = ['bin', 'fetch', 'generator', 'conformance', 'payment', 'sandbox', 'webhook']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
  .join('\n')

describe('the registry of errors', () => {
  test('names no error that the code does not have', () => {
    expect(Object.keys(errorRegistry).filter((code) => !source.includes(`'${code}'`))).toEqual([])
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
