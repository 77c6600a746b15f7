/** A list that is made while it is read, and kept: several readers begin at its beginning. */
export class LazyList<Item> implements Iterable<Item> {
  readonly #source: Iterator<Item>
  readonly #items: Item[] = []
  #isEnded = false

  constructor(source: Iterable<Item>) {
    this.#source = source[Symbol.iterator]()
  }

  /** The item at an index; undefined where there are not so many. */
  at(index: number): Item | undefined {
    while (!this.#isEnded && this.#items.length <= index) {
      const { done, value } = this.#source.next()
      if (done === true) this.#isEnded = true
      else this.#items.push(value)
    }
    return this.#items[index]
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let index = 0; ; index++) {
      const item = this.at(index)
      if (item === undefined) return
      yield item
    }
  }
}
