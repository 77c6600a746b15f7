/** Passes values on in order, each once it is on disk. */
export interface DurabilityBarrier<T> {
  readonly hold: (one: T) => void
  /** Passes waiting values on, once all writes so far are on disk. */
  readonly push: () => void
}

/**
 * Delays values that must not be visible before they are persisted. If a write fails, its values are passed on
 * together with the next successful write.
 */
export function createDurabilityBarrier<T extends object>(
  durable: () => Promise<void> | undefined,
  pass: (one: T) => void,
): DurabilityBarrier<T> {
  let held: T[] = []
  /** The number of the first value still held back; `held` starts with number `begin`. */
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
