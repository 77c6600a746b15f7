const most = 10_000

/** Contents of earlier deliveries, by the key that repetitions share. */
export class SeenContents {
  readonly #numbers = new Map<string, number>()

  /** The number of the first delivery with the same content; records this one if there is none. */
  earlier(key: string | undefined, number: number): number | undefined {
    if (key === undefined) return undefined
    const first = this.#numbers.get(key)
    if (first !== undefined) return first
    this.#numbers.set(key, number)
    const [oldest] = this.#numbers.keys()
    if (this.#numbers.size > most && oldest !== undefined) this.#numbers.delete(oldest)
    return undefined
  }
}
