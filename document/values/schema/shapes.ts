import type { Bounds } from '../model/bounds.js'
import type { ValueSource } from '../model/source.js'
import { type Alternative, alternativesOf } from './alternatives.js'
import type { Node } from './node.js'
import { Shape } from './shape.js'

const mostShapes = 600

/** The shapes of a node that were asked for so far, and the way to further ones. */
interface Found {
  readonly shapes: Shape[]
  readonly further: Iterator<Alternative>
}

/** The shapes of schemas, best first. They are found on demand and kept, because most values need only the first. */
export class Shapes {
  readonly #source: ValueSource
  readonly #bounds: Bounds
  readonly #found = new WeakMap<object, Found>()

  constructor(source: ValueSource, bounds: Bounds) {
    this.#source = source
    this.#bounds = bounds
  }

  /**
   * The ways to satisfy the schemas of a node.
   * @yields them lazily
   * @throws Spent
   */
  *of(node: Node): Iterable<Shape> {
    const [first] = node
    const key = node.length === 1 && typeof first?.schema === 'object' ? first.schema : node
    const found = this.#found.get(key) ?? {
      shapes: [],
      further: alternativesOf(node, this.#source, this.#bounds),
    }
    this.#found.set(key, found)
    for (let index = 0; index < mostShapes; index++) {
      const shape = found.shapes[index] ?? this.#next(key, found)
      if (shape === undefined) return
      yield shape
    }
  }

  #next(key: object, { shapes, further }: Found): Shape | undefined {
    try {
      const { done, value } = further.next()
      if (done === true) return undefined
      const shape = new Shape(value, this.#source)
      shapes.push(shape)
      return shape
    } catch (error) {
      // A generator that has thrown ends, and the next value has steps for all shapes.
      this.#found.delete(key)
      throw error
    }
  }
}
