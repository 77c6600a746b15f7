import { Skip, Inconclusive } from '../model/outcome.js'
import { counted } from '../../reporting/index.js'
import { setImmediate as nextTurn } from 'node:timers/promises'

export const defaultMostCreations = 2_000

export class Creations {
  readonly #most: number
  readonly #count: () => number
  #underWay = 0

  /** @param count returns the number of things created so far */
  constructor(count: () => number, most = defaultMostCreations) {
    this.#count = count
    this.#most = most
  }

  /** Whether the limit is reached; each pending request may create one thing. */
  get isFull(): boolean {
    return this.#count() + this.#underWay >= this.#most
  }

  /** Sends a request that may create something. @throws Skip when the limit is reached. */
  async within<T>(send: () => Promise<T>): Promise<T> {
    if (this.isFull) {
      throw new Skip(
        `the run has created ${counted(this.#most, 'thing')}, its limit; raise it with --max-creations`,
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

/** The most pending tasks, which bounds memory. */
const most = 16

/** A queue of work on responses that overlaps with the next request; it runs in order. */
export class Backlog {
  #work: Promise<unknown> = Promise.resolve()
  #left = 0

  /** Adds a task. Resolves at once while few are pending, otherwise when all are done. */
  async add(work: () => void | Promise<void>): Promise<void> {
    this.#left++
    const done = this.#work.then(nextTurn).then(work)
    this.#work = done.then(() => this.#left--)
    // The error is thrown by `settle`, so it is handled here.
    this.#work.catch(() => undefined)
    if (this.#left > most) await this.#work
  }

  /** Resolves when all tasks are done. @throws the first error of a task. */
  async settle(): Promise<void> {
    await this.#work
  }
}

/** Values that rules share and that are made once: customers, bank accounts, a quote. */
export class Memory {
  readonly #made = new Map<string, Promise<unknown>>()

  /** Makes a value at most once. Failures are remembered, unless the service failed, which may be temporary. */
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
