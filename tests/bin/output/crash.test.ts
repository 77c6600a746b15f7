import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { recoverFolder } from '../../../bin/output/recover-folder.js'
import { writeFolder } from '../../../bin/output/write-folder.js'
import { installGate, watchSteps } from './support/fs-steps.js'
import { after, before, files, ownedBefore } from './support/sets.js'
import { fill, snapshot, temporaryFolder } from '../../support/folder.js'

beforeAll(installGate)

/** A run from which no call reaches the file system any more, not even to tidy up, as if it had been killed. */
const killedRun = async (out: string, isDue: (step: number, name: string) => boolean): Promise<void> => {
  let isDead = false
  const gate = (step: number, name: string): void => {
    isDead ||= isDue(step, name)
    if (isDead) throw new Error('killed')
  }
  await watchSteps(gate, () => writeFolder(out, files, { ownedBefore }).catch(() => {}))
  expect(isDead).toBe(true)
}

/** Kills a run before each of its calls to the file system, in a folder of its own. */
const atEachStep = async (
  start: (home: string) => void,
  then: (home: string, n: number) => Promise<void>,
): Promise<void> => {
  const whole = temporaryFolder()
  start(whole)
  const steps = await watchSteps(
    () => {},
    () => writeFolder(join(whole, 'out'), files, { ownedBefore }),
  )
  for (let n = 1; n <= steps; n += 1) {
    const home = temporaryFolder()
    start(home)
    await killedRun(join(home, 'out'), (step) => step === n)
    await then(home, n)
  }
}

describe('a writer killed before any of its calls to the file system', () => {
  test('leaves the old set or the new set', async () => {
    const seen = { old: 0, new: 0, aside: 0 }
    const start = (home: string): void => fill(join(home, 'out'), before)
    await atEachStep(start, async (home, n) => {
      const out = join(home, 'out')
      const raw = snapshot(out)
      await recoverFolder(out)
      const recovered = snapshot(out)
      expect([before, after], `step ${n}`).toContainEqual(recovered)
      expect(raw ?? recovered, `step ${n}`).toEqual(recovered)
      expect(readdirSync(home)).toEqual(['out'])
      const isNew = recovered?.['a.txt'] === 'new a'
      seen[isNew ? 'new' : 'old'] += 1
      if (raw === undefined) seen.aside += 1

      await writeFolder(out, files, { ownedBefore: isNew ? files.map(({ path }) => path) : ownedBefore })
      expect(snapshot(out)).toEqual(after)
    })
    expect(seen.old).toBeGreaterThan(20)
    expect(seen.new).toBeGreaterThan(2)
    expect(seen.aside).toBe(1)
  })

  test('leaves nothing or the new set where there was nothing before', async () => {
    const start = (home: string): void => fill(home, { 'beside.txt': 'untouched' })
    await atEachStep(start, async (home, n) => {
      const out = join(home, 'out')
      const raw = snapshot(out)
      const paths = raw && Object.keys(raw)
      expect([undefined, files.map(({ path }) => path)], `step ${n}`).toContainEqual(paths)
      await recoverFolder(out)
      expect(snapshot(out)).toEqual(raw)
      expect(readdirSync(home)).toEqual(raw ? ['beside.txt', 'out'] : ['beside.txt'])
    })
  })

  test('may be followed by one that is killed while it recovers', async () => {
    const crashed = temporaryFolder()
    fill(join(crashed, 'out'), before)
    let renames = 0
    // Between the two renames the folder is missing.
    await killedRun(join(crashed, 'out'), (_, name) => name === 'rename' && ++renames === 2)
    expect(snapshot(join(crashed, 'out'))).toBeUndefined()
    const start = (home: string): void => cpSync(crashed, home, { recursive: true })
    await atEachStep(start, async (home, n) => {
      await recoverFolder(join(home, 'out'))
      expect([before, after], `step ${n}`).toContainEqual(snapshot(join(home, 'out')))
      expect(readdirSync(home)).toEqual(['out'])
    })
  })
})
