import { setTimeout } from 'node:timers/promises'

/** Time and randomness, injected so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A number from 0 up to, but not including, 1. */
  readonly random: () => number
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) => {
    try {
      await setTimeout(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}
