import { textsOf, member } from '../document/json.js'
import type { Spot } from '../document/side.js'
import { childOf, childrenOf } from '../document/spots.js'
import { followed } from '../document/resolve.js'
import { bareTemplate } from '../engine/place-keys.js'
import { flip } from '../engine/engine.js'
import type { Visit, Walker } from '../engine/visit.js'
import { compareBodies } from './body.js'
import { guessOf } from './moves.js'
import { compareParameters, parametersOf, templateNames } from './parameters.js'
import { membersOf, noteDeprecation, noteProse } from './prose.js'
import { compareResponses } from './responses.js'
import { compareSecurity } from './security.js'
import { compareServers } from './servers.js'
import { operationOf, operationsIn, sortOf, type Operation } from './surface.js'

/** How an operation is called: `get /a`, `webhook customer_update`, `post {$url}` within a callback. */
export const nameOf = ({ method, path, entry }: Operation): string =>
  sortOf(entry) === 'webhook' ? path : `${method} ${path}`

const compareTags = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [textsOf(member(from.value, 'tags')), textsOf(member(to.value, 'tags'))]
  const places = membersOf(from, to, 'tags')
  for (const name of old)
    if (!fresh.includes(name)) visit.note('tag-removed', { ...places, owner: from, name })
  for (const name of fresh) if (!old.includes(name)) visit.note('tag-added', { ...places, owner: to, name })
}

const compareIdentity = (visit: Visit, from: Operation, to: Operation): void => {
  const places = { from: from.spot, to: to.spot }
  const isMoved = from.method !== to.method || bareTemplate(from.path) !== bareTemplate(to.path)
  if (isMoved && sortOf(to.entry) === 'operation') {
    const names = { before: nameOf(from), after: nameOf(to) }
    visit.note('operation-moved', { ...places, ...names, guess: guessOf(from, to) })
  }
  if (from.id !== to.id) {
    const names = { before: from.id, after: to.id }
    visit.note('operation-id-changed', {
      ...membersOf(from.spot, to.spot, 'operationId'),
      owner: to.spot,
      ...names,
    })
  }
}

/** Callbacks of an operation, by the name they have. */
const callbacksOf = (operation: Spot): ReadonlyMap<string, Spot> =>
  new Map([...childrenOf(childOf(operation, 'callbacks'))].map(([name, spot]) => [name, followed(spot)]))

const compareCallbacks = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [callbacksOf(from), callbacksOf(to)]
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    enterOperations(visit, operationsIn(old.get(name)), operationsIn(fresh.get(name)), name)
  }
}

const enterOperations = (
  visit: Visit,
  old: ReadonlyMap<string, Operation>,
  fresh: ReadonlyMap<string, Operation>,
  name: string,
): void => {
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const [from, to] = [old.get(key), fresh.get(key)]
    const one = to ?? from
    if (one === undefined) continue
    const naming = (outer: string) => ({
      operation: `callback ${outer.replace(/^callback /, '')} ${name} ${nameOf(one)}`,
      ...(one.id === undefined ? {} : { operationId: one.id }),
    })
    visit.enter('operation', spotsOf(from), spotsOf(to), { flow: flip(visit.flow), naming })
  }
}

/** What the comparison of an operation is entered with. */
export const spotsOf = (one: Operation | undefined): readonly Spot[] =>
  one === undefined ? [] : [one.spot, one.item, one.entry]

const fromSpots = ([spot, item, entry]: readonly Spot[]): Operation | undefined =>
  spot === undefined || item === undefined || entry === undefined ? undefined : operationOf(spot, item, entry)

const reportAlone = (visit: Visit, one: Operation, verb: 'added' | 'removed'): void => {
  const place = verb === 'added' ? { to: one.spot } : { from: one.spot }
  visit.note(`${sortOf(one.entry)}-${verb}`, { ...place, name: nameOf(one) })
}

const compareBoth = (visit: Visit, from: Operation, to: Operation): void => {
  compareIdentity(visit, from, to)
  const [oldNames, freshNames] = [templateNames(from.path), templateNames(to.path)]
  const isSame = oldNames.length === freshNames.length && sortOf(to.entry) === 'operation'
  const old = parametersOf(from.spot, from.item, isSame ? oldNames : undefined)
  const fresh = parametersOf(to.spot, to.item, isSame ? freshNames : undefined)
  compareParameters(visit, old, fresh, [from.spot, to.spot])
  compareBodies(visit, from.spot, to.spot)
  compareResponses(visit, from.spot, to.spot)
  compareCallbacks(visit, from.spot, to.spot)
  // What the document demands of its callers, it does not demand where the service itself is the caller.
  compareSecurity(visit, from.spot, to.spot, sortOf(to.entry) === 'operation')
  compareServers(visit, [from.spot, from.item], [to.spot, to.item])
  compareTags(visit, from.spot, to.spot)
  noteDeprecation(visit, from.spot, to.spot, 'operation', { owner: to.spot, name: nameOf(to) })
  noteProse(visit, from.spot, to.spot)
  if (from.item.value !== from.spot.value) noteProse(visit, from.item, to.item)
}

/** Compares two operations that are one; the one alone was added or removed. */
export const compareOperation: Walker = (visit, old, fresh) => {
  const [from, to] = [fromSpots(old), fromSpots(fresh)]
  if (from !== undefined && to !== undefined) compareBoth(visit, from, to)
  else if (to !== undefined) reportAlone(visit, to, 'added')
  else if (from !== undefined) reportAlone(visit, from, 'removed')
}
