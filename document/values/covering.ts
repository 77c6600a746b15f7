import type { JsonSchema } from '../../runtime/json-schema.js'
import { Maker } from './make/maker.js'
import { type Pass, spotOf, type Variant } from './make/making.js'
import { inTurn } from './make/rounds.js'
import { type Node, nodeOf } from './schema/node.js'
import { peculiaritiesOf } from './peculiarities.js'
import { reachedPoints } from './points.js'
import type { GeneratedValue, ValueSource } from './model/source.js'

/** How many plain values come before peculiar ones are between them. */
const plainFirst = 40

const first = function* <Item>(items: Iterator<Item>, count: number): Iterable<Item> {
  for (let index = 0; index < count; index++) {
    const next = items.next()
    if (next.done === true) return
    yield next.value
  }
}

const rest = <Item>(items: Iterator<Item>): Iterable<Item> => ({ [Symbol.iterator]: () => items })

const oneAfterOther = function* <Item>(...sources: readonly Iterable<Item>[]): Iterable<Item> {
  for (const source of sources) yield* source
}

const aimOf = ({ at, words }: Variant): string => {
  const name = at.filter((key) => typeof key === 'string').join('.')
  return name === '' ? words : `"${name}" ${words}`
}

const shownValues = function* (
  { examples = [] }: ValueSource,
  schema: JsonSchema | undefined,
): Iterable<Variant> {
  const own = typeof schema === 'object' ? [schema.example, ...(schema.examples ?? []), schema.default] : []
  for (const value of [...examples, ...own])
    if (value !== undefined) yield { value, at: [], words: 'the example of the document' }
}

const everything = function* (maker: Maker, node: Node, source: ValueSource): Iterable<Variant> {
  const spot = spotOf(source)
  const variants = (pass: Pass): Iterator<Variant> => maker.variants(node, spot, pass)[Symbol.iterator]()
  yield { value: maker.base(node, spot), at: [], words: 'the smallest' }
  yield { value: maker.full(node, spot), at: [], words: 'with all that is optional' }
  const plain = variants('plain')
  yield* first(plain, plainFirst)
  yield* inTurn([rest(plain), rest(variants('peculiar'))])
}

/**
 * Values of a schema that between them try all that it allows: its examples, the smallest, the one with everything,
 * optional members present and absent in pairs, each branch, each listed value, the bounds, null, and then what
 * services stumble over. Finite, always the same, made when they are asked for; the most telling come first. Each
 * satisfies the schema.
 * @yields each, when it is asked for
 */
export function* coveringValues(
  schema: JsonSchema | undefined,
  source: ValueSource,
): Iterable<GeneratedValue> {
  const maker = new Maker(source)
  const node = nodeOf(schema, source.pointer)
  const seen = new Set<string>()
  const shown = shownValues(source, schema)
  for (const variant of oneAfterOther(shown, everything(maker, node, source))) {
    maker.rest()
    const { value } = variant
    if (value === undefined || !maker.holds(value, node) || source.accepts?.(value) === false) continue
    const text = JSON.stringify(value)
    if (seen.has(text)) continue
    seen.add(text)
    yield {
      value,
      aim: aimOf(variant),
      reaches: reachedPoints(value, schema, source),
      peculiarities: peculiaritiesOf(value),
    }
  }
}

/**
 * The smallest value of a schema that a service is likely to take: required members only, with values that are known
 * or shown. Undefined where none is found.
 */
export function smallestValue(schema: JsonSchema | undefined, source: ValueSource): unknown {
  const maker = new Maker(source)
  const node = nodeOf(schema, source.pointer)
  const value = maker.base(node, spotOf(source))
  if (source.accepts === undefined || value === undefined || source.accepts(value)) return value
  for (const other of coveringValues(schema, source)) return other.value
  return undefined
}

/**
 * The smallest value that the author of a schema is likely to have meant, where none satisfies it by the letter: a
 * value that more than one branch of a `oneOf` matches. Undefined where that is not the reason.
 */
export function meantValue(schema: JsonSchema | undefined, source: ValueSource): unknown {
  return new Maker(source, Infinity).base(nodeOf(schema, source.pointer), spotOf(source))
}
