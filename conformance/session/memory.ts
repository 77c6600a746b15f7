import { Skip, Inconclusive } from '../model/outcome.js'
import { counted } from '../../reporting/index.js'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many things a run may create unless the plan sets another limit. */
export const defaultMostCreations = 2_000

/** Keeps what a run creates below a cap. */
export class Creations {
  readonly #most: number
  readonly #count: () => number
  #underWay = 0

  /** @param count how many things were created so far */
  constructor(count: () => number, most = defaultMostCreations) {
    this.#count = count
    this.#most = most
  }

  /** Whether one more thing would be too many; requests that are under way may create one each. */
  get isFull(): boolean {
    return this.#count() + this.#underWay >= this.#most
  }

  /**
   * Sends what may create something.
   * @throws Skip when the cap is reached.
   */
  async within<T>(send: () => Promise<T>): Promise<T> {
    if (this.isFull) {
      throw new Skip(
        `the run has created ${counted(this.#most, 'thing')}, its cap; raise it with --max-creations`,
        'creations',
      )
    }
    this.#underWay++
    try {
      return await send()
    } finally {
      this.#underWay--
    }
  }
}

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

/** Things that are made once and shared by rules: customers, bank accounts, a quote that is served. */
export class Memory {
  readonly #made = new Map<string, Promise<unknown>>()

  /**
   * A value that is made at most once. A failure is remembered too, so that it is reported the same way, unless the
   * service failed: it may be back for the next rule.
   */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name) as Promise<T> | undefined
    if (known) return known
    const value = Promise.resolve().then(make)
    this.#made.set(name, value)
    value.catch((error: unknown) => {
      if (error instanceof Inconclusive) this.#made.delete(name)
    })
    return value
  }
}
