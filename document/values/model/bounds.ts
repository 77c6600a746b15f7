/** Thrown if a value would take more steps than allowed. */
export class Spent extends Error {
  override readonly name = 'Spent'
}

/** Limits on the size of one value and the steps to make it, so that requests stay small and runs fast. */
export const most = {
  /** Validated schemas and explored union branches. */
  steps: 100_000,
  /** Characters of a string whose length the document requires. */
  characters: 500_000,
  /** Characters of a string without a length limit in the document. */
  freeCharacters: 10_000,
  items: 1_000,
  /** Nested objects and lists. */
  depth: 100,
  /** Characters of the whole value as JSON. */
  json: 1_000_000,
} as const

const partOfLeft = 0.5
/** The minimum of steps for starting a part. */
const leastPart = 50

/** Counts the steps for one value, and records the keywords that require more than the limits. */
export class Bounds {
  readonly exceeded = new Set<string>()
  #left: number = most.steps
  #least: number = most.steps

  /** The most steps that any value took. */
  get mostSteps(): number {
    return most.steps - Math.min(this.#least, this.#left)
  }

  /** Resets the steps for the next value. */
  rest(): void {
    this.#least = Math.min(this.#least, this.#left)
    this.#left = most.steps
  }

  /** @throws Spent if no steps are left */
  take(steps = 1): void {
    this.#left -= steps
    if (this.#left >= 0) return
    this.exceeded.add('combinations')
    throw new Spent()
  }

  /** Whether a keyword stays within a limit; otherwise it is recorded as the reason for the missing value. */
  allows(keyword: string, asked: number, allowed: number): boolean {
    if (asked > allowed) this.exceeded.add(keyword)
    return asked <= allowed
  }

  /** Runs a function with a part of the remaining steps; undefined if it takes more. */
  part<Made>(make: () => Made): Made | undefined {
    const before = this.#left
    if (before < leastPart) return undefined
    this.#left = Math.floor(before * partOfLeft)
    const given = this.#left
    try {
      return make()
    } catch (error) {
      if (!(error instanceof Spent)) throw error
      return undefined
    } finally {
      this.#left = before - (given - Math.max(0, this.#left))
    }
  }

  /**
   * Passes items on as long as each takes no more than a part of the remaining steps.
   * @yields them lazily
   */
  *partly<Item>(items: Iterable<Item>): Iterable<Item> {
    const iterator = items[Symbol.iterator]()
    for (;;) {
      const next = this.part(() => iterator.next())
      if (!next || next.done === true) return
      yield next.value
    }
  }
}
