import type { EventRecord } from '../state/records.js'
import type { AsideEvents } from './aside.js'
import { EventLine } from './event-line.js'
import { fewest, patienceWith, probesAfter, sure } from './probing.js'
import type { QueueRecord } from './queue-record.js'

/**
 * The outcome of an attempt: `refused` is a complete response other than 200, `unanswered` an incomplete one or none.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unanswered'

/** The delay after a number of consecutive failures, in milliseconds. */
export type WaitAfter = (failures: number, eventId: string) => number

/**
 * The pending events of one webhook. The first is attempted until it is acknowledged. If it is refused again and
 * again, later events are attempted one by one: if one is accepted, the webhook works and refuses specific events, so
 * those before it are set aside; if none is, the webhook is unavailable, and all events wait in order.
 */
export class DeliveryQueue {
  record: QueueRecord
  /** Whether its queue is being processed. */
  busy = false
  /** Number of attempts by this process. */
  made = 0
  timer: NodeJS.Timeout | undefined
  /** Events with an attempt in progress out of order. */
  readonly express = new Set<string>()
  /** Events that a user wants to retry now. */
  readonly byHand = new Set<string>()
  readonly aside: AsideEvents
  readonly #line = new EventLine()
  /** The number of later events that may still be attempted instead of the first. */
  #probes = 0
  /** Whether it is the turn of the events set aside. */
  #isAsideDue = false

  constructor(record: QueueRecord, aside: AsideEvents) {
    this.record = record
    this.aside = aside
  }

  get head(): EventRecord | undefined {
    return this.#line.head
  }

  /** The number of events that are not acknowledged yet. */
  get pending(): number {
    return this.#line.owed + this.aside.size
  }

  /** When the oldest of them happened. */
  get waitingSince(): Date | undefined {
    return this.aside.oldest?.event.createdAt ?? this.head?.createdAt
  }

  /** When the next attempt is due, in milliseconds; absent if there is none to wait for. */
  get dueAt(): number | undefined {
    const { nextAt } = this.record
    if (this.head !== undefined) return nextAt
    const { next } = this.aside
    return next === undefined ? nextAt : Math.max(next.nextAt, nextAt ?? 0)
  }

  isOwed(eventId: string): boolean {
    return this.#line.isOwed(eventId) || this.aside.find(eventId) !== undefined
  }

  /** Appends an event; one that was settled out of order is skipped in its turn. */
  add(event: EventRecord): void {
    const isSettled = this.record.ahead.includes(event.id) || this.aside.find(event.id) !== undefined
    this.#line.add(event, isSettled)
    this.#advance()
  }

  /** The event to attempt now, if there is one. */
  next(now: number): EventRecord | undefined {
    const { nextAt = 0, failures } = this.record
    const head = this.head === undefined || this.express.has(this.head.id) ? undefined : this.head
    if (head !== undefined && (this.#probes > 0 || (nextAt > now && this.#isUndecided))) {
      const probe = this.#line.nextBehind((id) => !this.express.has(id))
      if (probe !== undefined) return probe
    }
    if (nextAt > now) return undefined
    const { next: first } = this.aside
    const aside = first !== undefined && first.nextAt <= now ? first : undefined
    if (aside === undefined || head === undefined) return head ?? aside?.event
    if (failures > 0) return head
    return aside.nextAt === 0 || this.#isAsideDue ? aside.event : head
  }

  /** Records the outcome of an attempt in regular order. */
  settle({ id }: EventRecord, outcome: Outcome, now: number, wait: WaitAfter): void {
    const aside = this.aside.find(id)
    this.#isAsideDue = aside === undefined
    if (outcome === 'acknowledged') {
      if (id !== this.head?.id && this.#line.isOwed(id)) this.#stepAsideBefore(id)
      this.acknowledge(id)
      return
    }
    const failures = (aside?.failures ?? 0) + 1
    this.aside.putOff(id, failures, now + wait(failures, id))
    if (outcome === 'unanswered') this.#pause(now, wait)
    else if (id === this.head?.id) this.#refused(now, wait)
    else if (this.#line.isOwed(id)) this.#refusedInItsStead(id, now, wait)
    // The webhook responded, and no other event gives a reason to wait.
    else if (this.head === undefined) this.#free()
  }

  /** Removes an event from the pending ones and resets the failures. */
  acknowledge(eventId: string): void {
    this.byHand.delete(eventId)
    this.#free()
    const isSettledNow =
      this.#line.settle(eventId) || (this.aside.remove(eventId) && this.#line.isAhead(eventId))
    if (isSettledNow) this.record = { ...this.record, ahead: [...this.record.ahead, eventId] }
    this.#advance()
  }

  /** Makes a waiting attempt due now. */
  hasten(): void {
    const { nextAt: _due, ...record } = this.record
    this.record = record
  }

  /** Counts one more failure, and waits for the corresponding delay. */
  postpone(now: number, wait: WaitAfter): void {
    const failures = this.record.failures + 1
    this.record = { ...this.record, failures, nextAt: now + wait(failures, this.head?.id ?? '') }
  }

  /** The number of refusals of the first event before later ones are attempted instead. */
  get #patience(): number {
    return patienceWith(this.aside.size)
  }

  /**
   * Whether too few events were attempted to conclude that all are refused; new events are then attempted at once.
   */
  get #isUndecided(): boolean {
    const { refusals = 0 } = this.record
    return refusals >= this.#patience && this.#line.triedCount < fewest && this.#line.hasUntried
  }

  /** Resets the failures, so that waiting events are due. */
  #free(): void {
    this.hasten()
    const { refusals: _refusals, ...record } = this.record
    this.#probes = 0
    this.record = { ...record, failures: 0 }
  }

  /** Without a response, all events wait. */
  #pause(now: number, wait: WaitAfter): void {
    const { refusals: _refusals, ...record } = this.record
    this.#probes = 0
    this.record = record
    this.postpone(now, wait)
  }

  #refused(now: number, wait: WaitAfter): void {
    const refusals = (this.record.refusals ?? 0) + 1
    this.postpone(now, wait)
    this.record = { ...this.record, refusals }
    if (refusals < this.#patience || this.#line.owed < 2) return
    this.#probes = this.#line.hasUntried ? probesAfter(refusals - this.#patience) : Number(refusals >= sure)
    if (this.#probes > 0) this.hasten()
  }

  #refusedInItsStead(id: string, now: number, wait: WaitAfter): void {
    this.#line.tried(id)
    this.#probes = this.#line.hasUntried ? Math.max(this.#probes - 1, 0) : 0
    if (this.#probes > 0 || this.record.nextAt !== undefined) return
    this.record = { ...this.record, nextAt: now + wait(this.record.failures, this.head?.id ?? '') }
  }

  /** Sets aside the events before an accepted one, since the receiver refuses specifically those. */
  #stepAsideBefore(eventId: string): void {
    const { refusals = 1 } = this.record
    const { head } = this
    for (const event of this.#line.before(eventId)) {
      if (this.express.has(event.id)) continue
      this.aside.add(this.record.webhookId, event, event === head ? refusals : 1)
      this.#line.settle(event.id)
    }
  }

  /** Advances the cursor past everything that was acknowledged or set aside. */
  #advance(): void {
    const passed = this.#line.advance()
    const last = passed.at(-1)
    if (last === undefined) return
    const gone = new Set(passed)
    this.record = {
      ...this.record,
      cursor: last,
      ahead: this.record.ahead.filter((one) => !gone.has(one)),
    }
  }
}
