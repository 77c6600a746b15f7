import { AsyncLocalStorage } from 'node:async_hooks'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Called before a call to the file system, which waits for what it returns. */
type Step = (count: number, name: string) => unknown

interface Watched {
  readonly step: Step
  /** Called when a call is over. */
  readonly onDone?: () => void
  count: number
  /** How many calls are under way. */
  running: number
}

const watched = new AsyncLocalStorage<Watched>()

const names = (
  'access chmod copyFile link lstat mkdir open readFile readdir readlink realpath rename rm stat symlink utimes ' +
  'writeFile'
).split(' ')

/** Lets every asynchronous call to the file system pass a gate first. Closed gates are set with `watchSteps`. */
export const installGate = (): void => {
  const calls: Record<string, unknown> = Object(fs.promises)
  for (const name of names) {
    const original = calls[name]
    if (typeof original !== 'function') throw new Error(`node:fs/promises has no ${name}`)
    calls[name] = async (...args: unknown[]): Promise<unknown> => {
      const own = watched.getStore()
      if (!own) return Reflect.apply(original, fs.promises, args)
      await own.step((own.count += 1), name)
      own.running += 1
      try {
        return await Reflect.apply(original, fs.promises, args)
      } finally {
        own.running -= 1
        own.onDone?.()
      }
    }
  }
  syncBuiltinESMExports()
}

/** Calls `step` before every call to the file system that `work` makes, and gives their number. */
export const watchSteps = async (step: Step, work: () => Promise<unknown>): Promise<number> => {
  const own: Watched = { step, count: 0, running: 0 }
  await watched.run(own, work)
  return own.count
}

/** Lets `work` go as far as a call that is due, and never further, as a kill before that call does. */
export const killedBefore = (
  isDue: (count: number, name: string) => boolean,
  work: () => Promise<unknown>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let isDead = false
    const onDone = (): void => {
      if (isDead && own.running === 0) resolve()
    }
    const step: Step = (count, name) => {
      isDead ||= isDue(count, name)
      onDone()
      return isDead ? new Promise(() => undefined) : undefined
    }
    const own: Watched = { step, onDone, count: 0, running: 0 }
    watched.run(own, work).then(() => reject(new Error('it was done before it was killed')), reject)
  })
