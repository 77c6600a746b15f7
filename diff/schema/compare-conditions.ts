import { isObject, readSchema, textsOf } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import { onlyIn } from '../engine/equal.js'
import {
  childOf,
  childrenOf,
  compareMaps,
  type Fragment,
  type Fragments,
  itemsOf,
  type SetChange,
  type Visit,
} from '../engine/node.js'
import { assertionsOf, bareSchema, isFree, isNull } from './union.js'
import { membersByName, otherPropertiesOf } from './compare-members.js'
import {
  intersect,
  type Intersection,
  keywordFragments,
  keywordLocations,
  propertiesOf,
  requiredOf,
  type SchemaPair,
} from './pair.js'
import { matchContents } from './variants.js'
import { allTypes, bits } from './types.js'

interface Condition {
  readonly holder: Fragment
  readonly test: Fragment
}

const conditionsOf = (intersection: Intersection): Condition[] =>
  intersection.subschemas.flatMap(({ fragment }) => {
    const test = childOf(fragment, 'if')
    const branches = [childOf(fragment, 'then'), childOf(fragment, 'else')]
    // A condition whose branches accept everything has no effect.
    const isIdle = branches.every((branch) => branch === undefined || isFree(branch))
    return test === undefined || isIdle ? [] : [{ holder: fragment, test }]
  })

const branchOf = ({ holder, test }: Condition, key: 'then' | 'else'): Fragment =>
  childOf(holder, key) ?? { ...test, value: true, pointer: holder.pointer }

const compareCondition = (visit: Visit, from: Condition, to: Condition): void => {
  const kindFor = ([change]: readonly SetChange[]): KindName | undefined =>
    change === 'same' ? undefined : 'condition-changed'
  visit.defer([[[from.test], [to.test]]], kindFor, { from: from.test, to: to.test })
  visit.enter('schema', [branchOf(from, 'then')], [branchOf(to, 'then')])
  visit.enter('schema', [branchOf(from, 'else')], [branchOf(to, 'else')])
}

const compareIfs = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [conditionsOf(pair.from), conditionsOf(pair.to)]
  const locations = keywordLocations(pair, 'if')
  for (const [from, to] of matchContents(before, after, ({ test }) => test)) {
    if (from !== undefined && to !== undefined) compareCondition(visit, from, to)
    else if (to !== undefined) visit.report('condition-added', { ...locations, to: to.test })
    else if (from !== undefined)
      visit.report('condition-removed', { ...locations, from: from.test, owner: from.holder })
  }
}

const kindsOfNot: Readonly<Record<SetChange, KindName | undefined>> = {
  narrowed: 'not-loosened',
  widened: 'not-tightened',
  changed: 'not-changed',
  same: undefined,
}

/** Excluding a union excludes each of its variants. */
const eachExcluded = (excluded: Fragment): readonly Fragment[] => {
  const { unions, subschemas } = intersect([excluded])
  const [union, ...others] = unions
  const isChoice = subschemas.every(({ schema }) => assertionsOf(schema).every((key) => key === 'anyOf'))
  if (union === undefined || others.length > 0 || !isChoice) return [excluded]
  const hasAll = union.members.length === itemsOf(union.fragment).length
  return hasAll ? union.members.flatMap(eachExcluded) : [excluded]
}

// Excluded null is compared with the types. Values of disallowed types need no exclusion.
const notsOf = (intersection: Intersection): Fragment[] =>
  keywordFragments(intersection, 'not')
    .flatMap(eachExcluded)
    .filter((one) => !isNull(one) && (allTypes(intersect([one])) & allTypes(intersection)) !== 0)

/** A property that a schema requires and another schema does not know. */
export function newPropertyIn(fragment: Fragment, known: Intersection): string | undefined {
  if (otherPropertiesOf(known) === 'schema') return undefined
  const excluded = intersect([fragment])
  const own = [...requiredOf(excluded)].find((name) => !propertiesOf(known).has(name))
  const inVariants = excluded.unions.map(({ members }) => members.map((one) => newPropertyIn(one, known)))
  return own ?? inVariants.find((names) => names.every((name) => name !== undefined))?.[0]
}

const reportAdded = (visit: Visit, pair: SchemaPair, to: Fragment): void => {
  const facts = { ...keywordLocations(pair, 'not'), to }
  const name = newPropertyIn(to, pair.from)
  if (name === undefined) visit.report('not-added', facts)
  else visit.report('not-added-for-new', { ...facts, name })
}

/** The excluded schemas of both sides. An exclusion of null has no effect beside schemas without null. */
const excludedOf = ({ from, to }: SchemaPair): readonly (readonly Fragment[])[] => {
  const hasNull = ((allTypes(from) | allTypes(to)) & bits.null) !== 0
  const orNull = (excluded: Fragment): Fragment => ({ ...excluded, orNull: true })
  return [from, to].map((one) => (hasNull ? notsOf(one) : notsOf(one).map(orNull)))
}

const compareNots = (visit: Visit, pair: SchemaPair): void => {
  const [before = [], after = []] = excludedOf(pair)
  const locations = keywordLocations(pair, 'not')
  for (const [from, to] of matchContents(before, after, (one) => one)) {
    if (from !== undefined && to !== undefined)
      visit.defer([[[from], [to]]], ([change = 'same']) => kindsOfNot[change], { from, to })
    else if (to !== undefined) reportAdded(visit, pair, to)
    else if (from !== undefined) visit.report('not-removed', { ...locations, from, owner: from })
  }
}

/** The names that a schema requires, if it asserts nothing else. */
const requiredAlone = (fragment: Fragment): readonly string[] => {
  const { value, document } = bareSchema(fragment)
  if (!isObject(value)) return []
  const { keywords } = readSchema(value, document.dialect)
  return assertionsOf(keywords).join() === 'required' ? textsOf(keywords['required']) : []
}

const dependentsOf = (
  intersection: Intersection,
  key: 'dependentRequired' | 'dependentSchemas',
  namesIn: (dependent: Fragment) => readonly string[],
) =>
  keywordFragments(intersection, key)
    .flatMap((list) => Array.from(childrenOf(list)))
    .flatMap(([name, one]) => namesIn(one).map((other) => [name, other] as const))

/** The names that the presence of a property demands, in either spelling. */
const demandsOf = (intersection: Intersection): ReadonlyMap<string, readonly [string, string]> => {
  const stated = dependentsOf(intersection, 'dependentRequired', ({ value }) => textsOf(value))
  const pairs = [...stated, ...dependentsOf(intersection, 'dependentSchemas', requiredAlone)]
  return new Map(pairs.map((pair) => [JSON.stringify(pair), pair]))
}

const compareDemands = (visit: Visit, pair: SchemaPair): void => {
  const [demandsBefore, demandsAfter] = [demandsOf(pair.from), demandsOf(pair.to)]
  const { from, to } = keywordLocations(pair, 'dependentRequired')
  for (const [before, after] of onlyIn(demandsBefore, demandsAfter))
    visit.report('dependent-required-removed', { from, to, owner: from, before, after })
  for (const [before, after] of onlyIn(demandsAfter, demandsBefore))
    visit.report('dependent-required-added', { from, to, owner: to, before, after })
}

const compareDependents = (visit: Visit, pair: SchemaPair): void => {
  const key = 'dependentSchemas'
  const schemasIn = (one: Intersection) =>
    membersByName(one, key, (_, schema) => requiredAlone(schema).length === 0)
  const schemas = [schemasIn(pair.from), schemasIn(pair.to)] as const
  const kinds = ['dependent-schema-removed', 'dependent-schema-added'] as const
  const enter = (from: Fragments, to: Fragments): void => visit.enter('schema', from, to)
  compareMaps(visit, keywordLocations(pair, key), schemas, kinds, enter)
}

/** Compares `if` with its branches, `not`, and what the presence of a property demands. */
export function compareConditions(visit: Visit, pair: SchemaPair): void {
  compareIfs(visit, pair)
  compareNots(visit, pair)
  if ((pair.shared & bits.object) === 0) return
  compareDependents(visit, pair)
  compareDemands(visit, pair)
}
