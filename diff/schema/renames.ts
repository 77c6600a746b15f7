import { type Evidence, type Named, renameEvidence, renamePairs } from '../equal/rename-evidence.js'
import { shapeText } from './shape.js'
import { intersect } from './intersection.js'
import { keywordValue } from './pair.js'
import type { Property } from './properties.js'

/** A property that was likely renamed, with the reason. */
export interface Rename {
  readonly from: Property
  readonly to: Property
  readonly guess: string
}

const shapeOf = ({ fragments }: Property): string => fragments.map(({ value }) => shapeText(value)).join('+')

const descriptionOf = ({ fragments }: Property): unknown => keywordValue(intersect(fragments), 'description')

/** The number of properties with each description. */
const countsOf = (properties: Iterable<Property>): ReadonlyMap<unknown, number> => {
  const counts = new Map<unknown, number>()
  for (const one of properties) counts.set(descriptionOf(one), (counts.get(descriptionOf(one)) ?? 0) + 1)
  return counts
}

const namedIn = (counts: ReadonlyMap<unknown, number>, property: Property): Named => {
  const description = descriptionOf(property)
  return {
    name: property.name,
    index: property.index,
    description,
    isDescribedAlone: counts.get(description) === 1,
  }
}

/**
 * Pairs of a removed and an added property that are one renamed property, on strong evidence.
 * @param all the properties of both sides
 */
export function renamesOf(
  removed: readonly Property[],
  added: readonly Property[],
  all: readonly [Iterable<Property>, Iterable<Property>],
): Rename[] {
  if (removed.length === 0 || added.length === 0) return []
  const [old, fresh] = [countsOf(all[0]), countsOf(all[1])]
  const evidenceFor = (from: Property, to: Property): Evidence | undefined =>
    from.required === to.required && shapeOf(from) === shapeOf(to)
      ? renameEvidence(namedIn(old, from), namedIn(fresh, to))
      : undefined
  return renamePairs(removed, added, evidenceFor).map(({ from, to, reasons }) => ({
    from,
    to,
    guess: `One property is gone and one is new: ${['the schemas are equal', ...reasons].join(', ')}.`,
  }))
}
