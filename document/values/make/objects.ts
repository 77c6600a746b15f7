import { discriminatorIn } from '../../schema/reading.js'
import { isObject, type JsonObject, member } from '../../json/json.js'
import type { Node } from '../model/source.js'
import type { Shape } from '../schema/shape.js'
import {
  type Dice,
  holding,
  inTurn,
  type Making,
  pairwise,
  type Pass,
  type Size,
  type ValueLocation,
  type Variant,
} from './making.js'

const mostPairs = 200
const nestedDepth = 24
/** Limit on the number of added undeclared members. */
const mostAdded = 100
/** Limit on the number of members of objects that exceed `maxProperties`. */
const mostTooMany = 1_000

const without = (members: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([one]) => one !== name))

/** Makes objects for one shape. Members are made lazily and once. */
export class ObjectMaker {
  readonly #shape: Shape
  readonly #location: ValueLocation
  readonly #making: Making
  readonly #optional: readonly string[]
  readonly #made = new Map<string, unknown>()

  constructor(shape: Shape, location: ValueLocation, making: Making) {
    this.#shape = shape
    this.#location = location
    this.#making = making
    this.#optional = shape.names.filter((name) => !shape.required.has(name))
  }

  /** @yields valid objects: the smallest, those with one more member, those with all */
  *attempts(size: Size): Iterable<JsonObject | undefined> {
    if (typeof size === 'object') yield this.#drawn(size)
    else yield this.#shownMap()
    if (size === 'full') yield this.#full()
    const included = this.#included()
    if (included.length > 0) yield this.#with(included)
    const smallest = this.#with([])
    if (smallest === undefined) return
    yield smallest
    for (const name of this.#optional) yield this.#with([name])
    yield this.#full()
    for (const row of pairwise(this.#optional)) yield this.#with(row)
  }

  *variants(base: JsonObject, pass: Pass): Iterable<Variant> {
    if (pass === 'plain') yield* this.#presences(base)
    if (pass === 'wrong') yield* this.#wrong(base)
    const names = [...new Set([...this.#shape.names, ...Object.keys(base)])]
    const varied = names.map((name) => this.#varied(name, base, pass))
    // Each member has its own share of steps, so that one does not use up those of the others.
    const { bounds } = this.#making
    yield* inTurn(this.#location.depth === 0 ? varied.map((one) => bounds.partly(one)) : varied)
    if (pass === 'plain') yield* this.#reordered()
    if (pass === 'peculiar') yield* this.#strange(base)
  }

  /** A map as it is shown, because its schema names no member; a service may require one. */
  #shownMap(): JsonObject | undefined {
    if (this.#shape.names.length > 0 || !this.#shape.isOpen) return undefined
    return this.#location.shown.filter(isObject).find((one) => Object.keys(one).length > 0)
  }

  /** The object with all members, without those that would recurse. */
  #full(): JsonObject | undefined {
    return this.#making.bounds.part(() => this.#with(this.#optional, 'full'))
  }

  #drawn(dice: Dice): JsonObject | undefined {
    const names = this.#optional.filter(() => dice.number() < dice.density)
    const given = new Map<string, unknown>()
    for (const name of [...this.#shape.required, ...names]) {
      const value = this.#making.make(this.#shape.member(name), this.#memberSpot(name), dice)
      if (value !== undefined) given.set(name, value)
    }
    return this.#with([], 'base', Object.fromEntries(given))
  }

  /** The object with its required members and some optional ones. */
  #with(
    names: readonly string[],
    size: 'base' | 'full' = 'base',
    given: JsonObject = {},
  ): JsonObject | undefined {
    const wanted = new Set([...this.#shape.required, ...names, ...Object.keys(given)])
    for (const name of wanted) for (const needed of this.#shape.neededBy(name)) wanted.add(needed)
    const found = new Map<string, unknown>()
    for (const name of new Set([...this.#shape.names, ...wanted])) {
      if (!wanted.has(name)) continue
      const value = Object.hasOwn(given, name) ? given[name] : this.#member(name, size)
      if (value !== undefined) found.set(name, value)
      else if (this.#shape.required.has(name)) return undefined
    }
    this.#fill(found)
    return Object.fromEntries(found)
  }

  /** The optional members that the caller wants. Values that it knows are kept, since they may be large. */
  #included(): readonly string[] {
    const { hint, includes } = this.#making.source
    if (!hint && !includes) return []
    return this.#optional.filter((name) => {
      const { value, isIncluded } = this.#making.hinted(this.#shape.member(name), this.#memberSpot(name))
      if (value !== undefined) this.#made.set(`base ${name}`, value)
      return isIncluded
    })
  }

  #memberSpot(name: string): ValueLocation {
    const { path, shown, around, depth } = this.#location
    const inside = shown.map((one) => member(one, name)).filter((one) => one !== undefined)
    return {
      name,
      path: [...path, name],
      shown: inside,
      around,
      depth: depth + 1,
      isOptional: !this.#shape.required.has(name),
    }
  }

  #member(name: string, size: 'base' | 'full'): unknown {
    const key = `${size} ${name}`
    if (!this.#made.has(key)) {
      const location = this.#memberSpot(name)
      const make = (): unknown => this.#making.make(this.#shape.member(name), location, size)
      // An optional member that takes too many steps is left out instead of failing the object.
      this.#made.set(key, location.isOptional === true ? this.#making.bounds.part(make) : make())
    }
    return this.#made.get(key)
  }

  /** Adds members up to `minProperties`. */
  #fill(found: Map<string, unknown>): void {
    const least = this.#shape.largest('minProperties') ?? 0
    if (found.size >= least) return
    for (const name of [...this.#optional, ...this.#extraNames(Math.min(least, mostAdded))]) {
      if (found.size >= least) return
      const value = found.has(name) ? undefined : this.#member(name, 'base')
      if (value !== undefined) found.set(name, value)
    }
    this.#making.bounds.allows('minProperties', least, Math.max(found.size, mostAdded))
  }

  #extraNames(count: number): readonly string[] {
    const names = this.#shape.all('propertyNames')
    const patterned = this.#shape
      .all('patternProperties')
      .flatMap((one) => Object.keys(isObject(one) ? one : {}))
    const drawn = [...names, ...patterned.map((pattern) => ({ pattern }))].flatMap((schema) => {
      if (!isObject(schema)) return []
      const node: Node = [{ schema, pointer: '#' }]
      const location = { path: [], shown: [], around: [], depth: 0 }
      const base = this.#making.make(node, location, 'base')
      const others = [...this.#making.variants(node, location, 'plain')].map(({ value }) => value)
      return [base, ...others].filter((one) => typeof one === 'string')
    })
    const plain = Array.from({ length: count }, (_, index) => `sample${index === 0 ? '' : index}`)
    const own = new Set(this.#shape.names)
    return [...drawn, ...plain].filter((name) => !own.has(name))
  }

  *#presences(base: JsonObject): Iterable<Variant> {
    const full = this.#full()
    if (full !== undefined && this.#optional.length > 0) yield { value: full }
    const isModelled = this.#included().length > 0
    for (const name of isModelled ? this.#optional : [])
      if (Object.hasOwn(base, name)) yield { value: without(base, name) }
    for (const row of pairwise(this.#optional.slice(0, mostPairs))) yield { value: this.#with(row) }
    if (full !== undefined && this.#optional.length > 1 && !isModelled)
      for (const name of this.#optional) yield { value: without(full, name) }
    const isPatterned = this.#shape.all('patternProperties').length > 0
    for (const name of this.#shape.isOpen || isPatterned ? this.#extraNames(1) : []) {
      const value = this.#member(name, 'base')
      if (value !== undefined && !Object.hasOwn(base, name)) yield { value: { ...base, [name]: value } }
    }
  }

  *#varied(name: string, base: JsonObject, pass: Pass): Iterable<Variant> {
    if (pass === 'plain' && !Object.hasOwn(base, name)) yield { value: this.#with([name], 'base', base) }
    for (const variant of this.#making.variants(this.#shape.member(name), this.#memberSpot(name), pass))
      yield holding(this.#with([], 'base', { ...base, [name]: variant.value }), name, variant)
  }

  *#reordered(): Iterable<Variant> {
    const entries = Object.entries(this.#full() ?? {})
    const value = Object.fromEntries(entries.toReversed())
    if (entries.length > 1) yield { value }
  }

  *#strange(base: JsonObject): Iterable<Variant> {
    if (Object.keys(base).length > 0 && this.#shape.required.size === 0) yield { value: {} }
    // An object of any members may hold anything, and services rarely expect null in its lists.
    const [name = ''] = this.#shape.names.length === 0 ? this.#extraNames(1) : []
    if (name !== '' && this.#making.holds([null], this.#shape.member(name)))
      yield { value: { ...base, [name]: [null] } }
    for (const name of this.#optional) {
      const deep = this.#nested(name, base)
      if (deep !== undefined) yield { value: deep }
    }
  }

  /** An object nested in itself many times, if a member allows recursion. */
  #nested(name: string, base: JsonObject): unknown {
    if (!this.#refersToItself(name)) return undefined
    const node = this.#shape.member(name)
    const wraps: ((inner: JsonObject) => unknown)[] = [(inner) => inner, (inner) => [inner]]
    const wrap = wraps.find((one) => {
      const twice = { ...base, [name]: one({ ...base, [name]: one(base) }) }
      return this.#making.holds(one(twice), node)
    })
    if (wrap === undefined) return undefined
    let nested = base
    for (let depth = 0; depth < nestedDepth; depth++) nested = { ...base, [name]: wrap(nested) }
    return nested
  }

  #refersToItself(name: string): boolean {
    const own = new Set<unknown>(this.#shape.clauses.map(({ schema }) => schema))
    return this.#making
      .shapes(this.#shape.member(name))
      .some((inner) =>
        [inner, ...this.#making.shapes(inner.item(0))].some(({ clauses }) =>
          clauses.some(({ schema }) => own.has(schema)),
        ),
      )
  }

  /** @yields objects that violate one keyword for the number or names of members */
  *#wrong(base: JsonObject): Iterable<Variant> {
    for (const { schema, pointer } of this.#shape.clauses) {
      const wrong = (keyword: string, at: readonly string[], value: unknown, words: string): Variant => ({
        value,
        violation: { at, words, keyword, pointer },
      })
      for (const name of schema.required ?? [])
        if (Object.hasOwn(base, name) && this.#shape.required.has(name))
          yield wrong('required', [name], without(base, name), 'is missing, and required')
      for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
        if (schema[keyword] === false && !Object.hasOwn(base, 'surplus'))
          yield wrong(
            keyword,
            ['surplus'],
            { ...base, surplus: 'sample' },
            'is present, and no member of that name is allowed',
          )
      const { minProperties: least = 0, maxProperties: most = Infinity } = schema
      if (typeof least === 'number' && least > 0) {
        const value = Object.fromEntries(Object.entries(base).slice(0, least - 1))
        yield wrong('minProperties', [], value, `has ${least - 1} members, and at least ${least}`)
      }
      if (typeof most === 'number' && most <= mostTooMany) {
        const sample = Object.values(base)[0] ?? 'sample'
        const more = Array.from({ length: most + 1 }, (_, index) => [`sample${index}`, sample] as const)
        const value = Object.fromEntries([...Object.entries(base), ...more].slice(0, most + 1))
        yield wrong('maxProperties', [], value, `has ${most + 1} members, and at most ${most}`)
      }
      const tag = discriminatorIn(schema)?.property
      if (tag !== undefined && Object.hasOwn(base, tag))
        yield wrong(
          'discriminator',
          [tag],
          { ...base, [tag]: 'unknown-kind' },
          'is "unknown-kind", and names one of the kinds',
        )
    }
  }
}
