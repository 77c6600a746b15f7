import type { EventRecord } from '../state/records.js'

/** An event that was refused and lets those behind it pass, with its own schedule. */
export interface AsideRecord {
  readonly webhookId: string
  readonly eventId: string
  /** Its place among those that stepped aside. */
  readonly order: number
  /** How often it was refused in a row. */
  readonly failures: number
  /** When it is due, by the clock of the sandbox, in milliseconds; 0 where it goes before all others. */
  readonly nextAt: number
}

/** One of them, with what is to be delivered. */
export interface AsideEvent extends AsideRecord {
  readonly event: EventRecord
}

/** Where the records are kept. */
export interface AsideKeeping {
  readonly keep: (record: AsideRecord) => void
  readonly drop: (record: AsideRecord) => void
}

const isLater = (one: AsideRecord, other: AsideRecord): boolean =>
  one.nextAt === other.nextAt ? one.order > other.order : one.nextAt > other.nextAt

/**
 * The events of one webhook that stepped aside, in the order in which they are due. However many they are, the next is
 * found at once.
 */
export class AsideEvents {
  readonly #byId = new Map<string, AsideEvent>()
  /** The next one last. What is not in `#byId` any more is passed over. */
  #schedule: AsideEvent[] = []
  readonly #keeping: AsideKeeping
  #orders = 0

  constructor(keeping: AsideKeeping) {
    this.#keeping = keeping
  }

  get size(): number {
    return this.#byId.size
  }

  /** The one that stepped aside first. */
  get oldest(): AsideEvent | undefined {
    const [first] = this.#byId.values()
    return first
  }

  find(eventId: string): AsideEvent | undefined {
    return this.#byId.get(eventId)
  }

  /** The one that is due first. */
  get next(): AsideEvent | undefined {
    for (let last = this.#schedule.at(-1); last !== undefined; last = this.#schedule.at(-1)) {
      if (this.#byId.get(last.eventId) === last) return last
      this.#schedule.pop()
    }
    return undefined
  }

  /** Takes back what was kept, oldest first. */
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

  /** Puts one off that was refused again. */
  putOff(eventId: string, failures: number, nextAt: number): void {
    const known = this.#byId.get(eventId)
    if (known !== undefined) this.#put({ ...known, failures, nextAt })
  }

  /** Makes those go before all others that fit. */
  hasten(fits: (one: AsideEvent) => boolean): void {
    const hastened = [...this.#byId.values()].filter((one) => one.nextAt > 0 && fits(one))
    for (const one of hastened) this.#put({ ...one, nextAt: 0 })
  }

  /** Returns whether it was there. */
  remove(eventId: string): boolean {
    const known = this.#byId.get(eventId)
    if (known === undefined) return false
    this.#byId.delete(eventId)
    this.#keeping.drop(known)
    return true
  }

  /** Forgets all of them. */
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
