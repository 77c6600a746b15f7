/** A delivery in a queue. */
export interface Entry {
  readonly number: number
  attempts: number
  /** Attempts that reached the target. */
  failures: number
  /** Whether the last answer was that the target does not want this delivery. */
  wasRefused: boolean
  /** When it is attempted again, of one that was set aside. */
  due: number
}

// Failures of the first one after which those behind it are tried in its stead.
const refusalsBefore = 2
const failuresBefore = 6
const mostInItsStead = 16

const without = (entries: readonly Entry[], number: number): Entry[] =>
  entries.filter((entry) => entry.number !== number)

/** The deliveries of a queue: those in order, and those that were set aside. */
export class QueueEntries {
  inOrder: readonly Entry[] = []
  aside: readonly Entry[] = []
  /** Those in order that failed since the target took one, or since the last wait. */
  passed: readonly Entry[] = []

  get size(): number {
    return this.inOrder.length + this.aside.length
  }

  /** Puts a delivery behind those with a lower number. */
  add(number: number): void {
    const entry: Entry = { number, attempts: 0, failures: 0, wasRefused: false, due: 0 }
    const before = this.inOrder.findLastIndex((other) => other.number < number)
    this.inOrder = this.inOrder.toSpliced(before + 1, 0, entry)
  }

  /** Takes a delivery out. */
  remove(number: number): void {
    this.inOrder = without(this.inOrder, number)
    this.aside = without(this.aside, number)
    this.passed = without(this.passed, number)
  }

  /** The first one in order that was not passed. */
  next(): Entry | undefined {
    return this.inOrder.find((entry) => !this.passed.includes(entry))
  }

  /** The first one that was set aside and is due. */
  due(now: number): Entry | undefined {
    return this.aside.find((entry) => entry.due <= now)
  }

  /** When the next one that was set aside is due. */
  nextDue(): number {
    return this.aside.reduce((least, { due }) => Math.min(least, due), Infinity)
  }

  /** Makes all that were set aside due. */
  callBack(now: number): void {
    for (const entry of this.aside) entry.due = Math.min(entry.due, now)
  }

  /** Goes past one that failed; false when no more may be passed now. */
  pass(entry: Entry): boolean {
    if (this.inOrder.includes(entry)) this.passed = [...this.passed, entry]
    return this.passed.length <= this.#inItsStead() && this.next() !== undefined
  }

  /** Takes one out of the order: those behind it go on. */
  setAside(entry: Entry): void {
    this.remove(entry.number)
    this.aside = [...this.aside, entry].toSorted((a, b) => a.number - b.number)
  }

  /** How many behind the first are tried in its stead. */
  #inItsStead(): number {
    const [head] = this.passed
    if (head === undefined) return 0
    const over = head.failures - (head.wasRefused ? refusalsBefore : failuresBefore)
    return over < 0 ? 0 : Math.min(2 ** over, mostInItsStead)
  }
}
