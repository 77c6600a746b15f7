import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverFolder } from '../../../bin/output/recover-folder.js'
import { writeFolder } from '../../../bin/output/write-folder.js'
import { isWhole } from '../../support/whole.js'
import { compileInto } from './support/compile.js'
import { after, before, files, ownedBefore } from './support/sets.js'
import { fill, snapshot, temporaryFolder } from '../../support/folder.js'

let code: string

beforeAll(() => {
  code = realpathSync(mkdtempSync(join(tmpdir(), 'rampart-code-')))
  compileInto(code, ['bin/output', 'diagnostics', 'tests/bin/output/support'])
})

afterAll(() => rmSync(code, { recursive: true, force: true }))

interface Ending {
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a writer that is killed before its n-th call to the file system; 0 lets it finish. */
const runWriter = (target: string, at: number | 'swap'): Promise<Ending> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [
      join(code, 'tests/bin/output/support/writer.js'),
      target,
      String(at),
    ])
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()))
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()))
    child.on('error', reject)
    child.on('close', (_, signal) => resolve({ signal, stdout, stderr }))
  })

const countSteps = async (start: Record<string, string> | undefined): Promise<number> => {
  const place = temporaryFolder()
  if (start) fill(join(place, 'out'), start)
  const { stdout, stderr } = await runWriter(join(place, 'out'), 0)
  expect(stderr).toBe('')
  expect(snapshot(join(place, 'out'))).toEqual(
    start ? after : Object.fromEntries(files.map((f) => [f.path, String(f.content)])),
  )
  return Number(stdout)
}

/** Calls from which on the new set takes the place of the old one, counted from the last. */
const swapping = 12

/** Two at a time, for every n; without RAMPART_TEST_ALL for every third until the swap. */
const forEach = async (count: number, task: (n: number) => Promise<void>): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
    .filter((n) => isWhole || n % 3 === 0 || n > count - swapping)
    .values()
  const worker = async (): Promise<void> => {
    for (const n of numbers) await task(n)
  }
  await Promise.all([worker(), worker()])
}

describe('a writer killed before any of its calls to the file system', () => {
  test('leaves the old set or the new set', async () => {
    const place = temporaryFolder()
    const steps = await countSteps(before)
    const seen = { old: 0, new: 0, aside: 0 }
    await forEach(steps, async (n) => {
      const home = join(place, String(n))
      const out = join(home, 'out')
      fill(out, before)
      expect((await runWriter(out, n)).signal).toBe('SIGKILL')
      const raw = snapshot(out)
      if (raw === undefined) seen.aside += 1
      else expect([before, after]).toContainEqual(raw)

      await recoverFolder(out)
      const recovered = snapshot(out)
      expect([before, after]).toContainEqual(recovered)
      if (raw !== undefined) expect(recovered).toEqual(raw)
      expect(readdirSync(home)).toEqual(['out'])
      seen[recovered?.['a.txt'] === 'new a' ? 'new' : 'old'] += 1

      await writeFolder(out, files, {
        ownedBefore: recovered?.['a.txt'] === 'new a' ? files.map((f) => f.path) : ownedBefore,
      })
      expect(snapshot(out)).toEqual(after)
    })
    expect(seen.old).toBeGreaterThan(isWhole ? 20 : 5)
    expect(seen.new).toBeGreaterThan(2)
    expect(seen.aside).toBe(1)
  })

  test('leaves nothing or the new set where there was nothing before', async () => {
    const place = temporaryFolder()
    const steps = await countSteps(undefined)
    await forEach(steps, async (n) => {
      const home = join(place, String(n))
      const out = join(home, 'out')
      fill(home, { 'beside.txt': 'untouched' })
      expect((await runWriter(out, n)).signal).toBe('SIGKILL')
      const raw = snapshot(out)
      if (raw) expect(Object.keys(raw)).toEqual(files.map(({ path }) => path))
      await recoverFolder(out)
      expect(snapshot(out)).toEqual(raw)
      expect(readdirSync(home)).toEqual(raw ? ['beside.txt', 'out'] : ['beside.txt'])
    })
  })

  test('may be followed by one that is killed while it recovers', async () => {
    const place = temporaryFolder()
    const crashed = join(place, 'crashed')
    fill(join(crashed, 'out'), before)
    await runWriter(join(crashed, 'out'), 'swap')
    expect(snapshot(join(crashed, 'out'))).toBeUndefined()
    await forEach(25, async (n) => {
      const home = join(place, String(n))
      cpSync(crashed, home, { recursive: true })
      expect((await runWriter(join(home, 'out'), n)).signal).toBe('SIGKILL')
      await recoverFolder(join(home, 'out'))
      expect(snapshot(join(home, 'out'))).toEqual(before)
      expect(readdirSync(home)).toEqual(['out'])
    })
  })
})
