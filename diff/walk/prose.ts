import type { KindName } from '../catalogue/index.js'
import { canonical, isSame } from '../engine/equal.js'
import { isObject, member, webhooksKeyOf, refOf } from '../../document/index.js'
import { membersOf, noteMembers } from '../engine/members.js'
import {
  childOf,
  childrenOf,
  type Facts,
  followed,
  type Fragment,
  itemsOf,
  type Visit,
} from '../engine/node.js'

/** Whether an object states that it is required. */
export function isRequired({ value }: Fragment): boolean {
  return member(value, 'required') === true
}

/** Reports a flag that only one side has set. */
export function compareFlag(
  visit: Visit,
  from: Fragment,
  to: Fragment,
  key: string,
  [set, unset]: readonly [set: KindName, unset: KindName],
  facts: Facts,
): void {
  const [before, after] = [member(from.value, key) === true, member(to.value, key) === true]
  if (before !== after) visit.report(after ? set : unset, { ...facts, ...membersOf(from, to, key) })
}

/** The extensions of an object, except for the one that is compared as webhooks. */
const extensionsOf = ({ value, pointer }: Fragment): string[] => {
  const compared = pointer === '#' ? webhooksKeyOf(value) : undefined
  return isObject(value) ? Object.keys(value).filter((key) => key.startsWith('x-') && key !== compared) : []
}

/** The values of named examples, with references resolved; for an external example, its URL. */
const namedExamples = (fragment: Fragment): string[] =>
  [...childrenOf(fragment).values()].map((one) => {
    const { value } = followed(one)
    const address = member(value, 'externalValue')
    return address === undefined ? canonical(member(value, 'value')) : canonical({ externalValue: address })
  })

/** All examples from `example` and `examples`, unordered and unique. */
const examplesOf = (fragment: Fragment): readonly string[] => {
  const [single, several] = [childOf(fragment, 'example'), childOf(fragment, 'examples')]
  const texts = [
    ...(single === undefined ? [] : [canonical(single.value)]),
    ...(several === undefined ? [] : namedExamples(several)),
    ...itemsOf(several).map(({ value }) => canonical(value)),
  ]
  return [...new Set(texts)].sort()
}

/** Notes differing examples, regardless of whether `example` or `examples` holds them. */
export function noteExamples(visit: Visit, from: Fragment, to: Fragment): void {
  const [before, after] = [examplesOf(from), examplesOf(to)]
  if (!isSame(before, after)) visit.report('example-changed', { from, to, name: 'example', before, after })
}

/** Notes differing prose and extensions. */
export function noteProse(visit: Visit, from: Fragment, to: Fragment): void {
  noteMembers(visit, from, to, ['summary', 'description', 'externalDocs'], 'text-changed')
  noteMembers(visit, from, to, new Set([...extensionsOf(from), ...extensionsOf(to)]), 'extension-changed')
}

/** Reports a changed reference that cannot be resolved, since its targets cannot be compared. */
export function reportUnresolved(visit: Visit, from: Fragment, to: Fragment): void {
  const [before, after] = [refOf(from.value), refOf(to.value)]
  if (!isSame(before, after)) visit.report('reference-changed', { from, to, owner: to, before, after })
}
