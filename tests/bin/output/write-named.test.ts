import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeNamed } from '../../../bin/output/write-files.js'
import { temporaryFolder } from '../../support/folder.js'

describe('a file that an option names', () => {
  test('is made with the folders above it', async () => {
    const cwd = temporaryFolder()
    await writeNamed(cwd, 'a/b/out.md', 'new')
    expect(readFileSync(join(cwd, 'a/b/out.md'), 'utf8')).toBe('new')
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
