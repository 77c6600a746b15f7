import { shapeText } from './shape.js'
import type { Spot } from '../document/side.js'
import type { Visit } from '../engine/visit.js'
import { likeness } from './likeness.js'
import { isAsserting } from './keywords.js'
import { matchVariants, type Matched } from './match.js'
import type { Meet } from './meet.js'
import { schemasOf, type Pair } from './pair.js'
import { allTypes, bits } from './types.js'
import type { Union } from './union.js'
import { discriminatorOf, variantsOf, type Variant } from './variants.js'

const stepOf = ({ name }: Variant): string => `/(${name.replaceAll('/', '~1')})`

const reportLeft = (visit: Visit, { removed, added }: Matched, old: Union, fresh: Union): void => {
  for (const one of removed) {
    const facts = { from: one.spot, to: fresh.spot, owner: old.holder, name: one.name, step: stepOf(one) }
    visit.report('variant-removed', facts)
  }
  for (const one of added) {
    const facts = { from: old.spot, to: one.spot, owner: fresh.holder, name: one.name, step: stepOf(one) }
    visit.report('variant-added', facts)
  }
}

const compareDiscriminators = (visit: Visit, old: Union, fresh: Union, { pairs }: Matched): void => {
  const [was, is] = [discriminatorOf(old), discriminatorOf(fresh)]
  const places = {
    from: was?.spot ?? old.holder,
    to: is?.spot ?? fresh.holder,
    before: was?.property,
    after: is?.property,
  }
  if (was === undefined && is === undefined) return
  if (was === undefined) return visit.report('discriminator-added', places)
  if (is === undefined) return visit.report('discriminator-removed', { ...places, owner: was.spot })
  if (was.property !== is.property) return visit.report('discriminator-changed', places)
  for (const [one, other] of pairs) {
    if (one.ref === undefined || other.ref === undefined) continue
    const at = { from: was.spot, to: is.spot }
    const gone = one.values.filter((value) => !other.values.includes(value))
    const come = other.values.filter((value) => !one.values.includes(value))
    for (const before of gone) visit.report('discriminator-value-removed', { ...at, name: one.name, before })
    for (const after of come) visit.report('discriminator-value-added', { ...at, name: other.name, after })
  }
}

const compareUnion = (visit: Visit, old: Union, fresh: Union, matched: Matched): void => {
  if (old.kind !== fresh.kind) {
    const kind = fresh.kind === 'anyOf' ? 'one-of-became-any-of' : 'any-of-became-one-of'
    visit.report(kind, { from: old.spot, to: fresh.spot })
  }
  for (const [one, other] of matched.pairs)
    visit.enter('schema', [one.spot], [other.spot], { step: stepOf(other) })
  reportLeft(visit, matched, old, fresh)
  compareDiscriminators(visit, old, fresh, matched)
}

const matchOf = (old: Union, fresh: Union): Matched => matchVariants(variantsOf(old), variantsOf(fresh))

interface Partners {
  readonly old: Union
  readonly fresh: Union
  readonly matched: Matched
  readonly score: number
}

/** How much two unions have in common: a pair of variants counts, and an equal one counts twice. */
const scoreOf = ({ pairs }: Matched): number =>
  pairs.reduce((sum, [one, other]) => {
    const isEqual = shapeText(one.spot.value) === shapeText(other.spot.value)
    return sum + (isEqual ? 2 : 1)
  }, 0)

/** Unions of both sides that are one: those with most in common first; two that are alone need nothing in common. */
const partnersOf = (old: readonly Union[], fresh: readonly Union[]): Partners[] => {
  const isOnly = old.length === 1 && fresh.length === 1
  const all = old.flatMap((one) =>
    fresh.map((other) => {
      const matched = matchOf(one, other)
      return { old: one, fresh: other, matched, score: scoreOf(matched) }
    }),
  )
  const taken = new Set<Union>()
  return all
    .filter(({ score }) => isOnly || score > 0)
    .sort((one, other) => other.score - one.score)
    .filter((one) => {
      if (taken.has(one.old) || taken.has(one.fresh)) return false
      taken.add(one.old).add(one.fresh)
      return true
    })
}

/** Compares unions, each with the one that it has most in common with. */
export const compareUnions = (visit: Visit, pair: Pair): void => {
  const partners = partnersOf(pair.from.unions, pair.to.unions)
  const paired = new Set(partners.flatMap(({ old, fresh }) => [old, fresh]))
  for (const { old, fresh, matched } of partners) compareUnion(visit, old, fresh, matched)
  for (const old of pair.from.unions) {
    if (paired.has(old)) continue
    visit.report('union-removed', { from: old.spot, to: schemasOf(pair).to, owner: old.holder })
  }
  for (const fresh of pair.to.unions) {
    if (!paired.has(fresh)) visit.report('union-added', { from: schemasOf(pair).from, to: fresh.spot })
  }
}

const saysMore = (meet: Meet): boolean =>
  meet.parts.some(({ schema }) =>
    Object.keys(schema).some((key) => isAsserting(key) && key !== 'anyOf' && key !== 'oneOf'),
  )

const isNullable = (meet: Meet): boolean => (allTypes(meet) & bits.null) !== 0

/** A schema that became one variant of a union, or the reverse. */
const compareGrown = (visit: Visit, pair: Pair, side: 'from' | 'to'): boolean => {
  const [single, many] = side === 'from' ? [pair.from, pair.to] : [pair.to, pair.from]
  const spots = side === 'from' ? pair.fromSpots : pair.toSpots
  const [union] = many.unions
  const [holder] = spots
  if (union === undefined || many.unions.length > 1 || spots.length !== 1 || holder === undefined)
    return false
  if (single.unions.length > 0 || saysMore(many)) return false
  const alone: Union = { kind: union.kind, spot: holder, holder, members: spots }
  const matched = side === 'from' ? matchOf(alone, union) : matchOf(union, alone)
  const [match] = matched.pairs
  if (match === undefined) return false
  const [isOld, isNew] = [isNullable(single), isNullable(many)]
  if (isNew && !isOld)
    visit.report(side === 'from' ? 'became-nullable' : 'became-not-nullable', schemasOf(pair))
  const others = side === 'from' ? matched.added : matched.removed
  if (union.kind === 'oneOf' && others.some((one) => likeness(one.spot, holder) >= 0.5)) {
    visit.report(side === 'from' ? 'wrapped-in-one-of' : 'unwrapped-from-one-of', schemasOf(pair))
  }
  // Null that both allow is no matter of the one variant.
  const spotOf = ({ spot }: Variant, isMember: boolean): Spot =>
    isMember && isOld && isNew ? { ...spot, orNull: true } : spot
  visit.enter('schema', [spotOf(match[0], side === 'to')], [spotOf(match[1], side === 'from')])
  if (side === 'from') reportLeft(visit, matched, alone, union)
  else reportLeft(visit, matched, union, alone)
  return true
}

/** Compares a schema with a union that holds it as one of several; tells whether that is what the two are. */
export const compareChoice = (visit: Visit, pair: Pair): boolean =>
  compareGrown(visit, pair, 'from') || compareGrown(visit, pair, 'to')
