import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setImmediate } from 'node:timers/promises'

type Step = (count: number, name: string) => void

let step: Step | undefined
let count = 0
const pending = new Set<Promise<unknown>>()

const names =
  'access chmod cp link lstat mkdir open readFile readdir readlink realpath rename rm stat writeFile'.split(
    ' ',
  )

let isInstalled = false

/** Lets every asynchronous call to the file system pass a gate first. Closed gates are set with `watchSteps`. */
export const installGate = (): void => {
  // Test files share modules, and a call that passes two gates would be counted twice.
  if (isInstalled) return
  isInstalled = true
  const calls: Record<string, unknown> = Object(fs.promises)
  for (const name of names) {
    const original = calls[name]
    if (typeof original !== 'function') throw new Error(`node:fs/promises has no ${name}`)
    calls[name] = async (...args: unknown[]): Promise<unknown> => {
      if (step) {
        count += 1
        step(count, name)
      }
      const call = Promise.resolve(Reflect.apply(original, fs.promises, args))
      pending.add(call)
      return call.finally(() => pending.delete(call))
    }
  }
  syncBuiltinESMExports()
}

/** Resolves when no call is pending, and none followed one: a run that failed may have others beside it. */
const settled = async (): Promise<void> => {
  while (pending.size > 0) {
    await Promise.allSettled(pending)
    await setImmediate()
  }
}

/** Calls `watcher` before every call to the file system that `work` makes, and gives their number. */
export const watchSteps = async (watcher: Step, work: () => Promise<unknown>): Promise<number> => {
  step = watcher
  count = 0
  try {
    await work()
  } finally {
    await settled()
    step = undefined
  }
  return count
}
