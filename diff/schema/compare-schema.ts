import { isSame } from '../equal/canonical.js'
import type { Spots } from '../engine/node.js'
import type { Visit, Walker } from '../engine/visit.js'
import { compareArrays } from './compare-arrays.js'
import { compareConditions } from './compare-conditions.js'
import { compareLimits } from './compare-limits.js'
import { compareNamed } from './compare-named.js'
import { compareNotes } from './compare-notes.js'
import { compareObjects } from './compare-objects.js'
import { compareSets } from './compare-sets.js'
import { compareTypes } from './compare-types.js'
import { compareChoice, compareUnions } from './compare-unions.js'
import { compareValues } from './compare-values.js'
import { compareRest } from './rest.js'
import { anyType, bits } from './types.js'
import { pairOf, schemasOf } from './pair.js'

const compareValue = (visit: Visit, fromSpots: Spots, toSpots: Spots, isText: boolean): void => {
  const pair = pairOf(fromSpots, toSpots, anyType, isText)
  const { from, to } = pair
  if (!isSame(from.lost, to.lost)) {
    visit.report('reference-changed', { ...schemasOf(pair), before: from.lost, after: to.lost })
  }
  if (compareChoice(visit, pair)) return
  const shared = compareTypes(visit, pair)
  compareNotes(visit, pair)
  // Of two types that have nothing in common, nothing more is to be said.
  if ((shared & ~bits.null) === 0) return
  const both = { ...pair, shared }
  compareValues(visit, both)
  compareLimits(visit, both)
  compareSets(visit, both)
  if ((shared & bits.object) !== 0) {
    compareObjects(visit, both)
    compareNamed(visit, both)
  }
  if ((shared & bits.array) !== 0) compareArrays(visit, both)
  if ((shared & bits.string) !== 0) compareRest(visit, both, 'contentSchema', 'content', '/{content}')
  compareConditions(visit, both)
  compareUnions(visit, both)
}

/** Compares two schemas with everything that applies beside them. */
export const compareSchema: Walker = (visit, from, to) => compareValue(visit, from, to, false)

/** Compares two schemas of values that are written as plain text, as parameters and headers are. */
export const compareText: Walker = (visit, from, to) => compareValue(visit, from, to, true)
