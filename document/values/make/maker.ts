import { isObject } from '../../json/values.js'
import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import { Judge } from '../judge/judge.js'
import { Bounds, most } from '../model/bounds.js'
import { endOfReferences } from '../../schema/components.js'
import type { ValueSource } from '../model/source.js'
import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'
import type { Shapes } from '../schema/shapes.js'
import { inTurn } from './combine.js'
import { shown as shownText, wrongScalars, wrongTypes } from './keywords.js'
import { ListMaker } from './lists.js'
import type { Dice, Hinted, Making, Pass, Size, Spot, Variant } from './making.js'
import { ObjectMaker } from './objects.js'
import { likelyNumbers } from './ranges.js'
import { drawScalar, likelyTexts, scalarVariants } from './scalars.js'

/** The depth to which values vary, by pass, and the number of shapes that invalid values start from. */
const deepest: Readonly<Record<Pass, number>> = { plain: 8, peculiar: 8, wrong: 6 }
const mostWrongShapes = 12
const deepestFull = 4
const deepestDrawn = 5
const mostDrawn = 500
const drawsEach = 6

/** Makes values for schemas by generating proposals, best first, and validating them. */
export class Maker implements Making {
  readonly source: ValueSource
  readonly bounds: Bounds
  readonly #judge: Judge
  readonly #shapes: Shapes

  constructor(source: ValueSource, shapes: Shapes) {
    this.source = source
    this.bounds = source.bounds ?? new Bounds()
    this.#judge = new Judge(source, this.bounds)
    this.#shapes = shapes
  }

  shapes(node: Node): readonly Shape[] {
    return [...this.#shapes.of(node, this.bounds)]
  }

  hinted(node: Node, { path, depth }: Spot): Hinted {
    const { hint, includes, schemas } = this.source
    const schema = hint || includes ? endOfReferences(node[0]?.schema, schemas, isRemarked) : undefined
    if (typeof schema !== 'object' || depth === 0) return { isIncluded: false }
    const value = hint?.(path, schema)
    if (value !== undefined && this.holds(value, node)) return { value, isIncluded: true }
    return { isIncluded: includes?.(path, schema) === true }
  }

  holds(value: unknown, node: Node): boolean {
    return node.every(({ schema }) => this.#judge.holds(value, schema))
  }

  make(node: Node, spot: Spot, size: Size): unknown {
    if (!this.bounds.allows('nesting', spot.depth, most.depth)) return undefined
    if (size === 'base') {
      const { value } = this.hinted(node, spot)
      if (value !== undefined) return value
    }
    if (typeof size === 'object') return this.#draw(node, spot, size) ?? this.make(node, spot, 'base')
    if (size === 'full' && spot.depth > deepestFull) return this.make(node, spot, 'base')
    for (const shape of this.#shapes.of(node, this.bounds)) {
      const value = this.#first(this.#proposals(shape, spot, size), node)
      if (value !== undefined) return value
    }
    return undefined
  }

  *variants(node: Node, spot: Spot, pass: Pass): Iterable<Variant> {
    if (spot.depth > deepest[pass]) return
    const shapes = this.shapes(node).slice(0, pass === 'wrong' ? mostWrongShapes : undefined)
    const isNullable = shapes.some(({ types }) => types.includes('null'))
    const known = new Set<unknown>()
    for (const variant of inTurn(shapes.map((shape, index) => this.#ofShape(shape, index, spot, pass)))) {
      this.bounds.take()
      const { value } = variant
      const key = Object.is(value, -0) ? 0 : value
      if (value === undefined || known.has(key)) continue
      // A value that is invalid for one shape may be valid for another, so it is validated against the whole schema.
      if (pass === 'wrong' ? isNullable && value === null : !this.holds(value, node)) continue
      if (pass !== 'wrong') known.add(key)
      yield variant
    }
  }

  #first(proposals: Iterable<unknown>, node: Node): unknown {
    for (const value of proposals) {
      this.bounds.take()
      if (value !== undefined && this.holds(value, node)) return value
    }
    return undefined
  }

  #draw(node: Node, spot: Spot, dice: Dice): unknown {
    if (spot.depth > deepestDrawn || dice.drawn++ > mostDrawn) return undefined
    for (let count = 0; count < drawsEach; count++) {
      const shape = dice.one(this.shapes(node))
      const value = shape && this.#drawOf(shape, spot, dice)
      if (value !== undefined && this.holds(value, node)) return value
    }
    return undefined
  }

  #drawOf(shape: Shape, spot: Spot, dice: Dice): unknown {
    if (shape.values !== undefined) return dice.one(shape.values)
    const type = dice.one(shape.types)
    if (type === 'null') return null
    if (type === 'boolean') return dice.number() < 0.5
    if (type === 'object' || type === 'array') {
      const [drawn] = this.#holders(type, shape, spot, dice)
      return drawn
    }
    if (type === undefined || dice.number() < 0.3) return this.make(shape.clauses, spot, 'base')
    return drawScalar(shape, type, dice)
  }

  /**
   * Proposed values for a shape, best first.
   * @yields them lazily; they may not satisfy the schema
   */
  *#proposals(shape: Shape, spot: Spot, size: 'base' | 'full'): Iterable<unknown> {
    if (this.#isRepeating(shape, spot, size === 'full' ? 1 : 2)) return
    const { types } = shape
    const shown = [...spot.shown, ...shape.shown]
    if (types[0] !== 'object' && types[0] !== 'array') {
      yield* this.#known(shape, spot)
      yield* shown.filter((one) => one !== null)
      if (shape.values !== undefined) yield* shape.values.filter((one) => one !== null)
    }
    const inside = this.#inside(shape, { ...spot, shown })
    for (const type of isFreeRoot(shape, spot) ? ['object', ...types] : types)
      yield* this.#likely(type, shape, inside, size)
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

  /**
   * Whether the value would be nested in as many values of its own shape. The smallest value is nested in at most
   * one, if it is optional.
   */
  #isRepeating(shape: Shape, { around }: Spot, times: number): boolean {
    return shape.clauses.some(
      ({ schema }) => isHolding(schema) && around.filter((one) => one === schema).length >= times,
    )
  }

  /** Objects or lists for a shape, best first. */
  #holders(type: 'object' | 'array', shape: Shape, spot: Spot, size: Size): Iterable<unknown> {
    const Holder = type === 'object' ? ObjectMaker : ListMaker
    return new Holder(shape, spot, this).attempts(size)
  }

  *#likely(type: string, shape: Shape, spot: Spot, size: 'base' | 'full'): Iterable<unknown> {
    if (type === 'object' || type === 'array') yield* this.#holders(type, shape, spot, size)
    else if (type === 'string') yield* likelyTexts(shape, spot, this)
    else if (type === 'boolean') yield* [true, false]
    else if (type === 'null') yield null
    else yield* likelyNumbers(shape, type === 'integer')
  }

  *#ofShape(shape: Shape, index: number, spot: Spot, pass: Pass): Iterable<Variant> {
    if (this.#isRepeating(shape, spot, pass === 'wrong' ? 1 : 2)) return
    if (pass === 'wrong') {
      yield* this.#wrong(shape, spot)
      return
    }
    const isPlain = pass === 'plain'
    if (isPlain && index > 0) {
      const value = this.#first(this.#proposals(shape, spot, 'base'), shape.clauses)
      if (value !== undefined) yield { value, at: [], words: branchWords(shape, index) }
    }
    if (shape.values !== undefined) {
      for (const value of isPlain ? shape.values : [])
        yield { value, at: [], words: `as ${shownText(value)}` }
      return
    }
    const shown = [...spot.shown, ...shape.shown]
    for (const value of isPlain ? shown : []) yield { value, at: [], words: 'as in its example' }
    const inside = this.#inside(shape, { ...spot, shown })
    for (const type of shape.types) {
      if (type === 'object' || type === 'array') {
        const base = this.#first(this.#likely(type, shape, inside, 'base'), shape.clauses)
        yield* this.#insideOf(base, shape, inside, pass)
      } else for (const [value, words] of scalarVariants(shape, type, pass)) yield { value, at: [], words }
    }
  }

  *#insideOf(base: unknown, shape: Shape, spot: Spot, pass: Pass): Iterable<Variant> {
    if (isObject(base)) yield* new ObjectMaker(shape, spot, this).variants(base, pass)
    else if (Array.isArray(base)) yield* new ListMaker(shape, spot, this).variants(base, pass)
  }

  *#wrong(shape: Shape, spot: Spot): Iterable<Variant> {
    const base = this.make(shape.clauses, spot, 'base')
    if (base === undefined) return
    const inside = this.#insideOf(base, shape, this.#inside(shape, spot), 'wrong')
    const types = wrongTypes(shape, spot.isOptional === true)
    const isScalar = typeof base !== 'object' || base === null
    yield* inTurn(isScalar ? [wrongScalars(shape, base), types] : [inside, types])
  }
}

/** Keywords beside a reference that do not affect the value. */
const remarks = new Set(['$ref', 'title', 'description', 'deprecated', 'readOnly', 'writeOnly'])

const isRemarked = (schema: JsonSchemaObject): boolean =>
  Object.keys(schema).every((keyword) => remarks.has(keyword))

/** Whether nothing is stated about a body, which then is most likely an object. */
const isFreeRoot = (shape: Shape, { depth, name }: Spot): boolean =>
  depth === 0 && name === undefined && shape.types.length > 6

const isHolding = (schema: JsonSchemaObject): boolean =>
  schema.properties !== undefined || schema.items !== undefined || schema.additionalProperties !== undefined

const branchWords = (shape: Shape, index: number): string => {
  const [branch] = shape.branches
  const number = branch?.slice(branch.lastIndexOf('/') + 1)
  return shape.types[0] === 'null' ? 'null' : `as its branch ${number ?? index}`
}
