import { isObject } from '../../json/values.js'
import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import { isOfType } from '../judge/scalars.js'
import { Judge } from '../judge/judge.js'
import { alternativesOf } from '../schema/expand.js'
import type { Node } from '../schema/node.js'
import { Shape, shownBy } from '../schema/shape.js'
import type { ValueSource } from '../model/source.js'
import { ListMaker } from './lists.js'
import type { Making, Pass, Spot, Variant } from './making.js'
import { likelyNumbers, numberVariants } from './numbers.js'
import { ObjectMaker } from './objects.js'
import { inTurn } from './rounds.js'
import { likelyTexts, type Scalar, textVariants } from './texts.js'

const mostShapes = 60
const mostWork = 20_000
const deepest = 8
const deepestFull = 4

/** Makes values of schemas by proposing them, best first, and asking the judge. */
export class Maker implements Making {
  readonly source: ValueSource
  readonly judge: Judge
  readonly #shapes = new WeakMap<object, readonly Shape[]>()
  #work = 0

  constructor(source: ValueSource, mostBranches = 1) {
    this.source = source
    this.judge = new Judge(source.schemas, mostBranches)
  }

  /** Forgets how much was done: whoever asks for the next whole value may do as much again. */
  rest(): void {
    this.#work = 0
  }

  shapes(node: Node): readonly Shape[] {
    const [first] = node
    const key = node.length === 1 && typeof first?.schema === 'object' ? first.schema : node
    const known = this.#shapes.get(key)
    if (known !== undefined) return known
    const found: Shape[] = []
    for (const alternative of alternativesOf(node, this.source.schemas)) {
      found.push(new Shape(alternative, this.source.schemas))
      if (found.length >= mostShapes) break
    }
    this.#shapes.set(key, found)
    return found
  }

  holds(value: unknown, node: Node): boolean {
    return node.every(({ schema }) => this.judge.holds(value, schema))
  }

  base(node: Node, spot: Spot): unknown {
    for (const shape of this.shapes(node)) {
      const value = this.#first(this.#proposals(shape, spot, 'base'), node)
      if (value !== undefined) return value
    }
    return undefined
  }

  full(node: Node, spot: Spot): unknown {
    if (spot.depth > deepestFull) return this.base(node, spot)
    for (const shape of this.shapes(node)) {
      const value = this.#first(this.#proposals(shape, spot, 'full'), node)
      if (value !== undefined) return value
    }
    return undefined
  }

  *variants(node: Node, spot: Spot, pass: Pass): Iterable<Variant> {
    const shapes = this.shapes(node)
    const known = new Set<unknown>()
    for (const variant of inTurn(shapes.map((shape, index) => this.#ofShape(shape, index, spot, pass)))) {
      const { value } = variant
      const key = Object.is(value, -0) ? 0 : value
      if (known.has(key) || !this.holds(value, node)) continue
      known.add(key)
      yield variant
    }
  }

  #first(proposals: Iterable<unknown>, node: Node): unknown {
    for (const value of proposals) {
      if (this.#work++ > mostWork) return undefined
      if (value !== undefined && this.holds(value, node)) return value
    }
    return undefined
  }

  /**
   * Values of a shape, best first; not each of them satisfies all that it has to.
   * @yields each, when it is asked for
   */
  *#proposals(shape: Shape, spot: Spot, size: 'base' | 'full'): Iterable<unknown> {
    if (this.#isRepeating(shape, spot, size === 'full' ? 1 : 2)) return
    const { types } = shape
    const shown = [...spot.shown, ...shape.clauses.flatMap(({ schema }) => shownBy(schema))]
    const isHolder = types[0] === 'object' || types[0] === 'array'
    if (!isHolder) {
      yield* this.#known(shape, spot)
      yield* shown.filter((one) => one !== null)
      if (shape.values !== undefined) yield* shape.values.filter((one) => one !== null)
    }
    const inside = this.#inside(shape, { ...spot, shown })
    for (const type of isFreeRoot(shape, spot) ? ['object', ...types] : types)
      yield* this.#ofType(type, shape, inside, size)
    yield* shape.values ?? []
    yield* shown
  }

  #known(shape: Shape, { name }: Spot): readonly unknown[] {
    const schema: JsonSchemaObject = shape.clauses[0]?.schema ?? {}
    return name === undefined ? [] : (this.source.known?.(name, schema) ?? [])
  }

  #inside(shape: Shape, spot: Spot): Spot {
    return { ...spot, around: [...spot.around, ...shape.clauses.map(({ schema }) => schema)] }
  }

  /** Whether a value of the shape would stand in as many of the same: the smallest does in one, if it is optional. */
  #isRepeating(shape: Shape, { around }: Spot, times: number): boolean {
    return shape.clauses.some(
      ({ schema }) => isHolding(schema) && around.filter((one) => one === schema).length >= times,
    )
  }

  *#ofType(type: string, shape: Shape, spot: Spot, size: 'base' | 'full'): Iterable<unknown> {
    if (type === 'object') {
      const maker = new ObjectMaker(shape, spot, this)
      if (size === 'full') yield maker.full()
      yield* maker.attempts()
    } else if (type === 'array') {
      const maker = new ListMaker(shape, spot, this)
      if (size === 'full') yield maker.full()
      yield* maker.attempts()
    } else if (type === 'string') yield* likelyTexts(shape, spot, this)
    else if (type === 'integer' || type === 'number') yield* likelyNumbers(shape, type === 'integer')
    else if (type === 'boolean') yield* [true, false]
    else if (type === 'null') yield null
  }

  *#ofShape(shape: Shape, index: number, spot: Spot, pass: Pass): Iterable<Variant> {
    if (spot.depth > deepest || this.#isRepeating(shape, spot, 2)) return
    if (pass === 'plain' && index > 0) {
      const value = this.#first(this.#proposals(shape, spot, 'base'), shape.clauses)
      if (value !== undefined) yield { value, at: [], words: branchWords(shape, index) }
    }
    if (shape.values !== undefined) {
      if (pass === 'plain')
        for (const value of shape.values) yield { value, at: [], words: `as ${shortened(value)}` }
      return
    }
    const shown = [...spot.shown, ...shape.clauses.flatMap(({ schema }) => shownBy(schema))]
    if (pass === 'plain') for (const value of shown) yield { value, at: [], words: 'as in its example' }
    const inside = this.#inside(shape, { ...spot, shown })
    for (const type of shape.types) yield* this.#variantsOfType(type, shape, inside, pass)
  }

  *#variantsOfType(type: string, shape: Shape, spot: Spot, pass: Pass): Iterable<Variant> {
    const isPlain = pass === 'plain'
    if (type === 'object' || type === 'array') {
      const base = this.#first(this.#ofType(type, shape, spot, 'base'), shape.clauses)
      if (isObject(base)) yield* new ObjectMaker(shape, spot, this).variants(base, pass)
      if (Array.isArray(base)) yield* new ListMaker(shape, spot, this).variants(base, pass)
      return
    }
    if (type === 'boolean' && isPlain)
      yield* scalars([true, false].map((value) => ({ value, words: `as ${value}` })))
    if (type === 'null' && isPlain) yield { value: null, at: [], words: 'null' }
    if (type === 'string') yield* scalars(textVariants(shape, pass))
    if (type === 'integer' || type === 'number')
      yield* scalars(numberVariants(shape, type === 'integer', pass))
  }
}

/** Of a body of which nothing is said, an object is the most likely. */
const isFreeRoot = (shape: Shape, { depth, name }: Spot): boolean =>
  depth === 0 && name === undefined && shape.types.length > 6

const isHolding = (schema: JsonSchemaObject): boolean =>
  schema.properties !== undefined || schema.items !== undefined || schema.additionalProperties !== undefined

const scalars = function* (found: Iterable<Scalar>): Iterable<Variant> {
  for (const { value, words } of found) yield { value, at: [], words }
}

const branchWords = (shape: Shape, index: number): string => {
  const [branch] = shape.branches
  const number = branch?.slice(branch.lastIndexOf('/') + 1)
  return isOfType(shape.types[0], null) ? 'null' : `as its branch ${number ?? index}`
}

const longestShown = 40

const shortened = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}
