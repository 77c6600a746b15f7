import { nameSimilarity } from '../equal/similarity.js'
import { shapeText } from './shape.js'
import { intersect } from './intersection.js'
import { keywordValue } from './pair.js'
import type { Property } from './properties.js'

/** A property that seems to have another name now, with the reason. */
export interface Rename {
  readonly from: Property
  readonly to: Property
  readonly guess: string
}

interface Candidate extends Rename {
  readonly score: number
}

const shapeOf = ({ fragments }: Property): string => fragments.map(({ value }) => shapeText(value)).join('+')

/** A schema with enough assertions to be distinguished from others. */
const isDistinctive = (shape: string): boolean => shape.length > 60 || shape.includes('"$ref"')

const descriptionOf = ({ fragments }: Property): unknown => keywordValue(intersect(fragments), 'description')

const candidate = (from: Property, to: Property): Candidate | undefined => {
  const shape = shapeOf(from)
  if (from.required !== to.required || shape !== shapeOf(to)) return undefined
  const similarity = nameSimilarity(from.name, to.name)
  const description = descriptionOf(from)
  const isDescribedAlike =
    typeof description === 'string' && description.length > 10 && description === descriptionOf(to)
  const isPlaced = from.index === to.index
  const score =
    similarity + (isDescribedAlike ? 1 : 0) + (isPlaced ? 0.2 : 0) + (isDistinctive(shape) ? 0.3 : 0)
  if (score < 0.7) return undefined
  const reasons = [
    'the schemas are equal',
    ...(similarity >= 0.5 ? ['the names are alike'] : []),
    ...(isDescribedAlike ? ['the descriptions are equal'] : []),
    ...(isPlaced ? ['the position is the same'] : []),
  ]
  return { from, to, score, guess: `One property is gone and one is new: ${reasons.join(', ')}.` }
}

const byScore = (one: Candidate, other: Candidate): number =>
  other.score - one.score ||
  (`${one.from.name} ${one.to.name}` < `${other.from.name} ${other.to.name}` ? -1 : 1)

/** More than this, and the object is another one. */
const maxProperties = 50

/** Pairs of a removed and an added property that are one property with another name, on strong evidence. */
export function renamesOf(removed: readonly Property[], added: readonly Property[]): Rename[] {
  if (removed.length > maxProperties || added.length > maxProperties) return []
  const candidates = removed.flatMap((from) => added.flatMap((to) => candidate(from, to) ?? [])).sort(byScore)
  const taken = new Set<Property>()
  return candidates.filter(({ from, to }) => {
    if (taken.has(from) || taken.has(to)) return false
    taken.add(from).add(to)
    return true
  })
}
