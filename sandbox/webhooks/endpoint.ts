import type { SeededRandom } from '../primitives/environment.js'
import type { EventRecord } from '../state/records.js'

/** The waits between the attempts of one event, in milliseconds. */
export interface Backoff {
  /** The wait after the first failure; it doubles with each further one. */
  readonly first: number
  readonly longest: number
}

export const defaultBackoff: Backoff = { first: 1000, longest: 3_600_000 }

const spread = 200
const whole = 1000

/** The longest wait of a schedule, including jitter. */
export function longestWait({ longest }: Backoff): number {
  return (longest * (whole + spread)) / whole
}

/** Exponential up to the longest, with 20 % of jitter in either direction, determined by the seed. */
export function waitAfter(
  { first, longest }: Backoff,
  failures: number,
  name: string,
  { integer }: Pick<SeededRandom, 'integer'>,
): number {
  const plain = Math.min(first * 2 ** Math.min(failures - 1, 52), longest)
  return Math.round((plain * integer(`backoff:${name}:${failures}`, whole - spread, whole + spread)) / whole)
}

/** An event that one webhook has not acknowledged yet. */
export interface PendingEvent {
  readonly event: EventRecord
  /** Its position among all deliveries, oldest first. */
  readonly order: number
  readonly failures: number
  /** When the next attempt is due, in milliseconds of the sandbox clock; 0 for at once. */
  readonly dueAt: number
}

/** `refused` is a complete response other than 200, `unanswered` an incomplete one or none. */
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
  /** In the order in which they happened. One with an attempt in progress is not due until that ends. */
  readonly #pending = new Map<string, PendingEvent>()
  readonly #inProgress = new Set<string>()
  /** Attempts of this process. */
  made = 0
  timer: NodeJS.Timeout | undefined
  /** Failed attempts in a row. */
  failures = 0
  #pauses = 0
  #pausedUntil = 0
  /** The event of the last attempt, if it had no response. */
  #unanswered: string | undefined

  constructor(
    readonly webhookId: string,
    readonly partnerId: string,
  ) {}

  get waiting(): readonly PendingEvent[] {
    return [...this.#pending.values()]
  }

  get isPaused(): boolean {
    return this.#pauses > 0
  }

  get hasRoom(): boolean {
    return this.#inProgress.size < (this.isPaused ? 1 : mostInProgress)
  }

  /** When the next attempt is due, in milliseconds, 0 for at once; absent if no event waits. */
  get dueAt(): number | undefined {
    const first = this.#first()
    return first === undefined ? undefined : Math.max(first.dueAt, this.#pausedUntil)
  }

  next(now: number): PendingEvent | undefined {
    const { dueAt } = this
    return this.hasRoom && dueAt !== undefined && dueAt <= now ? this.#first() : undefined
  }

  find(eventId: string): PendingEvent | undefined {
    return this.#pending.get(eventId)
  }

  add(one: PendingEvent): void {
    this.#pending.set(one.event.id, one)
  }

  begin(eventId: string): void {
    this.#inProgress.add(eventId)
  }

  end(eventId: string): void {
    this.#inProgress.delete(eventId)
  }

  settle(eventId: string, outcome: Outcome, now: number, wait: WaitAfter): void {
    const known = this.find(eventId)
    this.failures = outcome === 'acknowledged' ? 0 : this.failures + 1
    if (outcome === 'acknowledged') this.#pending.delete(eventId)
    else if (known !== undefined) {
      const failures = known.failures + 1
      this.add({ ...known, failures, dueAt: now + wait(failures, eventId) })
    }
    if (outcome === 'unanswered') this.#pause(eventId, now, wait)
    else this.resume()
  }

  resume(): void {
    this.#pauses = 0
    this.#pausedUntil = 0
    this.#unanswered = undefined
  }

  /** Makes the events due that would be due after a time. */
  hasten(after = 0): void {
    for (const one of this.#pending.values()) if (one.dueAt > after) this.add({ ...one, dueAt: 0 })
  }

  /** Makes events due that would wait longer than possible, which happens when the clock is moved back. */
  hastenBeyond(latest: number): void {
    if (this.#pausedUntil > latest) this.resume()
    this.hasten(latest)
  }

  /** The event that is due first, of several the oldest. */
  #first(): PendingEvent | undefined {
    let first: PendingEvent | undefined
    for (const one of this.#pending.values()) {
      if (this.#inProgress.has(one.event.id)) continue
      if (one.dueAt === 0) return one
      if (first === undefined || one.dueAt < first.dueAt) first = one
    }
    return first
  }

  #pause(eventId: string, now: number, wait: WaitAfter): void {
    const isSingle = (this.#unanswered ?? eventId) === eventId
    this.#unanswered = eventId
    // An attempt that began before the pause does not extend it.
    if ((isSingle && !this.isPaused) || this.#pausedUntil > now) return
    this.#pauses += 1
    this.#pausedUntil = now + Math.min(wait(this.#pauses, 'pause'), longestPause)
  }
}
