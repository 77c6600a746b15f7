import type { Spot } from '../document/side.js'
import { itemsOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import type { Meet } from './meet.js'
import { placesOf, schemasOf, spotsOf, type Pair } from './pair.js'
import { compareRest, restOf } from './rest.js'
import { isFree } from './trivial.js'

/** What applies at each position, all parts together. */
const positionsOf = (meet: Meet): Spot[][] => {
  const positions: Spot[][] = []
  for (const list of spotsOf(meet, 'prefixItems')) {
    for (const [index, spot] of itemsOf(list).entries())
      positions[index] = [...(positions[index] ?? []), spot]
  }
  return positions
}

const comparePosition = (visit: Visit, pair: Pair, index: number, old: Spot[], fresh: Spot[]): void => {
  const from = old.length > 0 ? old : restOf(pair.from, 'items').spots
  const to = fresh.length > 0 ? fresh : restOf(pair.to, 'items').spots
  const step = `/[${index}]`
  if (from.length > 0 && to.length > 0) return visit.enter('schema', from, to, { step })
  const facts = { name: String(index), step }
  if (fresh.length === 0 && !old.every(({ value }) => isFree(value))) {
    visit.report('prefix-item-removed', {
      ...facts,
      from: old[0],
      to: schemasOf(pair).to,
      owner: schemasOf(pair).from,
    })
  }
  if (old.length === 0 && !fresh.every(({ value }) => isFree(value))) {
    visit.report('prefix-item-added', {
      ...facts,
      from: schemasOf(pair).from,
      to: fresh[0],
      owner: schemasOf(pair).to,
    })
  }
}

const comparePositions = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [positionsOf(pair.from), positionsOf(pair.to)]
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
    comparePosition(visit, pair, index, old[index] ?? [], fresh[index] ?? [])
  }
}

const compareContains = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [spotsOf(pair.from, 'contains'), spotsOf(pair.to, 'contains')]
  const places = placesOf(pair, 'contains')
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
    const [from, to] = [old[index], fresh[index]]
    const kind = 'contains-changed'
    if (from !== undefined && to !== undefined) {
      visit.judge({ narrowed: kind, widened: kind, changed: kind }, [from], [to], { from, to })
    } else visit.report(from === undefined ? 'contains-added' : 'contains-removed', places)
  }
}

/** Compares items, positions and what a list must contain. */
export const compareArrays = (visit: Visit, pair: Pair): void => {
  comparePositions(visit, pair)
  compareContains(visit, pair)
  compareRest(visit, pair, 'items', 'items', '/[]')
  compareRest(visit, pair, 'unevaluatedItems', 'unevaluated-items', '/[]')
}
