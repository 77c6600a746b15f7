import type { JsonSchema } from '../../runtime/json-schema.js'
import { Maker } from './make/maker.js'
import { inTurn } from './make/rounds.js'
import type { ValueSource } from './model/source.js'
import { type Node, nodeOf } from './schema/node.js'

/** A value that services stumble over, right or wrong. */
export interface TellingValue {
  /** The member that it is for; absent where it stands in place of the whole. */
  readonly member?: string
  readonly value: unknown
  /** In words, for instance `"size" is null`. */
  readonly aim: string
}

type Substitute = readonly [value: unknown, words: string]

const huge: Substitute = [2 ** 63, 'is larger than 64 bits hold']
const nothing: Substitute = [null, 'is null']

/** What is tried in place of a value of each type, the most telling first. */
const byType: Readonly<Record<string, readonly Substitute[]>> = {
  object: [nothing, [[], 'is an empty list'], [{}, 'is an empty object']],
  array: [[[null], 'is a list of null'], nothing, [[], 'is an empty list'], [{}, 'is an empty object']],
  string: [['a\0b', 'has NUL in it'], nothing, ['x'.repeat(20_000), 'is very long'], ['', 'is empty']],
  integer: [huge, nothing, [-1, 'is negative'], ['x', 'is no number']],
  number: [huge, nothing, ['x', 'is no number']],
  boolean: [nothing],
}

const typeOf = (maker: Maker, node: Node): string => {
  const types = new Set(maker.shapes(node).flatMap((shape) => shape.types))
  return ['object', 'array', 'integer', 'number', 'string'].find((one) => types.has(one)) ?? 'boolean'
}

const isHolder = (type: string): boolean => type === 'object' || type === 'array'

const ofMembers = (maker: Maker, node: Node): Iterable<TellingValue>[] => {
  const [shape] = maker.shapes(node)
  const members = (shape?.names ?? []).map((name) => ({
    name,
    type: typeOf(maker, shape?.member(name) ?? []),
  }))
  const ordered = [
    ...members.filter(({ type }) => isHolder(type)),
    ...members.filter(({ type }) => !isHolder(type)),
  ]
  return ordered.map(({ name, type }) =>
    (byType[type] ?? []).map(([value, words]) => ({
      member: name,
      value,
      aim: `"${name}" ${words}`,
    })),
  )
}

/**
 * Values of a schema, or beside it, that services most often fail at: another kind of holder as a whole, then null, an
 * empty list, a huge number, NUL or a very long text in place of one member at a time.
 * @yields each, when it is asked for; whether it satisfies the schema is for the caller to ask
 */
export function* tellingValues(schema: JsonSchema | undefined, source: ValueSource): Iterable<TellingValue> {
  const maker = new Maker(source)
  const node = nodeOf(schema, source.pointer)
  const type = typeOf(maker, node)
  if (type === 'object') {
    yield { value: [null], aim: 'it is a list of null' }
    yield* inTurn(ofMembers(maker, node))
    return
  }
  for (const [value, words] of byType[type] ?? []) yield { value, aim: `it ${words}` }
}
