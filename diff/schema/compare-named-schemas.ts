import type { KindName } from '../catalogue/index.js'
import { textsOf } from '../../document/index.js'
import { childrenOf, type Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/visit.js'
import type { Intersection } from './intersection.js'
import { otherPropertiesOf } from './compare-remaining.js'
import { keywordLocations, keywordFragments, type SchemaPair } from './pair.js'

/** Keywords that hold schemas by name. */
interface Rule {
  readonly key: string
  readonly name: 'pattern-properties' | 'dependent-schema'
  readonly step: (name: string) => string
}

const rules: readonly Rule[] = [
  { key: 'patternProperties', name: 'pattern-properties', step: (name) => `/{${name}}` },
  { key: 'dependentSchemas', name: 'dependent-schema', step: () => '' },
]

const byName = (intersection: Intersection, key: string): ReadonlyMap<string, Fragment[]> => {
  const found = new Map<string, Fragment[]>()
  for (const list of keywordFragments(intersection, key)) {
    for (const [name, fragment] of childrenOf(list)) found.set(name, [...(found.get(name) ?? []), fragment])
  }
  return found
}

// A name that no pattern matches falls under the schema for all other names.
const kindOf = ({ key, name }: Rule, verb: 'added' | 'removed', other: Intersection): KindName =>
  key === 'patternProperties' && otherPropertiesOf(other) !== 'open'
    ? `pattern-properties-${verb}-in-map`
    : `${name}-${verb}`

const compareRule = (visit: Visit, pair: SchemaPair, rule: Rule): void => {
  const { key, step } = rule
  const [old, fresh] = [byName(pair.from, key), byName(pair.to, key)]
  const locations = keywordLocations(pair, key)
  for (const [name, from] of old) {
    const to = fresh.get(name)
    if (to === undefined)
      visit.report(kindOf(rule, 'removed', pair.to), {
        ...locations,
        from: from[0],
        owner: locations.from,
        name,
      })
    else visit.enter('schema', from, to, { step: step(name) })
  }
  for (const [name, to] of fresh) {
    if (!old.has(name))
      visit.report(kindOf(rule, 'added', pair.from), {
        ...locations,
        to: to[0],
        owner: locations.to,
        name,
      })
  }
}

const demandsOf = (intersection: Intersection): ReadonlyMap<string, readonly [string, string]> =>
  new Map(
    keywordFragments(intersection, 'dependentRequired').flatMap((list) =>
      [...childrenOf(list)].flatMap(([name, { value }]) =>
        textsOf(value).map((other) => [JSON.stringify([name, other]), [name, other]] as const),
      ),
    ),
  )

const compareDemands = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [demandsOf(pair.from), demandsOf(pair.to)]
  const locations = keywordLocations(pair, 'dependentRequired')
  const report = (
    kind: KindName,
    [before, after]: readonly [string, string],
    owner: Fragment | undefined,
  ): void => visit.report(kind, { ...locations, owner, before, after })
  for (const [key, names] of old)
    if (!fresh.has(key)) report('dependent-required-removed', names, locations.from)
  for (const [key, names] of fresh) if (!old.has(key)) report('dependent-required-added', names, locations.to)
}

/** Compares `patternProperties`, and the schemas that the presence of a property requires. */
export function compareNamedSchemas(visit: Visit, pair: SchemaPair): void {
  for (const rule of rules) compareRule(visit, pair, rule)
  compareDemands(visit, pair)
}
