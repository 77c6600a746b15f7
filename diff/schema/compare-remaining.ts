import type { RemainderChange, RemainderName } from '../catalogue/index.js'
import type { Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/node.js'
import type { Intersection } from './intersection.js'
import { isForbidding, isFree } from './assertions.js'
import { correspondingSchema, keywordLocations, keywordFragments, type SchemaPair } from './pair.js'

/** The state of a keyword for everything that no other keyword describes. */
interface Remaining {
  readonly state: 'open' | 'closed' | 'schema'
  readonly fragments: readonly Fragment[]
}

/** The combined state of a keyword in all subschemas. */
export function remainingOf(intersection: Intersection, key: string): Remaining {
  const fragments = keywordFragments(intersection, key).filter((one) => !isFree(one))
  if (fragments.length === 0) return { state: 'open', fragments }
  return { state: fragments.some(isForbidding) ? 'closed' : 'schema', fragments }
}

/** Whether properties without a schema of their own are allowed. */
export function otherPropertiesOf(intersection: Intersection): Remaining['state'] {
  const { state } = remainingOf(intersection, 'additionalProperties')
  return state === 'open' ? remainingOf(intersection, 'unevaluatedProperties').state : state
}

const kinds = {
  open: { open: undefined, closed: 'forbidden', schema: 'constrained' },
  closed: { open: 'allowed', closed: undefined, schema: 'allowed' },
  schema: { open: 'unconstrained', closed: 'forbidden', schema: undefined },
} as const satisfies Record<string, Record<string, RemainderChange | undefined>>

/** Compares a keyword such as `additionalProperties`; absent, `true` and `{}` are the same. */
export function compareRemaining(
  visit: Visit,
  pair: SchemaPair,
  key: string,
  name: RemainderName,
  step: string,
): void {
  const [old, fresh] = [remainingOf(pair.from, key), remainingOf(pair.to, key)]
  if (old.state === 'schema' && fresh.state === 'schema')
    visit.enter(key === 'items' && pair.isText ? 'text' : 'schema', old.fragments, fresh.fragments, { step })
  const isWithdrawn = old.state === 'schema' && fresh.state === 'closed' && key.endsWith('Properties')
  const kind = isWithdrawn ? 'withdrawn' : kinds[old.state][fresh.state]
  if (kind === undefined) return
  const locations = keywordLocations(pair, key)
  const owner = correspondingSchema(pair.to, pair.toFragments, locations.to)
  visit.report(`${name}-${kind}`, { ...locations, owner })
}
