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

/** The union of the other side that has most variants in common; the only one has not to be searched for. */
const partnerOf = (old: Union, others: readonly Union[], isOnly: boolean): [Union, Matched] | undefined => {
  const scored = others.map((other) => [other, matchOf(old, other)] as [Union, Matched])
  const best = scored.sort(([, one], [, other]) => other.pairs.length - one.pairs.length)[0]
  return best !== undefined && (isOnly || best[1].pairs.length > 0) ? best : undefined
}

/** Compares unions, each with the one that it has most in common with. */
export const compareUnions = (visit: Visit, pair: Pair): void => {
  const left = [...pair.to.unions]
  const isOnly = pair.from.unions.length === 1 && left.length === 1
  for (const old of pair.from.unions) {
    const partner = partnerOf(old, left, isOnly)
    if (partner === undefined) {
      visit.report('union-removed', { from: old.spot, to: schemasOf(pair).to, owner: old.holder })
      continue
    }
    left.splice(left.indexOf(partner[0]), 1)
    compareUnion(visit, old, ...partner)
  }
  for (const fresh of left) visit.report('union-added', { from: schemasOf(pair).from, to: fresh.spot })
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
  if (single.unions.length > 0 || saysMore(many) || isNullable(single)) return false
  const alone: Union = { kind: union.kind, spot: holder, holder, members: spots }
  const matched = side === 'from' ? matchOf(alone, union) : matchOf(union, alone)
  const [match] = matched.pairs
  if (match === undefined) return false
  if (isNullable(many))
    visit.report(side === 'from' ? 'became-nullable' : 'became-not-nullable', schemasOf(pair))
  const others = side === 'from' ? matched.added : matched.removed
  if (union.kind === 'oneOf' && others.some((one) => likeness(one.spot, holder) >= 0.5)) {
    visit.report(side === 'from' ? 'wrapped-in-one-of' : 'unwrapped-from-one-of', schemasOf(pair))
  }
  visit.enter('schema', [match[0].spot], [match[1].spot])
  if (side === 'from') reportLeft(visit, matched, alone, union)
  else reportLeft(visit, matched, union, alone)
  return true
}

/** Compares a schema with a union that holds it as one of several; tells whether that is what the two are. */
export const compareChoice = (visit: Visit, pair: Pair): boolean =>
  compareGrown(visit, pair, 'from') || compareGrown(visit, pair, 'to')
