import { isSame } from '../equal/canonical.js'
import { member, textOf, textsOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment, itemsOf, rootFragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/visit.js'
import { noteProse } from './prose.js'

const urlOf = (fragment: Fragment): string =>
  (textOf(member(fragment.value, 'url')) ?? '/').replace(/(?<=.)\/$/, '')

const textOfVariable = (variable: Fragment | undefined): unknown =>
  variable && {
    default: member(variable.value, 'default'),
    enum: textsOf(member(variable.value, 'enum')).sort(),
  }

const compareVariables = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [old, fresh] = [childrenOf(childOf(from, 'variables')), childrenOf(childOf(to, 'variables'))]
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [before, after] = [textOfVariable(old.get(name)), textOfVariable(fresh.get(name))]
    if (isSame(before, after)) continue
    const locations = { from: old.get(name) ?? from, to: fresh.get(name) ?? to }
    visit.note('server-variable-changed', { ...locations, owner: to, name, before, after })
  }
}

const byUrl = (list: Fragment | undefined): ReadonlyMap<string, Fragment> =>
  new Map(itemsOf(list).map((fragment) => [urlOf(fragment), fragment]))

const compareLists = (
  visit: Visit,
  one: Fragment | undefined,
  other: Fragment | undefined,
  from: Fragment,
  to: Fragment,
): void => {
  const [old, fresh] = [byUrl(one), byUrl(other)]
  for (const [url, fragment] of old) {
    const counterpart = fresh.get(url)
    if (counterpart === undefined)
      visit.note('server-removed', { from: fragment, to, owner: from, name: url })
    else {
      compareVariables(visit, fragment, counterpart)
      noteProse(visit, fragment, counterpart)
    }
  }
  for (const [url, fragment] of fresh)
    if (!old.has(url)) visit.note('server-added', { from, to: fragment, owner: to, name: url })
}

/** Compares the servers of two documents. */
export function compareRootServers(visit: Visit, from: Fragment, to: Fragment): void {
  return compareLists(visit, childOf(from, 'servers'), childOf(to, 'servers'), from, to)
}

const ownServers = (operation: Fragment, item: Fragment): Fragment | undefined =>
  childOf(operation, 'servers') ?? childOf(item, 'servers')

/** Compares the servers of two operations where one of them has its own; the others are those of the document. */
export function compareServers(
  visit: Visit,
  from: readonly [Fragment, Fragment],
  to: readonly [Fragment, Fragment],
): void {
  const [old, fresh] = [ownServers(...from), ownServers(...to)]
  if (old === undefined && fresh === undefined) return
  const all = (own: Fragment | undefined, { document }: Fragment): Fragment | undefined =>
    own ?? childOf(rootFragment(document), 'servers')
  compareLists(visit, all(old, from[0]), all(fresh, to[0]), from[0], to[0])
}
