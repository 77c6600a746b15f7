import type { EventRecord } from '../state/records.js'
import type { AsideEvents } from './aside.js'
import { EventLine } from './event-line.js'
import { fewest, patienceWith, probesAfter, sure } from './probing.js'
import type { QueueRecord } from './queue-record.js'

/** The outcome of an attempt: `refused` is an answer other than 200, `unanswered` none, or none that is whole. */
export type Outcome = 'acknowledged' | 'refused' | 'unanswered'

/** How long to wait after so many failures in a row, in milliseconds. */
export type WaitAfter = (failures: number, eventId: string) => number

/**
 * The events that one webhook is owed. The first is tried until it is acknowledged. Where it is answered and refused
 * again and again, those behind it are tried, one by one: if one of them is taken, the webhook is there and refuses what
 * was tried before it, and that steps aside; if none is, the webhook is not available, and all of them wait in order.
 */
export class DeliveryQueue {
  record: QueueRecord
  /** Whether its queue is being worked on. */
  busy = false
  /** Attempts that this process made. */
  made = 0
  timer: NodeJS.Timeout | undefined
  /** Events whose attempt out of turn is on its way. */
  readonly express = new Set<string>()
  /** Events that somebody wants to be tried again now. */
  readonly byHand = new Set<string>()
  readonly aside: AsideEvents
  readonly #line = new EventLine()
  /** How many events may still be tried in the stead of the first. */
  #probes = 0
  /** Whether it is the turn of those that stepped aside. */
  #isAsideDue = false

  constructor(record: QueueRecord, aside: AsideEvents) {
    this.record = record
    this.aside = aside
  }

  get head(): EventRecord | undefined {
    return this.#line.head
  }

  /** Events that are not acknowledged yet. */
  get pending(): number {
    return this.#line.owed + this.aside.size
  }

  /** When the oldest of them happened. */
  get waitingSince(): Date | undefined {
    return this.aside.oldest?.event.createdAt ?? this.head?.createdAt
  }

  /** When there is something to do next, in milliseconds; absent where it is not a matter of time. */
  get dueAt(): number | undefined {
    const { nextAt } = this.record
    if (this.head !== undefined) return nextAt
    const { next } = this.aside
    return next === undefined ? nextAt : Math.max(next.nextAt, nextAt ?? 0)
  }

  isOwed(eventId: string): boolean {
    return this.#line.isOwed(eventId) || this.aside.find(eventId) !== undefined
  }

  /** Adds an event behind all others; one that was settled out of turn is passed over in its turn. */
  add(event: EventRecord): void {
    const isSettled = this.record.ahead.includes(event.id) || this.aside.find(event.id) !== undefined
    this.#line.add(event, isSettled)
    this.#advance()
  }

  /** The event that is to be tried now, if there is one. */
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

  /** Notes what came of an attempt that was made in its turn. */
  settle({ id }: EventRecord, outcome: Outcome, now: number, wait: WaitAfter): void {
    const aside = this.aside.find(id)
    this.#isAsideDue = aside === undefined
    if (outcome === 'acknowledged') {
      if (this.#line.isOwed(id)) this.#stepAsideBefore(id)
      this.acknowledge(id)
      return
    }
    const failures = (aside?.failures ?? 0) + 1
    this.aside.putOff(id, failures, now + wait(failures, id))
    if (outcome === 'unanswered') this.#pause(now, wait)
    else if (id === this.head?.id) this.#refused(now, wait)
    else if (this.#line.isOwed(id)) this.#refusedInItsStead(id, now, wait)
    // Something came back, and there is nothing else that could have the webhook wait.
    else if (this.head === undefined) this.#free()
  }

  /** Takes an event out of what is owed, in its turn or not, and ends a row of failures. */
  acknowledge(eventId: string): void {
    this.byHand.delete(eventId)
    this.#free()
    const isSettledNow =
      this.#line.settle(eventId) || (this.aside.remove(eventId) && this.#line.isAhead(eventId))
    if (isSettledNow) this.record = { ...this.record, ahead: [...this.record.ahead, eventId] }
    this.#advance()
  }

  /** Makes an attempt due that waits for its time. */
  hasten(): void {
    const { nextAt: _due, ...record } = this.record
    this.record = record
  }

  /** Lengthens the row of failures by one, and waits as long as that takes. */
  postpone(now: number, wait: WaitAfter): void {
    const failures = this.record.failures + 1
    this.record = { ...this.record, failures, nextAt: now + wait(failures, this.head?.id ?? '') }
  }

  /** Refusals of the first event after which those behind it are tried in its stead. */
  get #patience(): number {
    return patienceWith(this.aside.size)
  }

  /** Whether too few events were tried to say that everything is refused: one that comes is tried at once then. */
  get #isUndecided(): boolean {
    const { refusals = 0 } = this.record
    return refusals >= this.#patience && this.#line.triedCount < fewest && this.#line.hasUntried
  }

  /** Ends a row of failures: what waits is due. */
  #free(): void {
    this.hasten()
    const { refusals: _refusals, ...record } = this.record
    this.#probes = 0
    this.record = { ...record, failures: 0 }
  }

  /** No answer came: everything waits. */
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

  /** One behind them is taken, so that they are what is refused. They are tried once more before it goes on. */
  #stepAsideBefore(eventId: string): void {
    const { refusals = 1 } = this.record
    const { head } = this
    for (const event of this.#line.before(eventId)) {
      if (this.express.has(event.id)) continue
      this.aside.add(this.record.webhookId, event, event === head ? refusals : 1)
      this.#line.settle(event.id)
    }
  }

  /** Moves the cursor over everything that was acknowledged or stepped aside. */
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
