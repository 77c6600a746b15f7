import type { Schemas } from '../../schema/components.js'
import type { Bounds } from '../model/bounds.js'
import type { ValueSource } from '../model/source.js'
import { type Alternative, alternativesOf } from './alternatives.js'
import type { Node } from './node.js'
import { Shape } from './shape.js'

const mostShapes = 600

/** The shapes of a node that were made so far, and the generator of further ones. */
interface Found {
  readonly shapes: Shape[]
  readonly further: Iterator<Alternative, void, Bounds>
}

/** The shapes of schemas, best first. They are found on demand and kept, because most values need only the first. */
export class Shapes {
  readonly #source: ValueSource
  readonly #found = new WeakMap<object, Found>()

  constructor(source: ValueSource) {
    this.#source = source
  }

  /**
   * The ways to satisfy the schemas of a node.
   * @yields them lazily
   * @throws Spent
   */
  *of(node: Node, bounds: Bounds): Iterable<Shape> {
    const [first] = node
    const key = node.length === 1 && typeof first?.schema === 'object' ? first.schema : node
    const found = this.#found.get(key) ?? {
      shapes: [],
      further: alternativesOf(node, this.#source, bounds),
    }
    this.#found.set(key, found)
    for (let index = 0; index < mostShapes; index++) {
      const shape = found.shapes[index] ?? this.#next(key, found, bounds)
      if (shape === undefined) return
      yield shape
    }
  }

  #next(key: object, { shapes, further }: Found, bounds: Bounds): Shape | undefined {
    try {
      const { done, value } = further.next(bounds)
      if (done === true) return undefined
      const shape = new Shape(value, this.#source)
      shapes.push(shape)
      return shape
    } catch (error) {
      // A generator ends when it throws, and the next value has new steps.
      this.#found.delete(key)
      throw error
    }
  }
}

const shared = new WeakMap<Schemas, Map<string, Shapes>>()

/** The shapes for the smallest values of a document, which are few; kept for all, unless the caller chooses branches. */
export function sharedShapes(source: ValueSource): Shapes {
  const { schemas, direction, preferredTags = [], branch } = source
  if (branch) return new Shapes(source)
  const known = shared.get(schemas) ?? new Map<string, Shapes>()
  shared.set(schemas, known)
  const key = [direction, ...preferredTags].join(' ')
  const shapes = known.get(key) ?? new Shapes({ schemas, direction, preferredTags, pointer: '#' })
  known.set(key, shapes)
  return shapes
}
