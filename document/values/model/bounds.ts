/** Thrown where a value would take more steps than are spent on one. */
export class Spent extends Error {
  override readonly name = 'Spent'
}

/** The most that one value has, and takes to be made: requests stay small, and a run keeps to its time. */
export const most = {
  /** Schemas that are asked of a value, and ways through unions. */
  steps: 100_000,
  /** Characters of a text that a document demands. */
  characters: 500_000,
  /** Characters of a text where the document sets no bound. */
  freeCharacters: 10_000,
  items: 1_000,
  /** Objects and lists inside each other. */
  depth: 100,
  /** Characters of the whole value as JSON. */
  json: 1_000_000,
} as const

const partOfLeft = 0.5
/** With fewer steps nothing is begun. */
const leastPart = 50

/** Counts the steps that go into one value, and names the keywords that ask for more than is made. */
export class Bounds {
  readonly exceeded = new Set<string>()
  #left: number = most.steps
  #least: number = most.steps

  /** Steps of the value that took the most of them. */
  get mostSteps(): number {
    return most.steps - Math.min(this.#least, this.#left)
  }

  /** Begins with another value. */
  rest(): void {
    this.#least = Math.min(this.#least, this.#left)
    this.#left = most.steps
  }

  /** @throws Spent when there are none left */
  take(steps = 1): void {
    this.#left -= steps
    if (this.#left >= 0) return
    this.exceeded.add('combinations')
    throw new Spent()
  }

  /** True when a keyword asks for no more than is made; otherwise it is named as the reason why there is no value. */
  allows(keyword: string, asked: number, allowed: number): boolean {
    if (asked > allowed) this.exceeded.add(keyword)
    return asked <= allowed
  }

  /** Does something with a part of the steps that are left; undefined where it takes more. */
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
   * The same items, as long as each takes no more than a part of the steps that are left.
   * @yields each, when it is asked for
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
