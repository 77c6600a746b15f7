/** The clock of a queue. */
export interface QueueClock {
  /** In milliseconds. */
  readonly now: () => number
  /** Resolves after a number of milliseconds, or when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The time of this machine. */
export const systemClock: QueueClock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    }),
}
