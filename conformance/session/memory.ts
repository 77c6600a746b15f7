import { Inconclusive } from '../model/outcome.js'

/** Things that are made once and shared by rules: customers, bank accounts, a quote that is served. */
export class Memory {
  readonly #made = new Map<string, Promise<unknown>>()

  /**
   * A value that is made at most once. A failure is remembered too, so that it is reported the same way, unless the
   * service failed: it may be back for the next rule.
   */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name) as Promise<T> | undefined
    if (known) return known
    const value = Promise.resolve().then(make)
    this.#made.set(name, value)
    value.catch((error: unknown) => {
      if (error instanceof Inconclusive) this.#made.delete(name)
    })
    return value
  }
}
