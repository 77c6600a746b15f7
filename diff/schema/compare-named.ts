import { textsOf } from '../document/json.js'
import type { Spot } from '../document/side.js'
import { childrenOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import type { Meet } from './meet.js'
import { placesOf, spotsOf, type Pair } from './pair.js'

/** Keywords that hold schemas by name. */
interface Rule {
  readonly key: string
  readonly name: string
  readonly step: (name: string) => string
}

const rules: readonly Rule[] = [
  { key: 'patternProperties', name: 'pattern-properties', step: (name) => `/{${name}}` },
  { key: 'dependentSchemas', name: 'dependent-schema', step: () => '' },
]

const byName = (meet: Meet, key: string): ReadonlyMap<string, Spot[]> => {
  const found = new Map<string, Spot[]>()
  for (const list of spotsOf(meet, key)) {
    for (const [name, spot] of childrenOf(list)) found.set(name, [...(found.get(name) ?? []), spot])
  }
  return found
}

const compareRule = (visit: Visit, pair: Pair, { key, name: kind, step }: Rule): void => {
  const [old, fresh] = [byName(pair.from, key), byName(pair.to, key)]
  const places = placesOf(pair, key)
  for (const [name, from] of old) {
    const to = fresh.get(name)
    if (to === undefined)
      visit.report(`${kind}-removed`, { ...places, from: from[0], owner: places.from, name })
    else visit.enter('schema', from, to, { step: step(name) })
  }
  for (const [name, to] of fresh) {
    if (!old.has(name)) visit.report(`${kind}-added`, { ...places, to: to[0], owner: places.to, name })
  }
}

const demandsOf = (meet: Meet): ReadonlyMap<string, readonly [string, string]> =>
  new Map(
    spotsOf(meet, 'dependentRequired').flatMap((list) =>
      [...childrenOf(list)].flatMap(([name, { value }]) =>
        textsOf(value).map((other) => [JSON.stringify([name, other]), [name, other]] as const),
      ),
    ),
  )

const compareDemands = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [demandsOf(pair.from), demandsOf(pair.to)]
  const places = placesOf(pair, 'dependentRequired')
  const report = (kind: string, [before, after]: readonly [string, string], owner: Spot | undefined): void =>
    visit.report(kind, { ...places, owner, before, after })
  for (const [key, names] of old)
    if (!fresh.has(key)) report('dependent-required-removed', names, places.from)
  for (const [key, names] of fresh) if (!old.has(key)) report('dependent-required-added', names, places.to)
}

/** Compares what holds for names that match a pattern, and what a property brings with it. */
export const compareNamed = (visit: Visit, pair: Pair): void => {
  for (const rule of rules) compareRule(visit, pair, rule)
  compareDemands(visit, pair)
}
