/** A value to write under a key, or a key to delete. */
export type Write = { readonly type: 'put'; readonly key: string; readonly value: Buffer } | Removal

interface Removal {
  readonly type: 'del'
  readonly key: string
}

/** Collects writes and commits them together. */
export interface Journal {
  readonly note: (write: Write) => void
  /**
   * Resolves when all writes so far are durable; `undefined` if they are already. Failed writes are kept for the next
   * attempt, and reject for those that wait for them.
   */
  readonly durable: () => Promise<void> | undefined
}

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs one commit at a time; writes of requests that end meanwhile go into the next. A commit starts at the end of an
 * event loop turn, so that the writes of one request, with its events and its idempotency record, are never split.
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
