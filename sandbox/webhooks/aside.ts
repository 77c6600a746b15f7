import type { EventRecord } from '../state/records.js'

/** An event that was refused and set aside, so that later ones are delivered, with a schedule of its own. */
export interface AsideRecord {
  readonly webhookId: string
  readonly eventId: string
  /** Its position among the events set aside. */
  readonly order: number
  /** The number of consecutive refusals. */
  readonly failures: number
  /** When it is due, in milliseconds of the sandbox clock; 0 gives it priority over all others. */
  readonly nextAt: number
}

/** An event set aside, with the event to deliver. */
export interface AsideEvent extends AsideRecord {
  readonly event: EventRecord
}

/** The storage of the records. */
export interface AsideKeeping {
  readonly keep: (record: AsideRecord) => void
  readonly drop: (record: AsideRecord) => void
}

const isLater = (one: AsideRecord, other: AsideRecord): boolean =>
  one.nextAt === other.nextAt ? one.order > other.order : one.nextAt > other.nextAt

/**
 * The events of one webhook that were set aside, in the order in which they are due. Finding the next one does not
 * depend on their number.
 */
export class AsideEvents {
  readonly #byId = new Map<string, AsideEvent>()
  /** Sorted with the next one last. Entries that are no longer in `#byId` are skipped. */
  #schedule: AsideEvent[] = []
  readonly #keeping: AsideKeeping
  #orders = 0

  constructor(keeping: AsideKeeping) {
    this.#keeping = keeping
  }

  get size(): number {
    return this.#byId.size
  }

  /** The event that was set aside first. */
  get oldest(): AsideEvent | undefined {
    const [first] = this.#byId.values()
    return first
  }

  find(eventId: string): AsideEvent | undefined {
    return this.#byId.get(eventId)
  }

  /** The event that is due first. */
  get next(): AsideEvent | undefined {
    for (let last = this.#schedule.at(-1); last !== undefined; last = this.#schedule.at(-1)) {
      if (this.#byId.get(last.eventId) === last) return last
      this.#schedule.pop()
    }
    return undefined
  }

  /** Restores stored events, oldest first. */
  restore(known: readonly AsideEvent[]): void {
    for (const one of known) {
      this.#byId.set(one.eventId, one)
      this.#insert(one)
      this.#orders = Math.max(this.#orders, one.order)
    }
  }

  add(webhookId: string, event: EventRecord, failures: number): void {
    this.#orders += 1
    this.#put({ webhookId, eventId: event.id, order: this.#orders, failures, nextAt: 0, event })
  }

  /** Postpones an event that was refused again. */
  putOff(eventId: string, failures: number, nextAt: number): void {
    const known = this.#byId.get(eventId)
    if (known !== undefined) this.#put({ ...known, failures, nextAt })
  }

  /** Gives matching events priority over all others. */
  hasten(fits: (one: AsideEvent) => boolean): void {
    const hastened = [...this.#byId.values()].filter((one) => one.nextAt > 0 && fits(one))
    for (const one of hastened) this.#put({ ...one, nextAt: 0 })
  }

  /** Returns whether it was present. */
  remove(eventId: string): boolean {
    const known = this.#byId.get(eventId)
    if (known === undefined) return false
    this.#byId.delete(eventId)
    this.#keeping.drop(known)
    return true
  }

  /** Removes all events. */
  clear(): void {
    for (const one of this.#byId.values()) this.#keeping.drop(one)
    this.#byId.clear()
    this.#schedule = []
  }

  #put(one: AsideEvent): void {
    this.#byId.set(one.eventId, one)
    this.#insert(one)
    const { event: _event, ...record } = one
    this.#keeping.keep(record)
  }

  #insert(one: AsideEvent): void {
    let [low, high] = [0, this.#schedule.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const there = this.#schedule[middle]
      if (there !== undefined && isLater(there, one)) low = middle + 1
      else high = middle
    }
    this.#schedule.splice(low, 0, one)
  }
}
