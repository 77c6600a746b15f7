import { isSame } from '../equal/canonical.js'
import { member, textOf, textsOf } from '../document/json.js'
import { rootOf, type Spot } from '../document/side.js'
import { childOf, childrenOf, itemsOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import { noteProse } from './prose.js'

const urlOf = (spot: Spot): string => (textOf(member(spot.value, 'url')) ?? '/').replace(/(?<=.)\/$/, '')

const textOfVariable = (variable: Spot | undefined): unknown =>
  variable && {
    default: member(variable.value, 'default'),
    enum: textsOf(member(variable.value, 'enum')).sort(),
  }

const compareVariables = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [childrenOf(childOf(from, 'variables')), childrenOf(childOf(to, 'variables'))]
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [before, after] = [textOfVariable(old.get(name)), textOfVariable(fresh.get(name))]
    if (isSame(before, after)) continue
    const places = { from: old.get(name) ?? from, to: fresh.get(name) ?? to }
    visit.note('server-variable-changed', { ...places, owner: to, name, before, after })
  }
}

const byUrl = (list: Spot | undefined): ReadonlyMap<string, Spot> =>
  new Map(itemsOf(list).map((spot) => [urlOf(spot), spot]))

const compareLists = (
  visit: Visit,
  one: Spot | undefined,
  other: Spot | undefined,
  from: Spot,
  to: Spot,
): void => {
  const [old, fresh] = [byUrl(one), byUrl(other)]
  for (const [url, spot] of old) {
    const twin = fresh.get(url)
    if (twin === undefined) visit.note('server-removed', { from: spot, to, owner: from, name: url })
    else {
      compareVariables(visit, spot, twin)
      noteProse(visit, spot, twin)
    }
  }
  for (const [url, spot] of fresh)
    if (!old.has(url)) visit.note('server-added', { from, to: spot, owner: to, name: url })
}

/** Compares the servers of two documents. */
export const compareRootServers = (visit: Visit, from: Spot, to: Spot): void =>
  compareLists(visit, childOf(from, 'servers'), childOf(to, 'servers'), from, to)

const ownServers = (operation: Spot, item: Spot): Spot | undefined =>
  childOf(operation, 'servers') ?? childOf(item, 'servers')

/** Compares the servers of two operations where one of them has its own; the others are those of the document. */
export const compareServers = (
  visit: Visit,
  from: readonly [Spot, Spot],
  to: readonly [Spot, Spot],
): void => {
  const [old, fresh] = [ownServers(...from), ownServers(...to)]
  if (old === undefined && fresh === undefined) return
  const all = (own: Spot | undefined, { side }: Spot): Spot | undefined =>
    own ?? childOf(rootOf(side), 'servers')
  compareLists(visit, all(old, from[0]), all(fresh, to[0]), from[0], to[0])
}
