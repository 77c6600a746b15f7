import { member } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import { isSame } from './equal.js'
import { childOf, type Facts, type Fragment, type Visit } from './node.js'

/** Both locations of a member; if a side lacks it, the location of the object. */
export function membersOf(from: Fragment, to: Fragment, key: string): Pick<Facts, 'from' | 'to'> {
  return { from: childOf(from, key) ?? from, to: childOf(to, key) ?? to }
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
      visit.report(kind, { ...membersOf(from, to, name), owner: to, name, before, after })
  }
}
