import { isObject } from '../../json/json.js'
import type { JsonSchemaObject } from '../../../runtime/surface.js'
import { Judge } from '../judge/judge.js'
import { Bounds, most, type Node, type ValueSource } from '../model/source.js'
import { endOfReferences } from '../../schema/reading.js'
import { isLasting } from '../texts/formats.js'
import type { Shape, Shapes } from '../schema/shape.js'
import {
  type Dice,
  type Hinted,
  inTurn,
  isFree,
  likelyNumbers,
  type Making,
  type Pass,
  type Size,
  type ValueLocation,
  type Variant,
} from './making.js'
import { wrongScalars, wrongTypes } from './keywords.js'
import { ListMaker } from './lists.js'
import { ObjectMaker } from './objects.js'
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
    this.#judge = new Judge(source, this.bounds, source.mostBranches)
    this.#shapes = shapes
  }

  shapes(node: Node): readonly Shape[] {
    return [...this.#shapes.of(node, this.bounds)]
  }

  hinted(node: Node, { path, depth }: ValueLocation): Hinted {
    const { hint, includes, schemas } = this.source
    const isRemarked = (one: JsonSchemaObject): boolean => Object.keys(one).every((key) => remarks.has(key))
    const schema = hint || includes ? endOfReferences(node[0]?.schema, schemas, isRemarked) : undefined
    if (typeof schema !== 'object' || depth === 0) return { isIncluded: false }
    const value = hint?.(path, schema)
    if (value !== undefined && this.holds(value, node)) return { value, isIncluded: true }
    return { isIncluded: includes?.(path, schema) === true }
  }

  holds(value: unknown, node: Node): boolean {
    return node.every(({ schema }) => this.#judge.holds(value, schema))
  }

  make(node: Node, location: ValueLocation, size: Size): unknown {
    if (!this.bounds.allows('nesting', location.depth, most.depth)) return undefined
    if (size === 'base') {
      const { value } = this.hinted(node, location)
      if (value !== undefined) return value
    }
    if (typeof size === 'object') return this.#draw(node, location, size) ?? this.make(node, location, 'base')
    if (size === 'full' && location.depth > deepestFull) return this.make(node, location, 'base')
    for (const shape of this.#shapes.of(node, this.bounds)) {
      const value = this.#first(this.#proposals(shape, location, size), node)
      if (value !== undefined) return value
    }
    return undefined
  }

  *variants(node: Node, location: ValueLocation, pass: Pass): Iterable<Variant> {
    if (location.depth > deepest[pass]) return
    const shapes = this.shapes(node).slice(0, pass === 'wrong' ? mostWrongShapes : undefined)
    const isNullable = shapes.some(({ types }) => types.includes('null'))
    const known = new Set<unknown>()
    const types = [...new Set(shapes.flatMap((one) => one.types))]
    const all = shapes.map((shape, index) =>
      pass === 'wrong' ? this.#wrong(shape, location, types) : this.#ofShape(shape, index, location, pass),
    )
    for (const variant of inTurn(all)) {
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

  #draw(node: Node, location: ValueLocation, dice: Dice): unknown {
    if (location.depth > deepestDrawn || dice.drawn++ > mostDrawn) return undefined
    for (let count = 0; count < drawsEach; count++) {
      const shape = dice.one(this.shapes(node))
      const value = shape && this.#drawOf(shape, location, dice)
      if (value !== undefined && this.holds(value, node)) return value
    }
    return undefined
  }

  #drawOf(shape: Shape, location: ValueLocation, dice: Dice): unknown {
    if (shape.values !== undefined) return dice.one(shape.values)
    const type = dice.one(shape.types)
    if (type === 'null') return null
    if (type === 'boolean') return dice.number() < 0.5
    if (type === 'object' || type === 'array') {
      const [drawn] = this.#holders(type, shape, location, dice)
      return drawn
    }
    if (type === undefined || dice.number() < 0.3) return this.make(shape.clauses, location, 'base')
    return drawScalar(shape, type, dice)
  }

  /** @yields proposed values for a shape, best first; they may not satisfy the schema */
  *#proposals(shape: Shape, location: ValueLocation, size: 'base' | 'full'): Iterable<unknown> {
    if (this.#isRepeating(shape, location, size === 'full' ? 1 : 2)) return
    const { types } = shape
    const shown = [...location.shown, ...shape.shown]
    if (types[0] !== 'object' && types[0] !== 'array') {
      yield* this.#known(shape, location)
      yield* shown.filter((one) => one !== null)
      if (shape.values !== undefined) yield* shape.values.filter((one) => one !== null)
    }
    const inside = this.#inside(shape, { ...location, shown })
    for (const type of isFreeRoot(shape, location) ? ['object', ...types] : types)
      yield* this.#likely(type, shape, inside, size)
    yield* shape.values ?? []
    yield* shown
  }

  #known(shape: Shape, { name, path }: ValueLocation): readonly unknown[] {
    const schema: JsonSchemaObject = shape.clauses[0]?.schema ?? {}
    return name === undefined ? [] : (this.source.known?.(name, schema, path) ?? [])
  }

  #inside(shape: Shape, location: ValueLocation): ValueLocation {
    return { ...location, around: [...location.around, ...shape.clauses.map(({ schema }) => schema)] }
  }

  /** Whether the value would be nested too often in its own shape; the smallest value allows once. */
  #isRepeating(shape: Shape, { around }: ValueLocation, times: number): boolean {
    return shape.clauses.some(
      ({ schema }) => isHolding(schema) && around.filter((one) => one === schema).length >= times,
    )
  }

  /** Objects or lists for a shape, best first. */
  #holders(type: 'object' | 'array', shape: Shape, location: ValueLocation, size: Size): Iterable<unknown> {
    const Holder = type === 'object' ? ObjectMaker : ListMaker
    return new Holder(shape, location, this).attempts(size)
  }

  *#likely(type: string, shape: Shape, location: ValueLocation, size: 'base' | 'full'): Iterable<unknown> {
    if (type === 'object' || type === 'array') yield* this.#holders(type, shape, location, size)
    else if (type === 'string') yield* likelyTexts(shape, location, this)
    else if (type === 'boolean') yield* isLasting(location.name) ? [false, true] : [true, false]
    else if (type === 'null') yield null
    else yield* likelyNumbers(shape, type === 'integer')
  }

  *#ofShape(shape: Shape, index: number, location: ValueLocation, pass: Pass): Iterable<Variant> {
    if (this.#isRepeating(shape, location, 2)) return
    const isPlain = pass === 'plain'
    if (isPlain && index > 0) {
      const value = this.#first(this.#proposals(shape, location, 'base'), shape.clauses)
      if (value !== undefined) yield { value }
    }
    if (shape.values !== undefined) {
      for (const value of isPlain ? shape.values : []) yield { value }
      return
    }
    const shown = [...location.shown, ...shape.shown]
    for (const value of isPlain ? shown : []) yield { value }
    const inside = this.#inside(shape, { ...location, shown })
    for (const type of shape.types) {
      if (type === 'object' || type === 'array') {
        const base = this.#first(this.#likely(type, shape, inside, 'base'), shape.clauses)
        yield* this.#insideOf(base, shape, inside, pass)
      } else for (const value of scalarVariants(shape, type, pass)) yield { value }
    }
  }

  *#insideOf(base: unknown, shape: Shape, location: ValueLocation, pass: Pass): Iterable<Variant> {
    if (isObject(base)) yield* new ObjectMaker(shape, location, this).variants(base, pass)
    else if (Array.isArray(base)) yield* new ListMaker(shape, location, this).variants(base, pass)
  }

  /**
   * @param all types of all shapes that the value may have
   * @yields values that are wrong
   */
  *#wrong(shape: Shape, location: ValueLocation, all: readonly string[]): Iterable<Variant> {
    if (this.#isRepeating(shape, location, 1)) return
    const base = this.make(shape.clauses, location, 'base')
    if (base === undefined) return
    const inside = this.#insideOf(base, shape, this.#inside(shape, location), 'wrong')
    const types = wrongTypes(shape, all, location.isOptional === true)
    const isScalar = typeof base !== 'object' || base === null
    yield* inTurn(isScalar ? [wrongScalars(shape, base), types] : [inside, types])
  }
}

/** Keywords beside a reference that do not affect the value. */
const remarks = new Set(['$ref', 'title', 'description', 'deprecated', 'readOnly', 'writeOnly'])

/** Whether nothing is stated about a body, which then is most likely an object. */
const isFreeRoot = (shape: Shape, { depth, name }: ValueLocation): boolean =>
  depth === 0 && name === undefined && isFree(shape)

const isHolding = (schema: JsonSchemaObject): boolean =>
  schema.properties !== undefined || schema.items !== undefined || schema.additionalProperties !== undefined
