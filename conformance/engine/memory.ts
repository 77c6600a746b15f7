/** Things that are made once and shared by rules: customers, bank accounts, a quote that is served. */
export class Memory {
  readonly #made = new Map<string, Promise<unknown>>()

  /** A value that is made at most once; a failure is remembered too, so that it is told the same way. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name) as Promise<T> | undefined
    const value = known ?? Promise.resolve().then(make)
    if (!known) this.#made.set(name, value)
    return value
  }
}
