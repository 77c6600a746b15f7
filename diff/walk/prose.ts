import type { KindName } from '../catalogue/index.js'
import { canonical, isSame } from '../equal/canonical.js'
import { isObject, member, webhooksKeyOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment, itemsOf } from '../fragments/fragment.js'
import { followed } from '../fragments/references.js'
import type { Facts } from '../engine/node.js'
import type { Visit } from '../engine/visit.js'

/** Both locations of a member; if a side lacks it, the location of the object. */
export function membersOf(from: Fragment, to: Fragment, key: string): Pick<Facts, 'from' | 'to'> {
  return {
    from: childOf(from, key) ?? from,
    to: childOf(to, key) ?? to,
  }
}

/** Notes differing members under one kind. */
export function noteMembers(
  visit: Visit,
  from: Fragment,
  to: Fragment,
  keys: Iterable<string>,
  kind: KindName,
): void {
  for (const name of keys) {
    const [before, after] = [member(from.value, name), member(to.value, name)]
    if (!isSame(before, after))
      visit.note(kind, { ...membersOf(from, to, name), owner: to, name, before, after })
  }
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
  if (!isSame(before, after)) visit.note('example-changed', { from, to, name: 'example', before, after })
}

/** Notes differing prose and extensions. */
export function noteProse(visit: Visit, from: Fragment, to: Fragment): void {
  noteMembers(visit, from, to, ['summary', 'description', 'externalDocs'], 'text-changed')
  noteMembers(visit, from, to, new Set([...extensionsOf(from), ...extensionsOf(to)]), 'extension-changed')
}

/** Notes that something was deprecated or no longer is; `subject` is the prefix of the kind. */
export function noteDeprecation(
  visit: Visit,
  from: Fragment,
  to: Fragment,
  subject: 'operation' | 'parameter' | 'header',
  facts: Facts,
): void {
  const [old, fresh] = [member(from.value, 'deprecated') === true, member(to.value, 'deprecated') === true]
  if (old === fresh) return
  const locations = membersOf(from, to, 'deprecated')
  visit.note(`${subject}-${fresh ? '' : 'no-longer-'}deprecated`, { ...facts, ...locations })
}
