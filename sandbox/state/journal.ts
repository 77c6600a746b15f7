/** A value to be written under a key, or a key to be forgotten. */
export type Write = { readonly type: 'put'; readonly key: string; readonly value: Buffer } | Removal

interface Removal {
  readonly type: 'del'
  readonly key: string
}

/** Gathers writes and hands them to a database together. */
export interface Journal {
  readonly note: (write: Write) => void
  /**
   * Resolves when everything noted so far is durable; `undefined` when it is already. What could not be written is
   * kept for the next attempt, and rejects for those who waited for it.
   */
  readonly durable: () => Promise<void> | undefined
}

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * One commit at a time, the writes of all requests that end meanwhile in the next. A commit begins at the end of a
 * turn: what a request notes within one turn is never torn apart, its events and its idempotency record included.
 */
export function createJournal(commit: (writes: readonly Write[]) => Promise<void>): Journal {
  let pending = new Map<string, Write>()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const write = async (taken: Map<string, Write>): Promise<void> => {
    try {
      await commit([...taken.values()])
    } catch (error) {
      pending = new Map([...taken, ...pending])
      throw error
    } finally {
      running = undefined
    }
  }
  const writeAfter = async (before: Promise<void> | undefined): Promise<void> => {
    await before?.catch(() => undefined)
    await endOfTurn()
    next = undefined
    const taken = pending
    pending = new Map()
    running = write(taken)
    await running
  }
  return {
    note: (one) => {
      pending.set(one.key, one)
    },
    durable: () => {
      if (pending.size === 0) return next ?? running
      next ??= writeAfter(running)
      return next
    },
  }
}
