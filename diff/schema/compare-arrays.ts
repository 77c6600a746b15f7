import { type Fragment, itemsOf } from '../fragments/fragment.js'
import type { Visit } from '../engine/node.js'
import type { Intersection } from './intersection.js'
import { matchContents } from './similarity.js'
import { hasKeyword, keywordLocations, schemaLocations, keywordFragments, type SchemaPair } from './pair.js'
import { compareRemaining, remainingOf } from './compare-remaining.js'
import { isFree } from './assertions.js'

/** The schemas that apply at each position, from all subschemas. */
const positionsOf = (intersection: Intersection): Fragment[][] => {
  const positions: Fragment[][] = []
  for (const list of keywordFragments(intersection, 'prefixItems')) {
    for (const [index, fragment] of itemsOf(list).entries())
      positions[index] = [...(positions[index] ?? []), fragment]
  }
  return positions
}

const comparePosition = (
  visit: Visit,
  pair: SchemaPair,
  index: number,
  old: Fragment[],
  fresh: Fragment[],
): void => {
  const from = old.length > 0 ? old : remainingOf(pair.from, 'items').fragments
  const to = fresh.length > 0 ? fresh : remainingOf(pair.to, 'items').fragments
  const step = `/[${index}]`
  if (from.length > 0 && to.length > 0) return visit.enter('schema', from, to, { step })
  const facts = { name: String(index), step }
  const owners = schemaLocations(pair)
  if (fresh.length === 0 && !old.every(isFree))
    visit.report('prefix-item-removed', { ...facts, from: old[0], to: owners.to, owner: owners.from })
  if (old.length === 0 && !fresh.every(isFree))
    visit.report('prefix-item-added', { ...facts, from: owners.from, to: fresh[0], owner: owners.to })
}

const comparePositions = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [positionsOf(pair.from), positionsOf(pair.to)]
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
    comparePosition(visit, pair, index, old[index] ?? [], fresh[index] ?? [])
  }
}

const compareContains = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [keywordFragments(pair.from, 'contains'), keywordFragments(pair.to, 'contains')]
  const locations = keywordLocations(pair, 'contains')
  // Items that match `contains` count as evaluated for `unevaluatedItems`.
  const hasUnevaluated = [pair.from, pair.to].some((one) => hasKeyword(one, 'unevaluatedItems'))
  for (const [from, to] of matchContents(old, fresh, (one) => one)) {
    if (from !== undefined && to !== undefined) visit.classify('contains-changed', [from], [to], { from, to })
    else if (hasUnevaluated) visit.report('contains-changed', locations)
    else visit.report(from === undefined ? 'contains-added' : 'contains-removed', locations)
  }
}

/** Compares items, positions and `contains`. */
export function compareArrays(visit: Visit, pair: SchemaPair): void {
  comparePositions(visit, pair)
  compareContains(visit, pair)
  compareRemaining(visit, pair, 'items', 'items', '/[]')
  compareRemaining(visit, pair, 'unevaluatedItems', 'unevaluated-items', '/[]')
}
