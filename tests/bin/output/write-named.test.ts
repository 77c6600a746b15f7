import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withTemporaryFolder, writeNamed } from '../../../bin/output/write-files.js'
import { temporaryFolder } from '../../support/folder.js'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a temporary folder', () => {
  test('is there for as long as it is used, and for this user alone', async () => {
    const folder = await withTemporaryFolder('it', async (path) => {
      expect(lstatSync(path).mode & 0o777).toBe(0o700)
      return path
    })
    expect(() => lstatSync(folder)).toThrow('ENOENT')
  })

  test('that cannot be made is not a bug', async () => {
    const nowhere = join(temporaryFolder(), 'gone')
    vi.stubEnv('TMPDIR', nowhere)
    vi.stubEnv('TEMP', nowhere)
    await expect(withTemporaryFolder('it', async () => 1)).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
      message: `the folder of temporary files ${nowhere} cannot be written: there is no such file or folder`,
    })
  })
})

describe('a file that an option names', () => {
  test('is made with the folders above it', async () => {
    const cwd = temporaryFolder()
    await writeNamed(cwd, 'a/b/out.md', 'new')
    expect(readFileSync(join(cwd, 'a/b/out.md'), 'utf8')).toBe('new')
  })

  test('is made behind a link to a folder that is not there yet', async () => {
    const cwd = temporaryFolder()
    symlinkSync('elsewhere/deep', join(cwd, 'reports'))
    await writeNamed(cwd, 'reports/out.md', 'new')
    expect(readFileSync(join(cwd, 'elsewhere/deep/out.md'), 'utf8')).toBe('new')
    symlinkSync('circle', join(cwd, 'circle'))
    await expect(writeNamed(cwd, 'circle/out.md', 'new')).rejects.toMatchObject({
      code: 'OUTPUT_NOT_WRITABLE',
    })
  })

  test('stays a link, and the file that it leads to is written', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'real.md'), 'old')
    symlinkSync('real.md', join(cwd, 'out.md'))
    await writeNamed(cwd, 'out.md', 'new')
    expect(lstatSync(join(cwd, 'out.md')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(cwd, 'real.md'), 'utf8')).toBe('new')
  })

  test.skipIf(process.platform === 'win32')('stays a pipe, whose reader gets it', async () => {
    const cwd = temporaryFolder()
    const pipe = join(cwd, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeNamed(cwd, 'pipe', 'new')])
    expect([read, lstatSync(pipe).isFIFO()]).toEqual(['new', true])
  })

  test('is named where it is a folder', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'specs'))
    await expect(writeNamed(cwd, 'specs', 'new')).rejects.toThrow(
      `${join(cwd, 'specs')} cannot be written: it is a folder.`,
    )
  })
})
