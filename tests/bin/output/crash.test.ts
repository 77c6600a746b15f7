import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { recoverFolder } from '../../../bin/output/recover-folder.js'
import { writeFolder } from '../../../bin/output/write-folder.js'
import { installGate, killedBefore, watchSteps } from './support/fs-steps.js'
import { fill, snapshot, temporaryFolder } from './support/place.js'
import { after, before, files, ownedBefore } from './support/sets.js'

// The writers are of this process, and one stands still where it would be killed; tests/e2e/interrupt.test.ts kills one.

beforeAll(installGate)

/** An id that no process has: what a killed writer leaves is nobody's. Beyond the largest of any system. */
let gone = 5_000_000

/** Writes, and is killed before its n-th call to the file system, or before its second rename. */
const killWriter = async (target: string, at: number | 'swap'): Promise<void> => {
  let renames = 0
  const isDue = (step: number, name: string): boolean => {
    if (name === 'rename') renames += 1
    return step === at || (at === 'swap' && renames === 2)
  }
  const pid = vi.spyOn(process, 'pid', 'get').mockReturnValue((gone += 1))
  await killedBefore(isDue, () => writeFolder(target, files, { ownedBefore }))
  pid.mockRestore()
}

const countSteps = async (start: Record<string, string> | undefined): Promise<number> => {
  const place = temporaryFolder()
  if (start) fill(join(place, 'out'), start)
  const count = await watchSteps(
    () => undefined,
    () => writeFolder(join(place, 'out'), files, { ownedBefore }),
  )
  expect(snapshot(join(place, 'out'))).toEqual(
    start ? after : Object.fromEntries(files.map((f) => [f.path, String(f.content)])),
  )
  return count
}

describe('a writer killed before any of its calls to the file system', () => {
  test('leaves the old set or the new set', async () => {
    const place = temporaryFolder()
    const steps = await countSteps(before)
    const seen = { old: 0, new: 0, aside: 0 }
    for (let n = 1; n <= steps; n += 1) {
      const home = join(place, String(n))
      const out = join(home, 'out')
      fill(out, before)
      await killWriter(out, n)
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
    }
    expect(seen.old).toBeGreaterThan(20)
    expect(seen.new).toBeGreaterThan(2)
    expect(seen.aside).toBe(1)
  })

  test('leaves nothing or the new set where there was nothing before', async () => {
    const place = temporaryFolder()
    const steps = await countSteps(undefined)
    for (let n = 1; n <= steps; n += 1) {
      const home = join(place, String(n))
      const out = join(home, 'out')
      fill(home, { 'beside.txt': 'untouched' })
      await killWriter(out, n)
      const raw = snapshot(out)
      if (raw) expect(Object.keys(raw)).toEqual(files.map(({ path }) => path))
      await recoverFolder(out)
      expect(snapshot(out)).toEqual(raw)
      expect(readdirSync(home)).toEqual(raw ? ['beside.txt', 'out'] : ['beside.txt'])
    }
  })

  test('may be followed by one that is killed while it recovers', async () => {
    const place = temporaryFolder()
    const crashed = join(place, 'crashed')
    fill(join(crashed, 'out'), before)
    await killWriter(join(crashed, 'out'), 'swap')
    expect(snapshot(join(crashed, 'out'))).toBeUndefined()
    for (let n = 1; n <= 25; n += 1) {
      const home = join(place, String(n))
      cpSync(crashed, home, { recursive: true })
      await killWriter(join(home, 'out'), n)
      await recoverFolder(join(home, 'out'))
      expect(snapshot(join(home, 'out'))).toEqual(before)
      expect(readdirSync(home)).toEqual(['out'])
    }
  })
})
