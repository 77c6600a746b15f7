import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'
import { drawMatching } from '../texts/patterns.js'
import { longestText } from '../texts/peculiar.js'
import { itemSpot } from './lists.js'
import type { Maker } from './maker.js'
import type { Pass, Spot } from './making.js'
import { numberVariants } from './numbers.js'
import { memberSpot, ObjectMaker } from './objects.js'
import { textVariants } from './texts.js'

const deepest = 5
const tries = 6
const mostDrawn = 500
const mostItems = 4
const mostVariants = 60
const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCXYZ0123456789 -_.,:;!?éß東\u{1f600}')

/** How freely values are drawn: chosen once for a whole value, so that some are plain and some are full. */
interface Manner {
  /** How often an optional member is there. */
  readonly density: number
  /** How often something is peculiar. */
  readonly peculiar: number
}

/** Draws values of schemas, each optional member and each branch by chance. */
export class Drawer {
  readonly #maker: Maker
  readonly #random: () => number
  readonly #manner: Manner
  #drawn = 0

  constructor(maker: Maker, random: () => number) {
    this.#maker = maker
    this.#random = random
    this.#manner = { density: this.#one([0.15, 0.5, 0.85]) ?? 0.5, peculiar: this.#one([0, 0.05, 0.3]) ?? 0 }
  }

  /** A value that satisfies schemas; undefined where none is found. */
  draw(node: Node, spot: Spot): unknown {
    if (spot.depth > deepest || this.#drawn++ > mostDrawn) return this.#maker.base(node, spot)
    for (let count = 0; count < tries; count++) {
      const shape = this.#one(this.#maker.shapes(node))
      const value = shape && this.#ofShape(shape, spot)
      if (value !== undefined && this.#maker.holds(value, node)) return value
    }
    return this.#maker.base(node, spot)
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)]
  }

  #ofShape(shape: Shape, spot: Spot): unknown {
    if (shape.values !== undefined) return this.#one(shape.values)
    const type = this.#one(shape.types)
    if (type === 'object') return this.#object(shape, spot)
    if (type === 'array') return this.#list(shape, spot)
    if (type === 'boolean') return this.#random() < 0.5
    if (type === 'null') return null
    if (this.#random() < 0.3) return this.#maker.base(shape.clauses, spot)
    if (type === 'string') return this.#text(shape)
    return type === undefined ? undefined : this.#number(shape, type === 'integer')
  }

  #object(shape: Shape, spot: Spot): unknown {
    const maker = new ObjectMaker(shape, spot, this.#maker)
    const names = maker.optional.filter(() => this.#random() < this.#manner.density)
    const given: Record<string, unknown> = {}
    for (const name of [...shape.required, ...names]) {
      const value = this.draw(shape.member(name), memberSpot(name, spot))
      if (value !== undefined) Object.defineProperty(given, name, { value, enumerable: true })
    }
    return maker.with([], 'base', given)
  }

  #list(shape: Shape, spot: Spot): unknown {
    const least = shape.largest('minItems') ?? 0
    const most = Math.max(least, Math.min(shape.smallest('maxItems') ?? Infinity, least + mostItems))
    const count = least + Math.floor(this.#random() * (most - least + 1))
    const items = Array.from({ length: Math.min(count, 1000) }, (_none, index) =>
      this.draw(shape.item(index), itemSpot(spot)),
    )
    return items.includes(undefined) ? [] : items
  }

  get #pass(): Pass {
    return this.#random() < this.#manner.peculiar ? 'peculiar' : 'plain'
  }

  #text(shape: Shape): unknown {
    const pattern = shape.text('pattern')
    if (pattern !== undefined && this.#random() < 0.7)
      return this.#one(drawMatching(pattern, Math.floor(this.#random() * 2 ** 31)))
    const variants = [...textVariants(shape, this.#pass)].slice(0, mostVariants)
    return this.#random() < 0.5 ? this.#one(variants)?.value : this.#freeText(shape)
  }

  #freeText(shape: Shape): string {
    const least = shape.largest('minLength') ?? 0
    const most = Math.min(shape.smallest('maxLength') ?? Math.max(least, 40), longestText)
    const length = least + Math.floor(this.#random() ** 2 * (most - least + 1))
    const among = this.#pass === 'plain' ? letters.slice(0, 42) : letters
    return Array.from({ length }, () => this.#one(among)).join('')
  }

  #number(shape: Shape, isWhole: boolean): unknown {
    const variants = [...numberVariants(shape, isWhole, this.#pass)]
    if (this.#random() < 0.5) return this.#one(variants)?.value
    const least = shape.largest('minimum') ?? shape.largest('exclusiveMinimum') ?? 0
    const most = shape.smallest('maximum') ?? shape.smallest('exclusiveMaximum') ?? least + 10_000
    const drawn = least + this.#random() * (most - least)
    return isWhole ? Math.round(drawn) : Number(drawn.toFixed(2))
  }
}
