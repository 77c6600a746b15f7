import fs, {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeFolder } from '../../../bin/output/write-folder.js'
import { errorOf } from '../../support/failure.js'
import { fill, snapshot, temporaryFolder } from '../../support/folder.js'

const longAgo = new Date('2001-02-03T04:05:06Z')

/** The folder before, the set to be written into it, and the folder after: path to content. */
const before = {
  'a.txt': 'old a',
  'drop.txt': 'old drop',
  'keep.txt': 'the same',
  'only-ours/x.txt': 'old x',
  'sub/b.txt': 'old b',
  'sub/notes.md': 'mine',
  'yours/deep/data.bin': 'yours',
}
const ownedBefore = ['a.txt', 'drop.txt', 'keep.txt', 'only-ours/x.txt', 'sub/b.txt']
const files = [
  { path: 'a.txt', content: 'new a' },
  { path: 'keep.txt', content: 'the same' },
  { path: 'sub/b.txt', content: Buffer.from('new b') },
  { path: 'sub/c/d.txt', content: 'new d' },
]
const after = {
  'a.txt': 'new a',
  'keep.txt': 'the same',
  'sub/b.txt': 'new b',
  'sub/c/d.txt': 'new d',
  'sub/notes.md': 'mine',
  'yours/deep/data.bin': 'yours',
}

const startedFolder = (): string => {
  const out = join(temporaryFolder(), 'out')
  fill(out, before)
  return out
}

/** Runs `work` while `gate` sees each call that changes the file system or asks whether it can be, and may throw instead. */
const gated = async (
  gate: (count: number, name: string) => void,
  work: () => Promise<unknown>,
): Promise<number> => {
  let count = 0
  const originals = (
    ['accessSync', 'mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'writeFileSync'] as const
  ).map((name) => {
    const original = fs[name]
    const passing = (...args: unknown[]): unknown => {
      gate((count += 1), name)
      return Reflect.apply(original, fs, args)
    }
    Object.assign(fs, { [name]: passing })
    return [name, original] as const
  })
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    Object.assign(fs, Object.fromEntries(originals))
    syncBuiltinESMExports()
  }
  return count
}

const failure = (code: string): Error => Object.assign(new Error(`${code}: planted`), { code, syscall: 'it' })

describe('writing a set', () => {
  test('into a folder that does not exist yet', async () => {
    const out = join(temporaryFolder(), 'a', 'b', 'out')
    const result = await writeFolder(out, files, { ownedBefore: [] })
    expect(result).toEqual({ written: ['a.txt', 'keep.txt', 'sub/b.txt', 'sub/c/d.txt'], removed: [] })
    expect(Object.keys(snapshot(out) ?? {})).toEqual(result.written)
  })

  test('replaces what is ours and keeps what is not', async () => {
    const out = startedFolder()
    symlinkSync('yours/deep', join(out, 'shortcut'))
    symlinkSync('nowhere', join(out, 'dangling'))
    mkdirSync(join(out, 'empty', 'within'), { recursive: true })
    const result = await writeFolder(out, files, { ownedBefore })
    expect(result).toEqual({
      written: ['a.txt', 'sub/b.txt', 'sub/c/d.txt'],
      removed: ['drop.txt', 'only-ours/x.txt'],
    })
    expect(readdirSync(out)).toEqual('a.txt dangling empty keep.txt shortcut sub yours'.split(' '))
    expect(lstatSync(join(out, 'shortcut')).isSymbolicLink()).toBe(true)
    expect(existsSync(join(out, 'empty', 'within'))).toBe(true)
    expect(snapshot(out)).toMatchObject(after)
  })

  test('keeps the times and modes of what does not change', async () => {
    const out = startedFolder()
    for (const path of ['keep.txt', 'sub/notes.md']) utimesSync(join(out, path), longAgo, longAgo)
    chmodSync(out, 0o750)
    await writeFolder(out, files, { ownedBefore })
    for (const path of ['keep.txt', 'sub/notes.md']) expect(statSync(join(out, path)).mtime).toEqual(longAgo)
    expect(statSync(out).mode & 0o777).toBe(0o750)
  })

  test('changes nothing when everything is there already', async () => {
    const out = startedFolder()
    fill(out, after)
    utimesSync(out, longAgo, longAgo)
    const changes = await gated(
      () => {},
      async () => {
        const result = await writeFolder(out, files, { ownedBefore: files.map(({ path }) => path) })
        expect(result).toEqual({ written: [], removed: [] })
      },
    )
    expect(changes).toBe(0)
    expect(statSync(out).mtime).toEqual(longAgo)
  })

  test.each(['present', 'missing'])('goes through a symbolic link whose folder is %s', async (state) => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'real'))
    if (state === 'present') fill(join(home, 'real', 'place'), before)
    symlinkSync(join('real', 'place'), join(home, 'out'))
    await writeFolder(join(home, 'out'), files, { ownedBefore })
    expect(lstatSync(join(home, 'out')).isSymbolicLink()).toBe(true)
    expect(snapshot(join(home, 'real', 'place'))).toMatchObject({ 'a.txt': 'new a' })
  })

  test('does not write through a link within the folder, nor into a second name of a file', async () => {
    const out = startedFolder()
    const outside = join(out, '../outside.txt')
    writeFileSync(outside, 'outside')
    rmSync(join(out, 'a.txt'))
    symlinkSync('../outside.txt', join(out, 'a.txt'))
    linkSync(join(out, 'sub/b.txt'), join(out, '../second.txt'))
    await writeFolder(out, files, { ownedBefore })
    expect(snapshot(join(out, '..'))).toMatchObject({ 'outside.txt': 'outside', 'second.txt': 'old b' })
    expect(lstatSync(join(out, 'a.txt')).isFile()).toBe(true)
  })

  test('drops nothing outside of the folder, nor behind a link in it', async () => {
    const out = startedFolder()
    fill(join(out, '../elsewhere'), { 'x.txt': 'theirs' })
    rmSync(join(out, 'only-ours'), { recursive: true })
    symlinkSync('../elsewhere', join(out, 'only-ours'))
    writeFileSync(join(out, '../mine.txt'), 'mine')
    // A lock or a manifest may come from somebody else.
    const outside = ['../mine.txt', join(out, '../mine.txt'), 'sub/../../mine.txt']
    const { removed } = await writeFolder(out, files, { ownedBefore: [...ownedBefore, ...outside] })
    expect(removed).toEqual(['drop.txt'])
    expect(snapshot(join(out, '..'))?.['mine.txt']).toBe('mine')
    expect(snapshot(join(out, '../elsewhere'))).toEqual({ 'x.txt': 'theirs' })
  })

  test('may turn a file of ours into a folder, and back', async () => {
    const out = join(temporaryFolder(), 'out')
    await writeFolder(out, [{ path: 'x', content: '1' }], { ownedBefore: [] })
    await writeFolder(out, [{ path: 'x/y/z', content: '2' }], { ownedBefore: ['x'] })
    expect(snapshot(out)).toEqual({ 'x/y/z': '2' })
    await writeFolder(out, [{ path: 'x', content: '3' }], { ownedBefore: ['x/y/z'] })
    expect(snapshot(out)).toEqual({ x: '3' })
  })

  test('can empty the folder', async () => {
    const out = startedFolder()
    await writeFolder(out, [], { ownedBefore: Object.keys(before) })
    expect(readdirSync(out)).toEqual([])
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
      message: expect.stringContaining(join(out, name)),
    })
    expect(snapshot(out)).toEqual(present)
  })

  test('an empty folder of somebody else at the path of a file', async () => {
    const out = temporaryFolder()
    mkdirSync(join(out, 'a.txt'))
    const error = await errorOf(writeFolder(out, files, { ownedBefore: [] }))
    expect(error.code).toBe('OUTPUT_FOREIGN_FILE')
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

describe('what goes wrong on the way', () => {
  const steps = async (): Promise<string[]> => {
    const names: string[] = []
    const out = startedFolder()
    await gated(
      (_, name) => names.push(name),
      () => writeFolder(out, files, { ownedBefore }),
    )
    return names
  }

  test('an error before the first rename leaves the old set', async () => {
    const drafts = (await steps()).lastIndexOf('writeFileSync') + 1
    expect(drafts).toBeGreaterThan(5)
    for (let failing = 1; failing <= drafts; failing += 1) {
      const out = startedFolder()
      const fail = (count: number): void => {
        if (count === failing) throw failure('ENOSPC')
      }
      await gated(fail, async () => {
        const error = await errorOf(writeFolder(out, files, { ownedBefore }))
        expect(error).toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', exitCode: 2 })
        expect(error.message).toContain(`${out} cannot be written: the disk is full`)
      })
      expect(snapshot(out), `step ${failing}`).toEqual(before)
      expect(readdirSync(out)).not.toContainEqual(expect.stringMatching(/^\./))
    }
  })

  // No call reaches the file system after a kill, not even those that tidy up.
  test('after a kill at any step the next run, with other content, completes the set', async () => {
    const all = (await steps()).length
    const seen = { old: 0, mixed: 0 }
    for (let last = 0; last < all; last += 1) {
      const out = startedFolder()
      const kill = (count: number): void => {
        if (count > last) throw failure('EIO')
      }
      const recorded = [...files, { path: 'record', content: 'new' }]
      await gated(kill, () => errorOf(writeFolder(out, recorded, { ownedBefore })))
      const found = snapshot(out) ?? {}
      seen[found['drop.txt'] === undefined ? 'mixed' : 'old'] += 1
      for (const name of readdirSync(out).filter((one) => one.startsWith('.')))
        expect(name).toMatch(/^\.rampart-\d+-\w{6}$/)
      const isRecorded = found['record'] !== undefined
      const owned = isRecorded ? recorded.map(({ path }) => path) : ownedBefore
      const other = recorded.map(({ path }) => ({ path, content: 'other' }))
      await writeFolder(out, other, { ownedBefore: owned })
      const whole = Object.fromEntries(recorded.map(({ path }) => [path, 'other']))
      expect(snapshot(out), `step ${last}`).toEqual({
        ...whole,
        'sub/notes.md': 'mine',
        'yours/deep/data.bin': 'yours',
      })
    }
    expect(seen.old).toBeGreaterThan(5)
    expect(seen.mixed).toBeGreaterThan(5)
  })

  test('drafts of a run at work are left alone, those of others are removed', async () => {
    const out = startedFolder()
    const names = [`.rampart-${process.ppid}-abcdef`, '.rampart-999999999-abcdef', '.rampart-notes']
    for (const name of names) fill(join(out, name), { x: 'x' })
    await writeFolder(out, files, { ownedBefore })
    expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([names[0], names[2]])
  })

  test('an abort leaves the old set before and while drafts are written, and is too late afterwards', async () => {
    const all = (await steps()).length
    const seen = { aborted: 0, finished: 0 }
    for (let due = 0; due <= all; due += 1) {
      const out = startedFolder()
      const controller = new AbortController()
      const { signal } = controller
      const abort = (count: number): void => {
        if (count === due) controller.abort()
      }
      abort(0)
      await gated(abort, async () => {
        const outcome: unknown = await writeFolder(out, files, { ownedBefore, signal }).catch(
          (error: unknown) => error,
        )
        const isAborted = outcome === signal.reason
        seen[isAborted ? 'aborted' : 'finished'] += 1
        expect(snapshot(out), `step ${due}`).toEqual(isAborted ? before : after)
      })
    }
    expect(seen.aborted).toBeGreaterThan(4)
    expect(seen.finished).toBeGreaterThan(4)
  })

  test('an abort leaves no new folder', async () => {
    const home = temporaryFolder()
    const controller = new AbortController()
    await gated(
      () => controller.abort(),
      async () => {
        const work = writeFolder(join(home, 'out'), files, { ownedBefore: [], signal: controller.signal })
        await expect(work).rejects.toMatchObject({ name: 'AbortError' })
      },
    )
    expect(readdirSync(home)).toEqual([])
  })
})
