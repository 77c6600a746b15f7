const mostValues = 50
const longest = 200

const isKeepable = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && isShort(value))

const isShort = (value: string): boolean => value !== '' && value.length <= longest

/** Values by a key, each with the number of times that it was seen; of each key the latest ones. */
export class SeenValues {
  readonly #byKey = new Map<string, Map<string | number | boolean, number>>()
  readonly #mostKeys: number

  constructor(mostKeys = 3000) {
    this.#mostKeys = mostKeys
  }

  /** Keeps a text, number or boolean; anything else, and very long texts, are left alone. */
  add(key: string, value: unknown): void {
    if (!isKeepable(value)) return
    const known = this.#byKey.get(key) ?? new Map<string | number | boolean, number>()
    if (known.size === 0 && this.#byKey.size >= this.#mostKeys) return
    this.#byKey.set(key, known)
    const times = known.get(value) ?? 0
    known.delete(value)
    known.set(value, times + 1)
    if (known.size > mostValues) known.delete(known.keys().next().value ?? '')
  }

  /** The values of a key, those seen most often first; only those seen so many times. */
  of(key: string, least = 1): readonly unknown[] {
    const entries = [...(this.#byKey.get(key) ?? [])].filter(([, times]) => times >= least)
    return entries.toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  }
}
