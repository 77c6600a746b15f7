import type { EventRecord } from '../state/records.js'

const longestTail = 1024

/** The pending events of a webhook in the order of the log, including those settled out of order. */
export class EventLine {
  #events: EventRecord[] = []
  #first = 0
  readonly #owed = new Set<string>()
  readonly #settled = new Set<string>()
  /** The position up to which later events were attempted instead of the first, and that of their second attempts. */
  #tried = 0
  #again = 0
  #triedCount = 0

  get head(): EventRecord | undefined {
    return this.#events[this.#first]
  }

  /** The number of pending events. */
  get owed(): number {
    return this.#owed.size
  }

  /** The number of later events attempted since the current head became first. */
  get triedCount(): number {
    return this.#triedCount
  }

  /** Whether a later event was not attempted since the current head became first. */
  get hasUntried(): boolean {
    return this.#find(Math.max(this.#tried, this.#first), this.#events.length) !== undefined
  }

  isOwed(eventId: string): boolean {
    return this.#owed.has(eventId)
  }

  /** Whether an event is settled while an earlier one is not. */
  isAhead(eventId: string): boolean {
    return this.#settled.has(eventId)
  }

  add(event: EventRecord, isSettled: boolean): void {
    this.#events.push(event)
    if (isSettled) this.#settled.add(event.id)
    else this.#owed.add(event.id)
  }

  /** Returns whether the event was pending. */
  settle(eventId: string): boolean {
    if (!this.#owed.delete(eventId)) return false
    this.#settled.add(eventId)
    return true
  }

  /**
   * The event to attempt instead of the first: the next one that was not attempted, or otherwise the next one in
   * rotation.
   */
  nextBehind(fits: (eventId: string) => boolean): EventRecord | undefined {
    const end = this.#events.length
    const [tried, again] = [Math.max(this.#tried, this.#first), Math.max(this.#again, this.#first)]
    const at =
      this.#find(tried, end, fits) ?? this.#find(again, end, fits) ?? this.#find(this.#first, again + 1, fits)
    return at === undefined ? undefined : this.#events[at]
  }

  /** Records that an event after the first was refused. */
  tried(eventId: string): void {
    const at = this.#events.findIndex(({ id }, index) => index > this.#first && id === eventId)
    if (at > this.#tried) {
      this.#tried = at
      this.#triedCount += 1
    } else this.#again = at
  }

  /** The pending events before one. */
  before(eventId: string): readonly EventRecord[] {
    const at = this.#events.findIndex(({ id }) => id === eventId)
    return this.#events.slice(this.#first, Math.max(at, this.#first)).filter(({ id }) => this.#owed.has(id))
  }

  /** Advances to the first pending event; returns the ids that it passed. */
  advance(): readonly string[] {
    const passed: string[] = []
    for (let { head } = this; head !== undefined && !this.#owed.has(head.id); head = this.head) {
      passed.push(head.id)
      this.#settled.delete(head.id)
      this.#first += 1
    }
    if (passed.length === 0) return passed
    if (this.#first >= longestTail) {
      this.#events = this.#events.slice(this.#first)
      this.#first = 0
    }
    this.#tried = this.#first
    this.#again = this.#first
    this.#triedCount = 0
    return passed
  }

  /** The position of the next pending event after a position. */
  #find(after: number, end: number, fits: (eventId: string) => boolean = () => true): number | undefined {
    for (let at = after + 1; at < end; at += 1) {
      const event = this.#events[at]
      if (event !== undefined && this.#owed.has(event.id) && fits(event.id)) return at
    }
    return undefined
  }
}
