import { isObject } from '../load/pointer.js'
import type { RawObject } from '../model/document.js'
import { listOf } from './reading.js'
import type { References, Target } from './references.js'

// TypeScript gives up at a hundred thousand, and is slow long before.
const largest = 2000
const countless = 1_000_000

/** Counts the branches that types come to once intersections of unions are multiplied out. */
export class Sizes {
  readonly #references: References
  readonly #known = new Map<Target, number>()

  constructor(references: References) {
    this.#references = references
  }

  /**
   * Whether one union may be printed beside all else that `whole` demands of the same value. A union that stands
   * alone multiplies nothing, however large it is.
   */
  fits(branches: readonly unknown[], whole: RawObject | undefined): boolean {
    const own = this.#sum(branches)
    if (own <= 1) return true
    const all = this.size(whole)
    return all <= largest || own >= all
  }

  /** The branches of one schema. */
  size(schema: unknown): number {
    if (!isObject(schema)) return 1
    const { $ref } = schema
    let size = typeof $ref === 'string' ? this.#ofTarget(this.#references.end($ref)) : 1
    if (typeof $ref === 'string' && this.#references.hidesSiblings(schema)) return size
    for (const member of listOf(schema['allOf'])) size *= this.size(member)
    size *= this.#sum(listOf(schema['oneOf'])) * this.#sum(listOf(schema['anyOf']))
    return Math.min(size, countless)
  }

  #sum(branches: readonly unknown[]): number {
    const sum = branches.reduce<number>((total, branch) => total + this.size(branch), 0)
    return Math.max(1, sum)
  }

  #ofTarget(target: Target): number {
    const known = this.#known.get(target)
    if (known !== undefined) return known
    // What leads back to itself counts once.
    this.#known.set(target, 1)
    const size = this.size(target.node)
    this.#known.set(target, size)
    return size
  }
}
