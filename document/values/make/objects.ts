import { isObject, member } from '../../json/values.js'
import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'
import type { Making, Pass, Spot, Variant } from './making.js'
import { pairwise } from './pairs.js'
import { inTurn } from './rounds.js'

type Members = Readonly<Record<string, unknown>>

const mostPairs = 200
const deepest = 24

/** Where a member of an object is made. */
export function memberSpot(name: string, { shown, around, depth }: Spot): Spot {
  const inside = shown.map((one) => member(one, name)).filter((one) => one !== undefined)
  return { name, shown: inside, around, depth: depth + 1 }
}

/** Makes objects of one shape. Members are made once, when they are first asked for. */
export class ObjectMaker {
  readonly #shape: Shape
  readonly #spot: Spot
  readonly #making: Making
  readonly #made = new Map<string, unknown>()

  constructor(shape: Shape, spot: Spot, making: Making) {
    this.#shape = shape
    this.#spot = spot
    this.#making = making
  }

  get optional(): readonly string[] {
    const { required, names } = this.#shape
    return names.filter((name) => !required.includes(name))
  }

  /**
   * Objects to begin with, best first: the smallest, those with one more member, those with all.
   * @yields each, when it is asked for
   */
  *attempts(): Iterable<Members> {
    const smallest = this.with([])
    if (smallest === undefined) return
    yield smallest
    for (const name of this.optional) {
      const larger = this.with([name])
      if (larger !== undefined) yield larger
    }
    yield this.full() ?? smallest
    for (const row of pairwise(this.optional)) yield this.with(row) ?? smallest
  }

  /** The object with all members; nothing for members that would repeat what they stand in. */
  full(): Members | undefined {
    return this.with(this.optional, 'full')
  }

  /** The object with the members that it needs, and some of those that are optional. */
  with(names: readonly string[], size: 'base' | 'full' = 'base', given: Members = {}): Members | undefined {
    const wanted = new Set([...this.#shape.required, ...names, ...Object.keys(given)])
    for (const name of wanted) for (const needed of this.#shape.neededBy(name)) wanted.add(needed)
    const found = new Map<string, unknown>()
    for (const name of inOrder(wanted, this.#shape.names)) {
      const value = Object.hasOwn(given, name) ? given[name] : this.#member(name, size)
      if (value !== undefined) found.set(name, value)
      else if (this.#shape.required.includes(name)) return undefined
    }
    this.#fill(found)
    return Object.fromEntries(found)
  }

  *variants(base: Members, pass: Pass): Iterable<Variant> {
    if (pass === 'plain') yield* this.#presences(base)
    const names = [...new Set([...this.#shape.names, ...Object.keys(base)])]
    yield* inTurn(names.map((name) => this.#varied(name, base, pass)))
    if (pass === 'plain') yield* this.#reordered()
    else yield* this.#strange(base)
  }

  #member(name: string, size: 'base' | 'full'): unknown {
    const key = `${size} ${name}`
    if (!this.#made.has(key)) {
      const node = this.#shape.member(name)
      const spot = memberSpot(name, this.#spot)
      this.#made.set(key, size === 'full' ? this.#making.full(node, spot) : this.#making.base(node, spot))
    }
    return this.#made.get(key)
  }

  /** Members that make up the number that is demanded. */
  #fill(found: Map<string, unknown>): void {
    const least = this.#shape.largest('minProperties') ?? 0
    const add = (name: string): void => {
      if (found.size >= least || found.has(name)) return
      const value = this.#member(name, 'base')
      if (value !== undefined) found.set(name, value)
    }
    for (const name of this.optional) add(name)
    for (const name of this.#extraNames(Math.min(least, 100))) add(name)
  }

  #extraNames(count: number): readonly string[] {
    const names = this.#shape.all('propertyNames')
    const patterned = this.#shape
      .all('patternProperties')
      .flatMap((one) => Object.keys(isObject(one) ? one : {}))
    const drawn = [...names, ...patterned.map((pattern) => ({ pattern }))].flatMap((schema) => {
      if (!isObject(schema)) return []
      const node: Node = [{ schema, pointer: '#' }]
      const spot = { shown: [], around: [], depth: 0 }
      const base = this.#making.base(node, spot)
      const others = [...this.#making.variants(node, spot, 'plain')].map(({ value }) => value)
      return [base, ...others].filter((one) => typeof one === 'string')
    })
    const plain = Array.from({ length: count }, (_none, index) => `sample${index === 0 ? '' : index}`)
    return [...drawn, ...plain].filter((name) => !this.#shape.names.includes(name))
  }

  *#presences(base: Members): Iterable<Variant> {
    const { optional } = this
    const full = this.full()
    if (full !== undefined && optional.length > 0)
      yield { value: full, at: [], words: 'with all that is optional' }
    for (const row of pairwise(optional.slice(0, mostPairs))) {
      const value = this.with(row)
      if (value !== undefined) yield { value, at: [], words: `with ${listed(row)}` }
    }
    if (full !== undefined && optional.length > 1)
      for (const name of optional) yield { value: without(full, name), at: [name], words: 'absent' }
    for (const name of this.#shape.isOpen || this.#isPatterned ? this.#extraNames(1) : []) {
      const value = this.#member(name, 'base')
      if (value !== undefined && !Object.hasOwn(base, name))
        yield { value: { ...base, [name]: value }, at: [name], words: 'added' }
    }
  }

  get #isPatterned(): boolean {
    return this.#shape.all('patternProperties').length > 0
  }

  *#varied(name: string, base: Members, pass: Pass): Iterable<Variant> {
    const spot = memberSpot(name, this.#spot)
    const node = this.#shape.member(name)
    if (pass === 'plain' && !Object.hasOwn(base, name)) {
      const value = this.with([name])
      if (value !== undefined) yield { value, at: [name], words: 'present' }
    }
    for (const variant of this.#making.variants(node, spot, pass)) {
      const value = this.with([], 'base', { ...base, [name]: variant.value })
      if (value !== undefined) yield { value, at: [name, ...variant.at], words: variant.words }
    }
  }

  *#reordered(): Iterable<Variant> {
    const full = this.full()
    const entries = Object.entries(full ?? {})
    if (entries.length > 1)
      yield {
        value: Object.fromEntries(entries.toReversed()),
        at: [],
        words: 'with its members in another order',
      }
  }

  *#strange(base: Members): Iterable<Variant> {
    if (Object.keys(base).length > 0 && this.#shape.required.length === 0)
      yield { value: {}, at: [], words: 'empty' }
    for (const name of this.optional) {
      const deep = this.#nested(name, base)
      if (deep !== undefined) yield { value: deep, at: [name], words: 'nested deeply' }
    }
  }

  /** An object that holds itself again and again, where a member allows that. */
  #nested(name: string, base: Members): unknown {
    const node = this.#shape.member(name)
    const wraps: ((inner: Members) => unknown)[] = [(inner) => inner, (inner) => [inner]]
    const isOfSame = (value: unknown): boolean => this.#making.holds(value, node)
    const wrap = wraps.find((one) => {
      const twice = { ...base, [name]: one({ ...base, [name]: one(base) }) }
      return this.#refersToItself(name) && isOfSame(one(twice))
    })
    if (wrap === undefined) return undefined
    let nested = base
    for (let depth = 0; depth < deepest; depth++) nested = { ...base, [name]: wrap(nested) }
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
}

const inOrder = (wanted: ReadonlySet<string>, names: readonly string[]): string[] => [
  ...names.filter((name) => wanted.has(name)),
  ...[...wanted].filter((name) => !names.includes(name)),
]

const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter(([one]) => one !== name))

const mostListed = 3

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, mostListed).map((name) => `"${name}"`)
  return names.length > mostListed
    ? `${shown.join(', ')} and ${names.length - mostListed} more`
    : shown.join(', ')
}
