/** A delivery in a queue. */
export interface Entry {
  readonly number: number
  attempts: number
  /** Attempts that reached the target. */
  failures: number
  /** Whether the last response refused this delivery. */
  wasRefused: boolean
  /** The time of the next attempt, if it was set aside. */
  due: number
}

// Failures of the first one after which later ones are tried instead.
const refusalsBefore = 2
const failuresBefore = 6
const mostInItsStead = 16

const without = (entries: readonly Entry[], number: number): Entry[] =>
  entries.filter((entry) => entry.number !== number)

/** The deliveries of a queue: those in order, and those set aside. */
export class QueueEntries {
  inOrder: readonly Entry[] = []
  aside: readonly Entry[] = []
  /** Deliveries in order that failed since the last success or wait. */
  passed: readonly Entry[] = []

  get size(): number {
    return this.inOrder.length + this.aside.length
  }

  /** Inserts a delivery after those with lower numbers. */
  add(number: number): void {
    const entry: Entry = { number, attempts: 0, failures: 0, wasRefused: false, due: 0 }
    const before = this.inOrder.findLastIndex((other) => other.number < number)
    this.inOrder = this.inOrder.toSpliced(before + 1, 0, entry)
  }

  /** Removes a delivery. */
  remove(number: number): void {
    this.inOrder = without(this.inOrder, number)
    this.aside = without(this.aside, number)
    this.passed = without(this.passed, number)
  }

  /** The first delivery in order that was not passed. */
  next(): Entry | undefined {
    return this.inOrder.find((entry) => !this.passed.includes(entry))
  }

  /** The first delivery set aside that is due. */
  due(now: number): Entry | undefined {
    return this.aside.find((entry) => entry.due <= now)
  }

  /** The earliest due time of those set aside. */
  nextDue(): number {
    return this.aside.reduce((least, { due }) => Math.min(least, due), Infinity)
  }

  /** Makes all deliveries set aside due. */
  callBack(now: number): void {
    for (const entry of this.aside) entry.due = Math.min(entry.due, now)
  }

  /** Passes a failed delivery; false when no more may be passed now. */
  pass(entry: Entry): boolean {
    if (this.inOrder.includes(entry)) this.passed = [...this.passed, entry]
    return this.passed.length <= this.#inItsStead() && this.next() !== undefined
  }

  /** Sets a delivery aside, so that later ones continue. */
  setAside(entry: Entry): void {
    this.remove(entry.number)
    this.aside = [...this.aside, entry].toSorted((a, b) => a.number - b.number)
  }

  /** The number of later deliveries that are tried instead of the first. */
  #inItsStead(): number {
    const [head] = this.passed
    if (head === undefined) return 0
    const over = head.failures - (head.wasRefused ? refusalsBefore : failuresBefore)
    return over < 0 ? 0 : Math.min(2 ** over, mostInItsStead)
  }
}
