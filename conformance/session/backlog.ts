import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much may be left to do before more of it waits: what is remembered of a run stays bounded. */
const most = 16

/**
 * Work on answers that need not be done before the next request is sent: it is done in order while the service
 * is at work on that one.
 */
export class Backlog {
  #last: Promise<void> = Promise.resolve()
  #left = 0

  /** Takes a piece of work over. Resolves at once while little is left to do, otherwise when all is done. */
  async add(work: () => void | Promise<void>): Promise<void> {
    this.#left++
    this.#last = this.#after(this.#last, work)
    // An error is thrown by `settle`, and nowhere before.
    this.#last.catch(() => undefined)
    if (this.#left > most) await this.#last
  }

  /** Resolves when all is done. @throws the first error of what was to be done. */
  settle(): Promise<void> {
    return this.#last
  }

  async #after(before: Promise<void>, work: () => void | Promise<void>): Promise<void> {
    await before
    await nextTurn()
    await work()
    this.#left--
  }
}
