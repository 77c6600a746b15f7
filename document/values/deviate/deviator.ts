import { isObject } from '../../json/values.js'
import { ListMaker, itemSpot } from '../make/lists.js'
import type { Maker } from '../make/maker.js'
import type { Spot } from '../make/making.js'
import { memberSpot, ObjectMaker } from '../make/objects.js'
import { inTurn } from '../make/rounds.js'
import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'
import type { Deviation } from './deviation.js'
import { unknownTags, wrongLists, wrongObjects } from './holders.js'
import { wrongScalars } from './scalars.js'
import { wrongTypes } from './types.js'

const deepest = 6
const mostShapes = 12

/** Makes values that deviate in one matter, from values that do not. */
export class Deviator {
  readonly #maker: Maker

  constructor(maker: Maker) {
    this.#maker = maker
  }

  /**
   * @param isOptional whether the value could be left out
   * @yields each, when it is asked for
   */
  *of(node: Node, spot: Spot, isOptional = false): Iterable<Deviation> {
    if (spot.depth > deepest) return
    const shapes = this.#maker.shapes(node).slice(0, mostShapes)
    const isNullable = shapes.some(({ types }) => types.includes('null'))
    for (const shape of shapes) {
      const isRepeating = shape.clauses.some(
        ({ schema }) => schema.properties !== undefined && spot.around.includes(schema),
      )
      if (isRepeating) continue
      for (const deviation of this.#ofShape(shape, spot, isOptional))
        if (!isNullable || deviation.value !== null) yield deviation
    }
  }

  *#ofShape(shape: Shape, spot: Spot, isOptional: boolean): Iterable<Deviation> {
    const inside: Spot = { ...spot, around: [...spot.around, ...shape.clauses.map(({ schema }) => schema)] }
    const base = this.#maker.base(shape.clauses, spot)
    if (base === undefined) return
    if (isObject(base)) yield* wrongObjects(shape, base)
    yield* unknownTags(shape, base)
    const lists: Iterable<Deviation>[] = [wrongTypes(shape, isOptional)]
    if (isObject(base)) lists.push(...this.#members(shape, base, inside))
    else if (Array.isArray(base)) lists.push(this.#lists(shape, inside), this.#items(shape, inside))
    else lists.unshift(wrongScalars(shape, base))
    yield* inTurn(lists)
  }

  #members(shape: Shape, base: Readonly<Record<string, unknown>>, spot: Spot): Iterable<Deviation>[] {
    const maker = new ObjectMaker(shape, spot, this.#maker)
    return [...new Set([...shape.names, ...Object.keys(base)])].map((name) =>
      this.#member(name, shape, base, maker, spot),
    )
  }

  *#member(
    name: string,
    shape: Shape,
    base: Readonly<Record<string, unknown>>,
    maker: ObjectMaker,
    spot: Spot,
  ): Iterable<Deviation> {
    const isOptional = !shape.required.includes(name)
    for (const inner of this.of(shape.member(name), memberSpot(name, spot), isOptional)) {
      const value = maker.with([], 'base', { ...base, [name]: inner.value })
      if (value !== undefined) yield { ...inner, value, at: [name, ...inner.at] }
    }
  }

  *#lists(shape: Shape, spot: Spot): Iterable<Deviation> {
    const maker = new ListMaker(shape, spot, this.#maker)
    const list = maker.full() ?? []
    yield* wrongLists(shape, list, (count) => maker.ofLength(count))
  }

  *#items(shape: Shape, spot: Spot): Iterable<Deviation> {
    const others = (new ListMaker(shape, spot, this.#maker).full() ?? []).slice(1)
    if (shape.smallest('maxItems') === 0) return
    for (const inner of this.of(shape.item(0), itemSpot(spot)))
      yield { ...inner, value: [inner.value, ...others], at: [0, ...inner.at] }
  }
}
