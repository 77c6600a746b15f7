import { diffDocuments, type Change } from '../../../diff/index.js'
import { isObject, lastKey, locationsOf, resolvePath } from '../../../document/index.js'
import { opinionOf } from './judges.js'
import { poolOf } from './mutations.js'
import { altered, randomFrom, Samples } from '../../support/samples.js'

const bodyPath = ['paths', '/it', 'post', 'requestBody', 'content', 'application/json', 'schema']

type Way = 'request' | 'response'

const ways = { request: 'readOnly', response: 'writeOnly' } as const

/** Options for the comparison of two documents. */
interface Comparing {
  readonly seed: number
  /** Values that are drawn for each document and direction; each is judged with two others made of it. */
  readonly rounds: number
  readonly diff?: typeof diffDocuments
}

/** A value that contradicts the result of the differ. */
export interface Disagreement {
  readonly what: string
  readonly value: unknown
  readonly changes: readonly string[]
}

const isHarmful = ({ effect }: Change): boolean => effect === 'breaks' || effect === 'may-break'

const short = (change: Change): string => `${change.id} ${change.direction} ${change.effect}`

const isSaid = (direction: Way, before: boolean, changes: readonly Change[]): boolean => {
  const own = changes.filter((change) => change.direction === direction && change.effect !== 'documentation')
  const mustHarm = (direction === 'request') === before
  return mustHarm ? own.some(isHarmful) : own.length > 0
}

/** A union refuses a value that fits two of its variants; the differ assumes that variants are exclusive. */
const isOfVariants = async (from: object, to: object, way: Way, value: unknown): Promise<boolean> => {
  if (!JSON.stringify([from, to]).includes('"oneOf"')) return false
  const [before, after] = [await opinionOf(withoutOneOf(from)), await opinionOf(withoutOneOf(to))]
  return before[way](value) === after[way](value)
}

/** A new property may have been sent before as an undescribed one. */
const isOfNewProperty = (way: Way, value: unknown, changes: readonly Change[]): boolean =>
  way === 'request' &&
  changes.some(
    ({ id, to }) =>
      id === 'request-not-added-for-new' ||
      (id === 'request-property-added' && JSON.stringify(value).includes(`"${lastKey(to?.pointer ?? '')}":`)),
  )

const bothWays: readonly Way[] = ['request', 'response']

/** Values that satisfy one of the documents, or nearly do, each with its direction. */
const valuesOf = (from: object, to: object, seed: number, rounds: number): [Way, unknown][] => {
  const random = randomFrom(seed)
  const pool = poolOf(from, to)
  return bothWays.flatMap((way) =>
    [from, to].flatMap((document) => {
      const samples = new Samples(document, random, pool, ways[way])
      return Array.from({ length: rounds }, () => {
        const value = samples.draw(resolvePath(document, bodyPath))
        const once = altered(value, random, pool)
        return [value, once, altered(once, random, pool)].filter((one) => !samples.shows(one))
      })
        .flat()
        .map((value): [Way, unknown] => [way, value])
    }),
  )
}

/**
 * A disagreement of generator and differ about two documents made by `documentAround`: a value that is judged
 * differently, without a change that reports it. Undefined where they agree.
 */
export async function disagreement(
  from: object,
  to: object,
  { seed, rounds, diff = diffDocuments }: Comparing,
): Promise<Disagreement | undefined> {
  const changes = diff({ document: from }, { document: to })
  const [before, after] = [await opinionOf(from), await opinionOf(to)]
  for (const [way, value] of valuesOf(from, to, seed, rounds)) {
    const [old, fresh] = [before[way](value), after[way](value)]
    if (old === fresh || isSaid(way, old, changes) || isOfNewProperty(way, value, changes)) continue
    if (await isOfVariants(from, to, way, value)) continue
    return { what: `${way}: ${old ? 'refuses' : 'admits'} more`, value, changes: changes.map(short) }
  }
  return undefined
}

const withoutOneOf = (document: object): object => {
  const copy = structuredClone(document)
  for (const { node, kind } of locationsOf(copy)) {
    if (kind !== 'schema' || !isObject(node) || !Array.isArray(node['oneOf'])) continue
    const { oneOf, anyOf } = node
    Reflect.deleteProperty(node, 'oneOf')
    if (anyOf === undefined) Reflect.set(node, 'anyOf', oneOf)
    else
      Reflect.set(node, 'allOf', [...(Array.isArray(node['allOf']) ? node['allOf'] : []), { anyOf: oneOf }])
  }
  return copy
}
