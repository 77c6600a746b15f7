/** Lets things through in their order, each when it is on the disk. */
export interface DurabilityBarrier<T> {
  readonly hold: (one: T) => void
  /** Lets through what has been waiting, once all that was noted so far is on the disk. */
  readonly push: () => void
}

/**
 * Holds back what must not be known outside before it is kept. What could not be written is written with what comes
 * next, and let through with it.
 */
export function createDurabilityBarrier<T extends object>(
  durable: () => Promise<void> | undefined,
  pass: (one: T) => void,
): DurabilityBarrier<T> {
  let held: T[] = []
  /** Of everything that was held back, the first that still is; `held` begins with number `begin`. */
  let next = 0
  let begin = 0
  const passUpTo = (count: number): void => {
    while (next < count) {
      const one = held[next - begin]
      next += 1
      if (one !== undefined) pass(one)
    }
    if (next - begin < held.length) return
    held = []
    begin = next
  }
  const push = (): void => {
    const count = begin + held.length
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
