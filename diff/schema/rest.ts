import type { Spot } from '../document/side.js'
import type { Visit } from '../engine/visit.js'
import type { Meet } from './meet.js'
import { isFree, isNever } from './trivial.js'
import { baseOf, placesOf, spotsOf, type Pair } from './pair.js'

/** What a keyword says of everything that no other keyword describes. */
interface Rest {
  readonly state: 'open' | 'closed' | 'schema'
  readonly spots: readonly Spot[]
}

/** What a keyword says in all parts together. */
export const restOf = (meet: Meet, key: string): Rest => {
  const spots = spotsOf(meet, key).filter(({ value }) => !isFree(value))
  if (spots.length === 0) return { state: 'open', spots }
  return { state: spots.some(({ value }) => isNever(value)) ? 'closed' : 'schema', spots }
}

const kinds = {
  open: { open: undefined, closed: 'forbidden', schema: 'constrained' },
  closed: { open: 'allowed', closed: undefined, schema: 'allowed' },
  schema: { open: 'unconstrained', closed: 'forbidden', schema: undefined },
} as const

/** Compares a keyword such as `additionalProperties`; absent, `true` and `{}` are the same. */
export const compareRest = (visit: Visit, pair: Pair, key: string, name: string, step: string): void => {
  const [old, fresh] = [restOf(pair.from, key), restOf(pair.to, key)]
  if (old.state === 'schema' && fresh.state === 'schema')
    visit.enter(key === 'items' && pair.isText ? 'text' : 'schema', old.spots, fresh.spots, { step })
  const kind = kinds[old.state][fresh.state]
  if (kind === undefined) return
  const places = placesOf(pair, key)
  const owner = baseOf(pair.to, pair.toSpots, places.to)
  visit.report(`${name}-${kind}`, { ...places, owner })
}
