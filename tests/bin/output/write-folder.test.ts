import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recoverFolder } from '../../../bin/output/recover-folder.js'
import { writeFolder } from '../../../bin/output/write-folder.js'
import { errorOf } from '../../support/failure.js'
import { installGate, watchSteps } from './support/fs-steps.js'
import { after, before, files, ownedBefore } from './support/sets.js'
import { fill, snapshot, temporaryFolder } from '../../support/folder.js'

const LONG_AGO = new Date('2001-02-03T04:05:06Z')

const startedFolder = (): { home: string; out: string } => {
  const home = temporaryFolder()
  fill(join(home, 'out'), before)
  return { home, out: join(home, 'out') }
}

const failWith = (errno: string, name: string): never => {
  throw Object.assign(new Error(`${errno}: told to fail, ${name}`), { code: errno, syscall: name })
}

beforeAll(installGate)

describe('writing a set', () => {
  test('into a folder that does not exist yet', async () => {
    const out = join(temporaryFolder(), 'a', 'b', 'out')
    const result = await writeFolder(out, files, { ownedBefore: [] })
    expect(result).toEqual({ written: ['a.txt', 'keep.txt', 'sub/b.txt', 'sub/c/d.txt'], removed: [] })
    expect(Object.keys(snapshot(out) ?? {})).toEqual(result.written)
  })

  test('replaces what is ours and keeps what is not', async () => {
    const { home, out } = startedFolder()
    symlinkSync('yours/deep', join(out, 'shortcut'))
    symlinkSync('nowhere', join(out, 'dangling'))
    mkdirSync(join(out, 'empty', 'within'), { recursive: true })
    const result = await writeFolder(out, files, { ownedBefore })
    expect(result).toEqual({
      written: ['a.txt', 'sub/b.txt', 'sub/c/d.txt'],
      removed: ['drop.txt', 'only-ours/x.txt'],
    })
    expect(snapshot(join(out, 'yours', 'deep'))).toEqual({ 'data.bin': 'yours' })
    expect(lstatSync(join(out, 'shortcut')).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(out, 'dangling')).isSymbolicLink()).toBe(true)
    expect(existsSync(join(out, 'empty', 'within'))).toBe(true)
    expect(existsSync(join(out, 'only-ours'))).toBe(false)
    expect(snapshot(out)).toMatchObject(after)
    expect(readdirSync(home)).toEqual(['out'])
  })

  test('keeps the times of files that do not change', async () => {
    const { out } = startedFolder()
    for (const path of ['keep.txt', 'sub/notes.md']) utimesSync(join(out, path), LONG_AGO, LONG_AGO)
    await writeFolder(out, files, { ownedBefore })
    for (const path of ['keep.txt', 'sub/notes.md']) expect(statSync(join(out, path)).mtime).toEqual(LONG_AGO)
    expect(statSync(join(out, 'keep.txt')).nlink).toBe(1)
  })

  test('keeps them also where a file cannot have two names', async () => {
    const { out } = startedFolder()
    utimesSync(join(out, 'keep.txt'), LONG_AGO, LONG_AGO)
    const noLinks = (_: number, name: string): void => {
      if (name === 'link') failWith('ENOTSUP', name)
    }
    await watchSteps(noLinks, () => writeFolder(out, files, { ownedBefore }))
    expect(statSync(join(out, 'keep.txt')).mtime).toEqual(LONG_AGO)
    expect(snapshot(out)).toEqual(after)
  })

  test('writes nothing when everything is there already', async () => {
    const { home, out } = startedFolder()
    fill(out, after)
    utimesSync(out, LONG_AGO, LONG_AGO)
    utimesSync(home, LONG_AGO, LONG_AGO)
    const inode = statSync(out).ino
    const changing: string[] = []
    const watch = (_: number, name: string): void => {
      if (!/^(access|lstat|stat|read.*|realpath)$/.test(name)) changing.push(name)
    }
    await watchSteps(watch, async () => {
      const result = await writeFolder(out, files, { ownedBefore: files.map(({ path }) => path) })
      expect(result).toEqual({ written: [], removed: [] })
    })
    expect(changing).toEqual([])
    expect(statSync(out)).toMatchObject({ ino: inode, mtime: LONG_AGO })
    expect(statSync(home).mtime).toEqual(LONG_AGO)
  })

  test('keeps the mode of the folder and of folders within', async () => {
    const { out } = startedFolder()
    chmodSync(out, 0o750)
    chmodSync(join(out, 'yours'), 0o700)
    await writeFolder(out, files, { ownedBefore })
    expect(statSync(out).mode & 0o777).toBe(0o750)
    expect(statSync(join(out, 'yours')).mode & 0o777).toBe(0o700)
  })

  test.each(['present', 'missing'])('goes through a symbolic link whose folder is %s', async (state) => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'real'))
    if (state === 'present') fill(join(home, 'real', 'place'), before)
    symlinkSync(join('real', 'place'), join(home, 'out'))
    await writeFolder(join(home, 'out'), files, { ownedBefore })
    expect(lstatSync(join(home, 'out')).isSymbolicLink()).toBe(true)
    expect(snapshot(join(home, 'real', 'place'))).toMatchObject({ 'a.txt': 'new a' })
    expect(readdirSync(home)).toEqual(['out', 'real'])
    expect(readdirSync(join(home, 'real'))).toEqual(['place'])
  })

  test('does not write through a link within the folder', async () => {
    const { home, out } = startedFolder()
    writeFileSync(join(home, 'outside.txt'), 'outside')
    rmSync(join(out, 'a.txt'))
    symlinkSync('../outside.txt', join(out, 'a.txt'))
    await writeFolder(out, files, { ownedBefore })
    expect(snapshot(home)?.['outside.txt']).toBe('outside')
    expect(lstatSync(join(out, 'a.txt')).isFile()).toBe(true)
  })

  test('may turn a file of ours into a folder, and back', async () => {
    const out = join(temporaryFolder(), 'out')
    await writeFolder(out, [{ path: 'x', content: '1' }], { ownedBefore: [] })
    await writeFolder(out, [{ path: 'x/y', content: '2' }], { ownedBefore: ['x'] })
    expect(snapshot(out)).toEqual({ 'x/y': '2' })
    await writeFolder(out, [{ path: 'x', content: '3' }], { ownedBefore: ['x/y'] })
    expect(snapshot(out)).toEqual({ x: '3' })
  })

  test('can empty the folder', async () => {
    const { out } = startedFolder()
    await writeFolder(out, [], { ownedBefore: Object.keys(before) })
    expect(snapshot(out)).toEqual({})
  })
})

describe('what is refused', () => {
  test.each([
    ['a file', { 'a.txt': 'mine' }, 'a.txt'],
    ['a folder with a file in it', { 'sub/b.txt/mine.md': 'mine' }, 'sub/b.txt'],
    ['a file where a folder must be', { sub: 'mine' }, 'sub'],
    ['a file deeper where a folder must be', { 'sub/c': 'mine' }, 'sub/c'],
  ])('%s that rampart did not write', async (_, present, name) => {
    const out = join(temporaryFolder(), 'out')
    fill(out, present)
    const error = await errorOf(writeFolder(out, files, { ownedBefore: [] }))
    expect(error).toMatchObject({
      code: 'OUTPUT_FOREIGN_FILE',
      exitCode: 2,
      message: expect.stringContaining(name),
    })
    expect(snapshot(out)).toEqual(present)
  })

  test('not a file of somebody else with the same bytes', async () => {
    const out = join(temporaryFolder(), 'out')
    fill(out, { 'a.txt': 'new a' })
    await writeFolder(out, files, { ownedBefore: [] })
    expect(snapshot(out)).toMatchObject({ 'sub/c/d.txt': 'new d' })
  })

  test.each(['../a', '/a', 'a/../../b', 'a//b', './a', '', 'a/', '..', 'C:/a', 'c:a', 'a\\..\\b', 'a\0b'])(
    'the path %j',
    async (path) => {
      const home = temporaryFolder()
      const error = await errorOf(
        writeFolder(join(home, 'out'), [{ path, content: '' }], { ownedBefore: [] }),
      )
      expect(error).toMatchObject({ code: 'OUTPUT_PATH_INVALID', exitCode: 2 })
      expect(readdirSync(home)).toEqual([])
    },
  )

  test.each([
    [['a', 'a'], 'written twice'],
    [['a/b', 'a'], 'both a file and the folder'],
  ])('the paths %j together', async (paths, text) => {
    const clashing = paths.map((path) => ({ path, content: '' }))
    const error = await errorOf(writeFolder(join(temporaryFolder(), 'out'), clashing, { ownedBefore: [] }))
    expect(error.code).toBe('OUTPUT_PATH_INVALID')
    expect(error.message).toContain(text)
  })

  // Only ever in a folder of the test's own: without the guard this would replace whatever it is given.
  test.each(['.', '..', '../..'])('%j, in which somebody stands', async (folder) => {
    const home = temporaryFolder()
    fill(home, { 'a/b/c/mine.txt': 'mine' })
    const here = process.cwd()
    process.chdir(join(home, 'a/b/c'))
    onTestFinished(() => process.chdir(here))
    const error = await errorOf(writeFolder(folder, files, { ownedBefore: [] }))
    expect(error).toMatchObject({ code: 'OUTPUT_FOLDER_UNFIT', exitCode: 2 })
    expect(snapshot(home)).toEqual({ 'a/b/c/mine.txt': 'mine' })
  })

  test("a folder that is full of other people's work", async () => {
    const { home, out } = startedFolder()
    fill(out, Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`yours/${index}`, ''])))
    const error = await errorOf(writeFolder(out, files, { ownedBefore }))
    expect(error).toMatchObject({ code: 'OUTPUT_FOLDER_UNFIT', exitCode: 2 })
    expect(error.message).toContain('1003 files')
    expect(snapshot(out)).toMatchObject(before)
    expect(readdirSync(home)).toEqual(['out'])
  })

  test.each([
    ['a file', 'plain.txt'],
    ['below a file', 'plain.txt/out'],
  ])('a folder that is %s', async (_, path) => {
    const home = temporaryFolder()
    fill(home, { 'plain.txt': 'text' })
    const error = await errorOf(writeFolder(join(home, path), files, { ownedBefore: [] }))
    expect(error).toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', exitCode: 2 })
    expect(snapshot(home)).toEqual({ 'plain.txt': 'text' })
  })
})

describe('when something goes wrong on the way', () => {
  const countSteps = async (): Promise<number> => {
    const { out } = startedFolder()
    return watchSteps(
      () => {},
      () => writeFolder(out, files, { ownedBefore }),
    )
  }

  test('a failure at any step leaves the old set or the new', async () => {
    const steps = await countSteps()
    let refused = 0
    for (let n = 1; n <= steps; n += 1) {
      const { home, out } = startedFolder()
      const fail = (step: number, name: string): void => {
        if (step === n) failWith('EIO', name)
      }
      let failed = false
      await watchSteps(fail, async () => {
        const outcome = await writeFolder(out, files, { ownedBefore }).catch((error: unknown) => error)
        failed = outcome instanceof Error
        if (failed)
          expect(outcome).toMatchObject({
            code: 'OUTPUT_NOT_WRITABLE',
            exitCode: 2,
            message: expect.stringContaining(out),
          })
      })
      expect(snapshot(out), `step ${n}`).toEqual(failed ? before : after)
      await recoverFolder(out)
      expect(readdirSync(home)).toEqual(['out'])
      if (failed) refused += 1
    }
    expect(refused).toBeGreaterThan(20)
  })

  test('a full disk that stays full leaves the old set and no litter', async () => {
    const { home, out } = startedFolder()
    const full = (_: number, name: string): void => {
      if (['writeFile', 'cp', 'link', 'mkdir'].includes(name)) failWith('ENOSPC', name)
    }
    await watchSteps(full, async () => {
      const error = await errorOf(writeFolder(out, files, { ownedBefore }))
      expect(error.message).toContain('the disk is full')
    })
    expect(snapshot(out)).toEqual(before)
    expect(readdirSync(home)).toEqual(['out'])
  })

  test('a mount point cannot be replaced', async () => {
    const { out } = startedFolder()
    const busy = (_: number, name: string): void => {
      if (name === 'rename') failWith('EBUSY', name)
    }
    await watchSteps(busy, async () => {
      expect(await errorOf(writeFolder(out, files, { ownedBefore }))).toMatchObject({
        code: 'OUTPUT_FOLDER_UNFIT',
      })
    })
    expect(snapshot(out)).toEqual(before)
  })

  test('an abort at any step leaves the old set, or the new one when it came too late', async () => {
    const steps = await countSteps()
    const seen = { aborted: 0, finished: 0 }
    for (let n = 1; n <= steps; n += 1) {
      const { home, out } = startedFolder()
      const controller = new AbortController()
      const abort = (step: number): void => {
        if (step === n) controller.abort()
      }
      await watchSteps(abort, async () => {
        const outcome: unknown = await writeFolder(out, files, {
          ownedBefore,
          signal: controller.signal,
        }).catch((error: unknown) => error)
        const aborted = outcome === controller.signal.reason
        seen[aborted ? 'aborted' : 'finished'] += 1
        expect(snapshot(out), `step ${n}`).toEqual(aborted ? before : after)
      })
      expect(readdirSync(home)).toEqual(['out'])
    }
    expect(seen.aborted).toBeGreaterThan(20)
    expect(seen.finished).toBeGreaterThan(2)
  })

  test('an abort beforehand touches nothing', async () => {
    const { out } = startedFolder()
    const work = writeFolder(out, files, { ownedBefore, signal: AbortSignal.abort() })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(snapshot(out)).toEqual(before)
  })
})

describe('others at work', () => {
  test('writers at the same time leave one complete set, and what is not theirs', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { home, out } = startedFolder()
      const sets = ['1', '2', '3'].map((content) => files.map(({ path }) => ({ path, content })))
      await Promise.all(
        sets.map((set) => writeFolder(out, set, { ownedBefore: [...ownedBefore, 'sub/c/d.txt'] })),
      )
      const result = snapshot(out) ?? {}
      expect(Object.keys(result)).toEqual(Object.keys(after))
      expect(new Set(files.map(({ path }) => result[path])).size).toBe(1)
      expect(result).toMatchObject({ 'sub/notes.md': 'mine', 'yours/deep/data.bin': 'yours' })
      expect(readdirSync(home)).toEqual(['out'])
    }
  })

  test('a run that never ends is waited for only so long', async () => {
    const { home, out } = startedFolder()
    const other = join(home, `.out.rampart-new-${process.ppid}-ab`)
    fill(other, { x: 'x' })
    const error = await errorOf(writeFolder(out, files, { ownedBefore, patienceMs: 30 }))
    expect(error).toMatchObject({ code: 'OUTPUT_BUSY', exitCode: 2 })
    expect(error.fix).toContain(other)
    expect(snapshot(out)).toEqual(before)
    expect(readdirSync(home)).toHaveLength(2)
  })

  test('an abort ends the wait for another run', async () => {
    const { home, out } = startedFolder()
    fill(join(home, `.out.rampart-new-${process.ppid}-ab`), { x: 'x' })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    const work = writeFolder(out, files, { ownedBefore, signal: controller.signal })
    await expect(work).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(home)).toHaveLength(2)
  })

  test('siblings of a run at work, and of other folders, are left alone', async () => {
    const { home, out } = startedFolder()
    const foreign = ['.out.rampart-notes', '.other.rampart-new-1-ab', `.out.rampart-new-${process.ppid}-ab`]
    for (const name of foreign) fill(join(home, name), { x: 'x' })
    fill(join(home, '.out.rampart-new-999999999-ab'), { x: 'x' })
    fill(join(home, `.out.rampart-new-${process.pid}-ab`), { x: 'x' })
    await recoverFolder(out)
    expect(readdirSync(home).sort()).toEqual([...foreign, 'out'].sort())
  })

  test('the set that was moved aside last is the one that comes back', async () => {
    const home = temporaryFolder()
    const out = join(home, 'out')
    fill(join(home, '.out.rampart-old-999999999-ab'), { x: 'first' })
    fill(join(home, 'second'), { x: 'second' })
    renameSync(join(home, 'second'), join(home, '.out.rampart-old-999999998-cd'))
    await recoverFolder(out)
    expect(snapshot(home)).toEqual({ 'out/x': 'second' })
  })

  test('a run that seems alive but never finishes does not keep the old set from us', async () => {
    const home = temporaryFolder()
    fill(join(home, `.out.rampart-old-${process.ppid}-ab`), { x: 'old' })
    await recoverFolder(join(home, 'out'))
    expect(snapshot(join(home, 'out'))).toEqual({ x: 'old' })
  })

  test('recovering where nothing ever was does nothing', async () => {
    const home = temporaryFolder()
    await recoverFolder(join(home, 'not', 'there'))
    expect(readdirSync(home)).toEqual([])
  })

  test('a file of ours with a second name elsewhere is not changed there', async () => {
    const { home, out } = startedFolder()
    linkSync(join(out, 'a.txt'), join(home, 'copy.txt'))
    await writeFolder(out, files, { ownedBefore })
    expect(snapshot(home)?.['copy.txt']).toBe('old a')
  })
})
