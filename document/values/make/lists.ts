import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'
import type { Making, Pass, Spot, Variant } from './making.js'

const longest = 1000
const most = 100

/** Where an item of a list is made. */
export function itemSpot({ name, shown, around, depth }: Spot): Spot {
  return {
    ...(name !== undefined && { name }),
    shown: shown.flatMap((one) => (Array.isArray(one) ? one : [])),
    around,
    depth: depth + 1,
  }
}

/** Makes lists of one shape. */
export class ListMaker {
  readonly #shape: Shape
  readonly #spot: Spot
  readonly #making: Making
  readonly #least: number
  readonly #most: number

  constructor(shape: Shape, spot: Spot, making: Making) {
    this.#shape = shape
    this.#spot = itemSpot(spot)
    this.#making = making
    const contained = shape.contained.length === 0 ? 0 : (shape.largest('minContains') ?? 1)
    this.#least = Math.min(Math.max(shape.largest('minItems') ?? 0, contained), longest)
    this.#most = shape.smallest('maxItems') ?? Infinity
  }

  /**
   * Lists to begin with, best first.
   * @yields each, when it is asked for
   */
  *attempts(): Iterable<readonly unknown[]> {
    const smallest = this.#of(this.#least)
    if (smallest !== undefined) yield smallest
    const larger = this.#of(this.#least + 1)
    if (larger !== undefined) yield larger
  }

  /** A list with an item, where it may have one. */
  full(): readonly unknown[] | undefined {
    return this.#of(Math.min(Math.max(1, this.#least), this.#most), 'full') ?? this.#of(this.#least)
  }

  *variants(base: readonly unknown[], pass: Pass): Iterable<Variant> {
    if (pass === 'plain') yield* this.#lengths(base)
    else yield* this.#long()
    const others = this.#of(this.#least)?.slice(1) ?? []
    for (const variant of this.#making.variants(this.#item(0), this.#spot, pass)) {
      if (this.#most > 0)
        yield { value: [variant.value, ...others], at: [0, ...variant.at], words: variant.words }
    }
  }

  #of(count: number, size: 'base' | 'full' = 'base'): readonly unknown[] | undefined {
    return count > this.#most ? undefined : this.ofLength(count, size)
  }

  #item(index: number): Node {
    return index < (this.#shape.largest('minContains') ?? 1)
      ? [...this.#shape.contained, ...this.#shape.item(index)]
      : this.#shape.item(index)
  }

  /** A list of a length, be it allowed or not; undefined where there are not as many items. */
  ofLength(count: number, size: 'base' | 'full' = 'base'): readonly unknown[] | undefined {
    if (this.#shape.all('uniqueItems').includes(true) && count > 1) return this.#distinct(count)
    const items: unknown[] = []
    for (let index = 0; index < count; index++) {
      const item = items.length > 8 ? items.at(-1) : this.#making[size](this.#item(index), this.#spot)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }

  #distinct(count: number): readonly unknown[] | undefined {
    const found = new Map<string, unknown>()
    const add = (value: unknown): boolean => {
      if (value !== undefined && !found.has(JSON.stringify(value))) found.set(JSON.stringify(value), value)
      return found.size >= count
    }
    const node = this.#item(0)
    if (add(this.#making.base(node, this.#spot))) return [...found.values()]
    for (const pass of ['plain', 'peculiar'] as const)
      for (const { value } of this.#making.variants(node, this.#spot, pass))
        if (add(value)) return [...found.values()]
    for (let index = 0; index < count * 2; index++) {
      const value = index % 2 === 0 ? index + 1000 : `sample${index}`
      if (this.#making.holds(value, node) && add(value)) return [...found.values()]
    }
    return undefined
  }

  *#lengths(base: readonly unknown[]): Iterable<Variant> {
    const full = this.full()
    if (full !== undefined && full.length > base.length) yield { value: full, at: [], words: 'with an item' }
    for (const count of [0, 1, 2, this.#least, ...(this.#most <= most ? [this.#most] : [])]) {
      const list = count < this.#least || count === base.length ? undefined : this.#of(count)
      if (list !== undefined)
        yield { value: list, at: [], words: count === 0 ? 'empty' : `with ${count} items` }
    }
    const each = this.#making
      .shapes(this.#item(0))
      .map((shape) => this.#making.base(shape.clauses, this.#spot))
    const known = each.filter((one) => one !== undefined)
    if (known.length > 1 && known.length <= this.#most)
      yield { value: known, at: [], words: 'with an item of each kind' }
  }

  *#long(): Iterable<Variant> {
    const count = Math.min(longest, this.#most)
    const list = count > most ? this.#of(count) : undefined
    if (list !== undefined) yield { value: list, at: [], words: `with ${count} items` }
  }
}
