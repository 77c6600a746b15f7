import type { Spot } from '../document/side.js'
import { shapeText } from './shape.js'
import { overlap } from '../equal/similar.js'
import { meetOf, type Meet } from './meet.js'
import { spotsOf } from './pair.js'
import { propertiesOf } from './properties.js'
import { allTypes, bits, valuesOfPart } from './types.js'

const listedIn = (meet: Meet): ReadonlySet<string> =>
  new Set(
    [
      ...meet.parts.flatMap((part) => valuesOfPart(part) ?? []),
      ...meet.listed.flatMap(({ values }) => values),
    ].map((value) => JSON.stringify(value)),
  )

/** Constants of properties of the same name that differ: the two are told apart by them. */
const isToldApart = (one: Meet, other: Meet): boolean => {
  const others = propertiesOf(other)
  return [...propertiesOf(one)].some(([name, { spots }]) => {
    const twin = others.get(name)
    if (twin === undefined) return false
    const [left, right] = [listedIn(meetOf(spots)), listedIn(meetOf(twin.spots))]
    return left.size === 1 && right.size === 1 && overlap(left, right) === 0
  })
}

const objectLikeness = (one: Meet, other: Meet): number => {
  const [left, right] = [new Set(propertiesOf(one).keys()), new Set(propertiesOf(other).keys())]
  if (left.size === 0 && right.size === 0) return 0.6
  return isToldApart(one, other) ? 0 : overlap(left, right)
}

const deepest = 3

const scalarLikeness = (one: Meet, other: Meet): number => {
  const [left, right] = [listedIn(one), listedIn(other)]
  if (left.size > 0 && right.size > 0) return 0.4 + 0.5 * overlap(left, right)
  const [format, twin] = [spotsOf(one, 'format')[0]?.value, spotsOf(other, 'format')[0]?.value]
  return (left.size > 0 === right.size > 0 ? 0.6 : 0.5) + (format === twin ? 0.2 : 0)
}

/** How alike two schemas are, from 0 (told apart) to 1 (equal). */
export const likeness = (one: Spot, other: Spot, depth = 0): number => {
  const [left, right] = [meetOf([one]), meetOf([other])]
  if (left.parts.length === 1 && right.parts.length === 1) {
    const [old, fresh] = [left.parts[0]?.spot.value, right.parts[0]?.spot.value]
    if (shapeText(old) === shapeText(fresh)) return 1
  }
  const shared = allTypes(left) & allTypes(right)
  if (shared === 0) return 0
  if ((shared & bits.object) !== 0 && propertiesOf(left).size + propertiesOf(right).size > 0) {
    return objectLikeness(left, right)
  }
  const [items, others] = [spotsOf(left, 'items')[0], spotsOf(right, 'items')[0]]
  if (items !== undefined && others !== undefined && depth < deepest) {
    return 0.3 + 0.6 * likeness(items, others, depth + 1)
  }
  return scalarLikeness(left, right)
}
