import type { ExploreSettings } from '../model/explorer.js'
import type { Pool } from '../pool/pool.js'
import type { Session } from '../session/session.js'

export interface TimeFacts {
  readonly session: Session
  readonly settings: ExploreSettings
  /** Unix time in milliseconds after which nothing more is sent. */
  readonly deadline: number
  /** The most time for deleting, in addition to the share that every run reserves for it, in milliseconds. */
  readonly longestCleaningMs: number
  /** The additional time for confirming suspicions, in milliseconds. */
  readonly overtimeMs: number
}

/** The share of the time for deleting that is used up by creating. The rest is for things that take longer to delete. */
const mostFilled = 0.5

/** The largest share of the time for deleting that is reserved for reading lists in addition. */
const mostLooking = 0.3

/** The time for the test of one document, of which a part is reserved for deleting what it created. */
export class TimeBudget {
  readonly #facts: TimeFacts
  readonly #pool: Pool
  #deadline: number
  #until = Infinity

  constructor(facts: TimeFacts, pool: Pool) {
    this.#facts = facts
    this.#pool = pool
    this.#deadline = facts.deadline
  }

  /** Unix time in milliseconds after which nothing more is sent, so that what was created can be deleted. */
  get endsAt(): number {
    const { session, settings, longestCleaningMs } = this.#facts
    // A service that crashes needs as long as before to start again.
    const neededMs = this.#cleaningMs + this.#lookingMs
    const reservedMs = Math.max(session.client.longestDownMs, Math.min(neededMs, longestCleaningMs))
    return this.#deadline - (settings.allowWrites ? reservedMs : 0)
  }

  /** Whether the time is up: all of it, or that of the present work. */
  get isUp(): boolean {
    return Date.now() >= Math.min(this.endsAt, this.#until)
  }

  /** Whether there is time to delete another thing. */
  get mayCreate(): boolean {
    return this.#cleaningMs < this.#facts.longestCleaningMs * mostFilled
  }

  /** Runs work with a deadline. @param isCut whether requests in flight are aborted then */
  async within(until: number, work: () => Promise<void>, isCut: boolean): Promise<void> {
    const { client } = this.#facts.session
    const { cutAt } = client
    this.#until = until
    if (isCut) client.cutAt = Math.min(cutAt, until)
    await work().finally(() => {
      this.#until = Infinity
      client.cutAt = cutAt
    })
  }

  /** Runs work with the additional time for confirming suspicions. */
  async extended(work: () => Promise<void>): Promise<void> {
    const { session, overtimeMs } = this.#facts
    const extend = (byMs: number): void => {
      this.#deadline += byMs
      session.client.cutAt += byMs
    }
    extend(overtimeMs)
    await work().finally(() => extend(-overtimeMs))
  }

  /** The number of requests in flight at once. */
  get #atOnce(): number {
    const { session, settings } = this.#facts
    return Math.min(settings.concurrency, session.client.mostAtOnce)
  }

  /** The estimated time for deleting what was created, in milliseconds. */
  get #cleaningMs(): number {
    const { quickestMs } = this.#facts.session
    return this.#pool.creations.cleaningMs({ concurrency: this.#atOnce, quickestMs })
  }

  /** The estimated time for reading the first lists once more, in milliseconds, as far as it is taken from cases. */
  get #lookingMs(): number {
    const { longestCleaningMs } = this.#facts
    const neededMs = this.#pool.firstLists.readingMs / this.#atOnce
    return Math.min(neededMs, longestCleaningMs * mostLooking)
  }
}
