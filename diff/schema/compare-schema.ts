import { isSame } from '../equal/canonical.js'
import type { Fragments, Visit, Walker } from '../engine/node.js'
import { compareArrays } from './compare-arrays.js'
import { compareConditions } from './compare-conditions.js'
import { compareLimits } from './compare-limits.js'
import { compareNamedSchemas, compareObjects } from './compare-objects.js'
import { compareAnnotations } from './compare-annotations.js'
import { compareFormats } from './compare-formats.js'
import { compareTypes } from './compare-types.js'
import { compareChoice, compareUnions } from './compare-unions.js'
import { compareValues } from './compare-values.js'
import { compareRemaining } from './compare-remaining.js'
import { anyType, bits } from './types.js'
import { schemaLocations } from './pair.js'
import { intersect } from './intersection.js'

const compareValue = (
  visit: Visit,
  fromFragments: Fragments,
  toFragments: Fragments,
  isText: boolean,
): void => {
  const [from, to] = [intersect(fromFragments), intersect(toFragments)]
  const pair = { from, to, fromFragments, toFragments, shared: anyType, isText }
  if (!isSame(from.unresolved, to.unresolved)) {
    visit.report('reference-changed', {
      ...schemaLocations(pair),
      before: from.unresolved,
      after: to.unresolved,
    })
  }
  if (compareChoice(visit, pair)) return
  const shared = compareTypes(visit, pair)
  compareAnnotations(visit, pair)
  // Without a common type there is nothing else to compare.
  if (shared === 0) return
  const both = { ...pair, shared }
  if (shared !== bits.null) compareValues(visit, both)
  compareLimits(visit, both)
  compareFormats(visit, both)
  if ((shared & bits.object) !== 0) {
    compareObjects(visit, both)
    compareNamedSchemas(visit, both)
  }
  if ((shared & bits.array) !== 0) compareArrays(visit, both)
  if ((shared & bits.string) !== 0) compareRemaining(visit, both, 'contentSchema', 'content', '/{content}')
  compareConditions(visit, both)
  compareUnions(visit, both)
}

/** Compares two schemas, including the subschemas that apply with them. */
export const compareSchema: Walker = (visit, from, to) => compareValue(visit, from, to, false)

/** Compares two schemas of values serialized as plain text, such as parameters and headers. */
export const compareText: Walker = (visit, from, to) => compareValue(visit, from, to, true)
