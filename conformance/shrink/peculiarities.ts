import { deepEqual } from '../../runtime/deep-equal.js'
import type { Call } from '../model/call.js'
import type { Case, Peculiarity } from '../model/case.js'
import { peculiaritiesOf } from '../../document/values/index.js'

const valueIn = (call: Call, where: Peculiarity['in']): unknown =>
  where === 'body' ? call.body?.value : call[where]

/** What is peculiar in a location of a call. The parameters of one location are no object that is empty. */
const peculiarIn = (call: Call, where: Peculiarity['in']): readonly Peculiarity[] =>
  peculiaritiesOf(valueIn(call, where))
    .filter(({ at }) => where === 'body' || at !== '')
    .map(({ kind, at }) => ({ kind, in: where, at }))

const found = new Set(
  'empty-text blank-text nul control lone-surrogate unicode quotes long-text zero negative fraction huge-number null empty-list long-list empty-object deep'.split(
    ' ',
  ),
)

/**
 * The peculiarities of a case that another, smaller call of it still has: found in its values, but for kinds that no
 * value shows by itself, which are there as long as nothing changes in their location.
 */
export function peculiaritiesLeft(
  { call: was, peculiarities = [] }: Case,
  call: Call,
): readonly Peculiarity[] {
  const locations = [...new Set(peculiarities.map((one) => one.in))]
  const kinds = new Set(peculiarities.map((one) => one.kind))
  const seen = locations.flatMap((where) => peculiarIn(call, where)).filter(({ kind }) => kinds.has(kind))
  const others = peculiarities.filter(
    (one) => !found.has(one.kind) && deepEqual(valueIn(was, one.in), valueIn(call, one.in)),
  )
  return [...seen, ...others]
}
