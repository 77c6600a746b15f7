/** Lets things through in their order, each when it is on the disk. */
export interface Release<T> {
  readonly hold: (one: T) => void
  /** Lets through what has been waiting, once all that was noted so far is on the disk. */
  readonly push: () => void
}

/**
 * Holds back what must not be known outside before it is kept. What could not be written is written with what comes
 * next, and let through with it.
 */
export const createRelease = <T>(
  durable: () => Promise<void> | undefined,
  pass: (one: T) => void,
): Release<T> => {
  let held: T[] = []
  let passed = 0
  const passUpTo = (count: number): void => {
    const ready = held.slice(0, count - passed)
    if (ready.length === 0) return
    held = held.slice(ready.length)
    passed = count
    for (const one of ready) pass(one)
  }
  const push = (): void => {
    const count = passed + held.length
    const waiting = durable()
    if (waiting === undefined) passUpTo(count)
    else waiting.then(() => passUpTo(count)).catch(() => undefined)
  }
  return {
    push,
    hold: (one) => {
      held.push(one)
      push()
    },
  }
}
