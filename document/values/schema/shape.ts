import { cached, entriesOf, member, once, textsOf } from '../../json/json.js'
import { typesImpliedBy } from '../../keywords/keywords.js'
import { isSchema, type Schemas } from '../../schema/reading.js'
import {
  below,
  type Bounds,
  type Clause,
  type Directed,
  isLeftOut,
  type Located,
  type Node,
  type ValueSource,
} from '../model/source.js'
import { matcherOf } from '../texts/patterns.js'
import { type Alternative, alternativesOf } from './alternatives.js'

/** The clauses of an alternative, combined. */
export class Shape {
  readonly clauses: readonly Clause[]
  readonly #directed: Directed
  readonly #members = new Map<string, Node>()
  #types: readonly string[] | undefined
  #names: readonly string[] | undefined
  #required: ReadonlySet<string> | undefined

  constructor(clauses: Alternative, directed: Directed) {
    this.clauses = clauses
    this.#directed = directed
  }

  /** The allowed types in document order, null last; all types if none are stated. */
  get types(): readonly string[] {
    return (this.#types ??= this.#readTypes())
  }

  #readTypes(): readonly string[] {
    const stated = this.clauses.flatMap(({ schema }) => (schema.type === undefined ? [] : [schema.type]))
    const [first, ...others] = stated.map((type) => [type].flat())
    if (first === undefined) return inferred(this.clauses)
    const narrowed = others.reduce(common, first)
    return [...narrowed.filter((type) => type !== 'null'), ...narrowed.filter((type) => type === 'null')]
  }

  /** The listed values; undefined if there is no list. */
  get values(): readonly unknown[] | undefined {
    let shortest: readonly unknown[] | undefined
    for (const { schema } of this.clauses) {
      const own = schema.const === undefined ? schema.enum : [schema.const]
      if (own && (!shortest || own.length < shortest.length)) shortest = own
    }
    return shortest
  }

  /** The value of a keyword in each clause that has it. */
  all(keyword: string): readonly unknown[] {
    return this.clauses.flatMap(({ schema }) => (schema[keyword] === undefined ? [] : [schema[keyword]]))
  }

  largest(keyword: string): number | undefined {
    const numbers = this.all(keyword).filter((one) => typeof one === 'number')
    return numbers.length === 0 ? undefined : Math.max(...numbers)
  }

  smallest(keyword: string): number | undefined {
    const numbers = this.all(keyword).filter((one) => typeof one === 'number')
    return numbers.length === 0 ? undefined : Math.min(...numbers)
  }

  text(keyword: string): string | undefined {
    return this.all(keyword).find((one) => typeof one === 'string')
  }

  /** The names of members that values of the direction may have, in document order. */
  get names(): readonly string[] {
    return (this.#names ??= this.#sent([
      ...this.clauses.flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
      ...this.clauses.flatMap(({ schema }) => textsOf(schema.required)),
    ]))
  }

  /** The names of members that values of the direction must have. */
  get required(): ReadonlySet<string> {
    const stated = this.clauses.flatMap(({ schema }) => textsOf(schema.required))
    return (this.#required ??= new Set(this.#sent(stated)))
  }

  /** Names without those of members of the other direction. */
  #sent(names: readonly string[]): readonly string[] {
    const isSent = (name: string): boolean =>
      !this.member(name).some(({ schema }) => isLeftOut(schema, this.#directed))
    return [...new Set(names)].filter(isSent)
  }

  /** The names that are required if another is present. */
  neededBy(name: string): readonly string[] {
    return this.all('dependentRequired').flatMap((needed) => textsOf(member(needed, name)))
  }

  /** The schemas that a member must satisfy. */
  member(name: string): Node {
    return cached(this.#members, name, () => this.clauses.flatMap((clause) => memberOf(clause, name)))
  }

  /** The schemas that an item at a position must satisfy. */
  item(index: number): Node {
    return this.clauses.flatMap(({ schema, pointer }) => {
      const first = schema.prefixItems?.[index]
      if (first !== undefined) return [below(pointer, first, 'prefixItems', index)]
      return schema.items === undefined ? [] : [below(pointer, schema.items, 'items')]
    })
  }

  /** The schemas of `contains`, which some items must satisfy. */
  get contained(): Node {
    return this.clauses.flatMap(({ schema, pointer }) =>
      isSchema(schema['contains']) ? [below(pointer, schema['contains'], 'contains')] : [],
    )
  }

  /** Whether the document explicitly allows undeclared members. */
  get isOpen(): boolean {
    const stated = this.clauses.flatMap(({ schema }) => schema.additionalProperties ?? [])
    const isEvaluated = this.all('unevaluatedProperties').length > 0
    return stated.length > 0 && stated.every((one) => one !== false) && !isEvaluated
  }

  /** The examples and defaults of its clauses. */
  get shown(): readonly unknown[] {
    return this.clauses.flatMap(({ schema: { example, examples, default: standard } }) => {
      const listed: readonly unknown[] = Array.isArray(examples) ? examples : []
      return [example, ...listed, standard].filter((one) => one !== undefined)
    })
  }
}

const common = (types: readonly string[], others: readonly string[]): readonly string[] =>
  types.flatMap((type) => {
    if (others.includes(type)) return [type]
    if (type === 'number' && others.includes('integer')) return ['integer']
    return type === 'integer' && others.includes('number') ? ['integer'] : []
  })

const allTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']

/** Types implied by the keywords. */
const inferred = (clauses: readonly Clause[]): readonly string[] => {
  const types = typesImpliedBy((keyword) => clauses.some(({ schema }) => schema[keyword] !== undefined))
  if (types.length > 0) return types
  const isFormatted = clauses.some(({ schema }) => schema.format !== undefined)
  return isFormatted ? ['string'] : allTypes
}

const memberOf = ({ schema, pointer }: Clause, name: string): Located[] => {
  const { properties = {}, patternProperties, additionalProperties } = schema
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  const found = own === undefined ? [] : [below(pointer, own, 'properties', name)]
  for (const [pattern, one] of entriesOf(patternProperties)) {
    if (isSchema(one) && matcherOf(pattern)?.test(name) === true)
      found.push(below(pointer, one, 'patternProperties', pattern))
  }
  if (found.length > 0 || additionalProperties === undefined) return found
  return [below(pointer, additionalProperties, 'additionalProperties')]
}

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

  /** @yields the ways to satisfy the schemas of a node @throws Spent */
  *of(node: Node, bounds: Bounds): Iterable<Shape> {
    const [first] = node
    const key = node.length === 1 && typeof first?.schema === 'object' ? first.schema : node
    const found = this.#found.get(key) ?? { shapes: [], further: alternativesOf(node, this.#source, bounds) }
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
      // A generator that threw yields nothing more, so the next value needs a new one.
      this.#found.delete(key)
      throw error
    }
  }
}

const shared = once((_schemas: Schemas) => new Map<string, Shapes>())

/** The shapes for the smallest values of a document, cached for all callers that do not choose branches. */
export function sharedShapes(source: ValueSource): Shapes {
  const { schemas, direction, preferredTags = [], branch } = source
  if (branch) return new Shapes(source)
  const key = [direction, ...preferredTags].join(' ')
  return cached(shared(schemas), key, () => new Shapes({ schemas, direction, preferredTags, pointer: '#' }))
}
