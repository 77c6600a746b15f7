import type { Fragment } from '../fragments/fragment.js'
import { shapeText } from './shape.js'
import { overlap } from '../equal/similarity.js'
import { intersect, type Intersection } from './intersection.js'
import { keywordFragments } from './pair.js'
import { propertiesOf } from './properties.js'
import { allTypes, bits, enumValues } from './types.js'

const listedIn = (intersection: Intersection): ReadonlySet<string> =>
  new Set(
    [
      ...intersection.subschemas.flatMap((subschema) => enumValues(subschema) ?? []),
      ...intersection.listed.flatMap(({ values }) => values),
    ].map((value) => JSON.stringify(value)),
  )

/**
 * Whether two schemas have properties of the same name with different constants, which makes them distinct variants.
 */
const isDistinguished = (one: Intersection, other: Intersection): boolean => {
  const others = propertiesOf(other)
  return [...propertiesOf(one)].some(([name, { fragments }]) => {
    const counterpart = others.get(name)
    if (counterpart === undefined) return false
    const [left, right] = [listedIn(intersect(fragments)), listedIn(intersect(counterpart.fragments))]
    return left.size === 1 && right.size === 1 && overlap(left, right) === 0
  })
}

// Equal property names do not make properties equal, so the score stays below 1.
const almostEqual = 0.99

const objectSimilarity = (one: Intersection, other: Intersection): number => {
  const [left, right] = [new Set(propertiesOf(one).keys()), new Set(propertiesOf(other).keys())]
  if (left.size === 0 && right.size === 0) return 0.6
  return isDistinguished(one, other) ? 0 : Math.min(overlap(left, right), almostEqual)
}

const deepest = 3

const scalarSimilarity = (one: Intersection, other: Intersection): number => {
  const [left, right] = [listedIn(one), listedIn(other)]
  if (left.size > 0 && right.size > 0) return 0.4 + 0.5 * overlap(left, right)
  const [format, counterpart] = [
    keywordFragments(one, 'format')[0]?.value,
    keywordFragments(other, 'format')[0]?.value,
  ]
  return (left.size > 0 === right.size > 0 ? 0.6 : 0.5) + (format === counterpart ? 0.2 : 0)
}

/** How similar two schemas are, from 0 (distinct) to 1 (equal). */
export function similarity(one: Fragment, other: Fragment, depth = 0): number {
  const [left, right] = [intersect([one]), intersect([other])]
  if (left.subschemas.length === 1 && right.subschemas.length === 1) {
    const [old, fresh] = [left.subschemas[0]?.fragment.value, right.subschemas[0]?.fragment.value]
    if (shapeText(old) === shapeText(fresh)) return 1
  }
  const shared = allTypes(left) & allTypes(right)
  if (shared === 0) return 0
  if ((shared & bits.object) !== 0 && propertiesOf(left).size + propertiesOf(right).size > 0) {
    return objectSimilarity(left, right)
  }
  const [items, others] = [keywordFragments(left, 'items')[0], keywordFragments(right, 'items')[0]]
  if (items !== undefined && others !== undefined && depth < deepest) {
    return 0.3 + 0.6 * similarity(items, others, depth + 1)
  }
  return scalarSimilarity(left, right)
}
