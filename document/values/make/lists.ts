import { listOf } from '../../json/json.js'
import { most as bounds, type Node } from '../model/source.js'
import type { Shape } from '../schema/shape.js'
import {
  type Dice,
  holding,
  isFree,
  type Making,
  type Pass,
  type Size,
  type ValueLocation,
  type Variant,
} from './making.js'

/** Length of a long list; lists without `maxItems` stay shorter. */
const long = 100
/** Length of a long list of objects, because a service may create a thing for each, which has to be deleted. */
const longOfObjects = 60
/** Items made individually; later ones repeat. */
const madeItems = 8
const mostDrawn = 4
/** Limit on the length of lists that exceed `maxItems`. */
const mostTooMany = 10_000

const itemLocation = ({ name, path, shown, around, depth }: ValueLocation): ValueLocation => ({
  ...(name !== undefined && { name }),
  path: [...path, '0'],
  shown: shown.flatMap((one) => (Array.isArray(one) ? one : [])),
  around,
  depth: depth + 1,
})

/** Makes lists for one shape. */
export class ListMaker {
  readonly #shape: Shape
  readonly #location: ValueLocation
  readonly #making: Making
  readonly #least: number
  readonly #most: number

  constructor(shape: Shape, location: ValueLocation, making: Making) {
    this.#shape = shape
    this.#location = itemLocation(location)
    this.#making = making
    const contained = shape.contained.length === 0 ? 0 : (shape.largest('minContains') ?? 1)
    this.#least = Math.max(shape.largest('minItems') ?? 0, contained)
    this.#most = shape.smallest('maxItems') ?? Infinity
  }

  /** @yields valid lists, best first */
  *attempts(size: Size): Iterable<readonly unknown[] | undefined> {
    if (!this.#making.bounds.allows('minItems', this.#least, bounds.items)) return
    if (typeof size === 'object') yield this.#drawn(size)
    if (size === 'full') yield this.#full()
    if (this.#isItemIncluded()) yield this.#of(Math.max(1, this.#least))
    yield this.#of(this.#least)
    yield this.#of(this.#least + 1)
  }

  *variants(base: readonly unknown[], pass: Pass): Iterable<Variant> {
    if (pass === 'plain') yield* this.#lengths(base)
    if (pass === 'peculiar') yield* this.#long()
    if (pass === 'wrong') yield* this.#wrong()
    if (this.#most === 0 || this.#isFreeInside()) return
    const others = (pass === 'wrong' ? this.#full() : this.#of(this.#least))?.slice(1) ?? []
    for (const variant of this.#making.variants(this.#item(0), this.#location, pass))
      yield holding([variant.value, ...others], 0, variant)
  }

  /** Whether the caller wants an item, because the service accepted one. */
  #isItemIncluded(): boolean {
    return this.#making.hinted(this.#item(0), this.#location).isIncluded
  }

  /** Whether the list is an item of another, and any value may be in it: each depth would repeat the variants. */
  #isFreeInside(): boolean {
    return isFree(this.#shape) && this.#location.path.at(-2) === '0'
  }

  /** A list with one item if that is allowed. */
  #full(): readonly unknown[] | undefined {
    return this.#of(Math.min(Math.max(1, this.#least), this.#most), 'full') ?? this.#of(this.#least)
  }

  #drawn(dice: Dice): readonly unknown[] {
    const end = Math.max(this.#least, Math.min(this.#most, this.#least + mostDrawn))
    const length = this.#least + Math.floor(dice.number() * (end - this.#least + 1))
    const items = Array.from({ length }, (_, index) =>
      this.#making.make(this.#shape.item(index), this.#location, dice),
    )
    return items.includes(undefined) ? [] : items
  }

  #of(count: number, size: Size = 'base'): readonly unknown[] | undefined {
    return count > this.#most ? undefined : this.#ofLength(count, size)
  }

  #item(index: number): Node {
    return index < (this.#shape.largest('minContains') ?? 1)
      ? [...this.#shape.contained, ...this.#shape.item(index)]
      : this.#shape.item(index)
  }

  /** A list of a length, allowed or not; undefined if there are too few items or they are too large. */
  #ofLength(count: number, size: Size = 'base'): readonly unknown[] | undefined {
    if (this.#shape.all('uniqueItems').includes(true) && count > 1) return this.#distinct(count)
    const own = this.#shape.all('prefixItems').map((listed) => listOf(listed).length)
    const made = Math.max(madeItems, ...own)
    const items: unknown[] = []
    for (let index = 0; index < Math.min(count, made); index++) {
      const item = this.#making.make(this.#item(index), this.#location, size)
      if (item === undefined) return undefined
      items.push(item)
    }
    const last = items.at(-1)
    if (count > made && JSON.stringify(last).length * count > bounds.json) return undefined
    while (items.length < count) items.push(last)
    return items
  }

  #distinct(count: number): readonly unknown[] | undefined {
    const found = new Map<string, unknown>()
    const add = (value: unknown): boolean => {
      if (value !== undefined && !found.has(JSON.stringify(value))) found.set(JSON.stringify(value), value)
      return found.size >= count
    }
    const node = this.#item(0)
    if (add(this.#making.make(node, this.#location, 'base'))) return [...found.values()]
    for (const pass of ['plain', 'peculiar'] as const)
      for (const { value } of this.#making.variants(node, this.#location, pass))
        if (add(value)) return [...found.values()]
    for (let index = 0; index < count * 2; index++) {
      const value = index % 2 === 0 ? index + 1000 : `sample${index}`
      if (this.#making.holds(value, node) && add(value)) return [...found.values()]
    }
    return undefined
  }

  *#lengths(base: readonly unknown[]): Iterable<Variant> {
    const full = this.#full()
    if (full !== undefined && full.length > base.length) yield { value: full }
    for (const count of [0, 1, 2, this.#least, ...(this.#most <= long ? [this.#most] : [])]) {
      const list = count < this.#least || count === base.length ? undefined : this.#of(count)
      if (list !== undefined) yield { value: list }
    }
    const known = this.#making
      .shapes(this.#item(0))
      .slice(0, long)
      .map((shape) => this.#making.make(shape.clauses, this.#location, 'base'))
      .filter((one) => one !== undefined)
    if (known.length > 1 && known.length <= this.#most) yield { value: known }
  }

  *#long(): Iterable<Variant> {
    if (this.#most <= long) return
    const isOfObjects = this.#making.shapes(this.#item(0)).some(({ types }) => types[0] === 'object')
    const count = isOfObjects ? Math.max(longOfObjects, this.#least) : Math.min(bounds.items, this.#most)
    const list = this.#of(count)
    if (list !== undefined) yield { value: list }
  }

  /** @yields lists that violate one keyword for the number or uniqueness of items */
  *#wrong(): Iterable<Variant> {
    const list = this.#full() ?? []
    const [first, ...others] = list
    for (const { schema, pointer } of this.#shape.clauses) {
      const { minItems = 0, maxItems = Infinity, uniqueItems } = schema
      const wrong = (value: unknown, keyword: string, words: string): Variant => ({
        value,
        violation: { at: [], words, keyword, pointer },
      })
      if (minItems > 0)
        yield wrong(
          list.slice(0, minItems - 1),
          'minItems',
          `has ${minItems - 1} items, and at least ${minItems}`,
        )
      const more = maxItems < mostTooMany ? this.#ofLength(maxItems + 1) : undefined
      if (more) yield wrong(more, 'maxItems', `has ${maxItems + 1} items, and at most ${maxItems}`)
      if (uniqueItems === true && first !== undefined && maxItems > 1)
        yield wrong(
          [first, ...others.slice(0, Math.max(0, maxItems - 2)), first],
          'uniqueItems',
          'has an item twice, and each once at most',
        )
    }
  }
}
