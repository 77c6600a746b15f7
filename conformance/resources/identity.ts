import type { JsonObject, Schemas } from '../../document/index.js'
import type { Parameter } from '../../runtime/surface.js'
import { fitted, type PlainValue } from './fits.js'
import { isIdentifying, nameKey, singular, wordsOf } from './words.js'

const usual = [
  'id',
  '_id',
  'uuid',
  'guid',
  'uid',
  'key',
  'slug',
  'code',
  'number',
  'handle',
  'identifier',
  'name',
]

/** Names of members that may hold what a parameter asks for, best first, as `nameKey` has them. */
const candidates = (name: string, nouns: readonly string[]): string[] => {
  const own = wordsOf(name).map(singular)
  const last = own.at(-1) ?? ''
  const joined = own.join(' ')
  const withoutNoun = nouns.flatMap((noun) => {
    if (joined.startsWith(`${noun} `)) return [joined.slice(noun.length + 1)]
    // `username` of a user may be called `name`, and the other way round.
    return joined.startsWith(noun) && joined.length > noun.length ? [joined.slice(noun.length)] : []
  })
  const withNoun = nouns.flatMap((noun) => [`${noun} ${joined}`, `${noun}${joined}`])
  const isPlainId = ['id', 'uuid', 'guid', 'uid', 'identifier'].includes(last) || !isIdentifying(last)
  const rest = isPlainId ? [...usual, ...nouns.map((noun) => `${noun} id`)] : [last]
  return [...new Set([joined, ...withoutNoun, ...withNoun, ...rest])]
}

/** The member of a thing that a parameter of its path asks for. */
export interface Identity {
  readonly member: string
  readonly value: PlainValue
}

/**
 * The member of a thing by which a parameter of its path finds it: that of the same name, or its id, slug, key or code.
 * @param nouns names of the kind of thing, in the singular
 */
export function identityIn(
  thing: JsonObject,
  parameter: Pick<Parameter, 'name' | 'schema'>,
  nouns: readonly string[],
  schemas: Schemas,
): Identity | undefined {
  const members = new Map(Object.keys(thing).map((name) => [nameKey(name), name]))
  for (const candidate of candidates(parameter.name, nouns)) {
    const member = members.get(candidate)
    if (member === undefined) continue
    const value = fitted(thing[member], parameter.schema, schemas)
    if (value !== undefined) return { member, value }
  }
  return undefined
}
