import { type PendingEvent, Schedule } from './schedule.js'

/**
 * The outcome of an attempt: `refused` is a complete response other than 200, `unanswered` an incomplete one or none.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unanswered'

/** The wait after a number of failures of something, in milliseconds. */
export type WaitAfter = (failures: number, name: string) => number

/** Attempts in progress for one endpoint. More than one, so that an event without a response does not stop others. */
const mostInProgress = 4

/** The longest pause in milliseconds. Short, because a pause also holds up events that were not attempted yet. */
const longestPause = 60_000

/**
 * The state of deliveries to one webhook. Every event is repeated by itself. The endpoint is paused when nothing
 * answers: after two different events in a row without a response, because a single one may be what breaks the
 * receiver. A pause ends with one attempt, of the event that is due first; pauses grow until a response comes.
 */
export class Endpoint {
  readonly schedule = new Schedule()
  /** Attempts of this process. */
  made = 0
  timer: NodeJS.Timeout | undefined
  /** Failed attempts in a row. */
  failures = 0
  /** Events that a user wants to retry now. */
  readonly byHand = new Set<string>()
  #pauses = 0
  #pausedUntil = 0
  /** The event of the last attempt, if it had no response. */
  #unanswered: string | undefined

  constructor(
    readonly webhookId: string,
    readonly partnerId: string,
  ) {}

  get isPaused(): boolean {
    return this.#pauses > 0
  }

  /** Whether another attempt can begin when one is due. */
  get hasRoom(): boolean {
    return this.schedule.inProgress < (this.isPaused ? 1 : mostInProgress)
  }

  /** When the next attempt is due, in milliseconds, 0 for at once; absent if no event waits. */
  get dueAt(): number | undefined {
    const { next } = this.schedule
    return next === undefined ? undefined : Math.max(next.dueAt, this.#pausedUntil)
  }

  /** The event to attempt now, if there is one. */
  next(now: number): PendingEvent | undefined {
    const { dueAt } = this
    return this.hasRoom && dueAt !== undefined && dueAt <= now ? this.schedule.next : undefined
  }

  /** Records the outcome of an attempt. */
  settle(eventId: string, outcome: Outcome, now: number, wait: WaitAfter): void {
    if (outcome === 'acknowledged') {
      this.failures = 0
      this.byHand.delete(eventId)
      this.schedule.settle(eventId)
    } else {
      this.failures += 1
      this.schedule.postpone(eventId, (failures) => wait(failures, eventId), now)
    }
    if (outcome === 'unanswered') this.#pause(eventId, now, wait)
    else this.resume()
  }

  /** Ends a pause. */
  resume(): void {
    this.#pauses = 0
    this.#pausedUntil = 0
    this.#unanswered = undefined
  }

  /** Makes what is beyond the longest possible wait due, which happens when the clock is moved back. */
  hastenBeyond(latest: number): void {
    if (this.#pausedUntil > latest) this.resume()
    this.schedule.hasten(({ dueAt }) => dueAt > latest)
  }

  #pause(eventId: string, now: number, wait: WaitAfter): void {
    const isSingle = (this.#unanswered ?? eventId) === eventId
    this.#unanswered = eventId
    // An attempt that began before the pause says nothing new.
    if ((isSingle && !this.isPaused) || this.#pausedUntil > now) return
    this.#pauses += 1
    this.#pausedUntil = now + Math.min(wait(this.#pauses, 'pause'), longestPause)
  }
}
