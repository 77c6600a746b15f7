import { Readable } from 'node:stream'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFileBounded, readPiped, readTextBounded, TooLong } from '../../../bin/input/bounded.js'
import { temporaryFolder } from '../../support/folder.js'

describe('what is read whole', () => {
  test('is a file up to the limit', async () => {
    const path = join(temporaryFolder(), 'a')
    await writeFile(path, 'abcd')
    expect(String(await readFileBounded(path, 4))).toBe('abcd')
    await expect(readFileBounded(path, 3)).rejects.toThrow(TooLong)
  })

  test.skipIf(process.platform === 'win32')(
    'is not a device without an end',
    async () => await expect(readFileBounded('/dev/zero')).rejects.toThrow('it is longer than 64 MB'),
  )

  test('is text in UTF-8 alone, where text is due', async () => {
    const path = join(temporaryFolder(), 'latin')
    await writeFile(path, Buffer.from('{ "a": "ü" }', 'latin1'))
    await expect(readTextBounded(path)).rejects.toThrow('it is not UTF-8 text')
    await writeFile(path, '{ "a": "ü" }')
    expect(await readTextBounded(path)).toBe('{ "a": "ü" }')
  })

  test('is what is piped in up to the limit', async () => {
    const { signal } = new AbortController()
    const piped = (text: string): Promise<Buffer> =>
      readPiped({ stdin: () => Readable.from([text.slice(0, 2), text.slice(2)]), signal }, 4)
    expect(String(await piped('abcd'))).toBe('abcd')
    await expect(piped('abcde')).rejects.toThrow(TooLong)
    expect(String(await readPiped({ signal }))).toBe('')
  })
})
