import { member, textsOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment } from '../fragments/fragment.js'
import { followed } from '../fragments/references.js'
import { flip } from '../engine/engine.js'
import { ofBoth, type Visit, type Walker } from '../engine/node.js'
import { guessOf } from './moves.js'
import { compareParameters, parametersOf, templateNames } from './parameters.js'
import {
  compareRequired,
  isRequired,
  membersOf,
  noteDeprecation,
  noteProse,
  reportUnresolved,
} from './prose.js'
import { isMoved } from './pairing.js'
import { compareResponses } from './responses.js'
import { compareSecurity } from './security.js'
import { compareServers } from './servers.js'
import { operationOf, operationsIn, operationKind, type Operation } from './operations.js'
import { compareContent } from './media-types.js'

const step = 'request body'

export const compareBody: Walker = ofBoth((visit, from, to) => {
  reportUnresolved(visit, from, to)
  compareRequired(visit, from, to, 'body', { owner: to })
  compareContent(visit, from, to)
  noteProse(visit, from, to)
})

const compareBodies = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [one, other] = [childOf(from, 'requestBody'), childOf(to, 'requestBody')]
  const [old, fresh] = [one && followed(one), other && followed(other)]
  if (old !== undefined && fresh !== undefined) visit.enter('body', [old], [fresh], { step })
  else if (fresh !== undefined) {
    const kind = isRequired(fresh) ? 'required-body-added' : 'body-added'
    visit.report(kind, { from, to: fresh, owner: to, step })
  } else if (old !== undefined) {
    const kind = isRequired(old) ? 'required-body-removed' : 'body-removed'
    visit.report(kind, { from: old, to, owner: from, step })
  }
}

/** The display name of an operation: `get /a`, `webhook customer_update`, `post {$url}` in a callback. */
export function nameOf({ method, path, entry }: Operation): string {
  return operationKind(entry) === 'webhook' ? path : `${method} ${path}`
}

const compareTags = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [old, fresh] = [textsOf(member(from.value, 'tags')), textsOf(member(to.value, 'tags'))]
  const locations = membersOf(from, to, 'tags')
  for (const name of old)
    if (!fresh.includes(name)) visit.report('tag-removed', { ...locations, owner: from, name })
  for (const name of fresh)
    if (!old.includes(name)) visit.report('tag-added', { ...locations, owner: to, name })
}

const compareIdentity = (visit: Visit, from: Operation, to: Operation): void => {
  const locations = { from: from.fragment, to: to.fragment }
  if (operationKind(to.entry) === 'operation' && isMoved(from, to)) {
    const names = { before: nameOf(from), after: nameOf(to) }
    visit.report('operation-moved', { ...locations, ...names, guess: guessOf(from, to) })
  }
  if (from.id !== to.id) {
    const names = { before: from.id, after: to.id }
    visit.report('operation-id-changed', {
      ...membersOf(from.fragment, to.fragment, 'operationId'),
      owner: to.fragment,
      ...names,
    })
  }
}

const callbacksOf = (operation: Fragment): ReadonlyMap<string, Fragment> =>
  new Map(
    [...childrenOf(childOf(operation, 'callbacks'))].map(([name, fragment]) => [name, followed(fragment)]),
  )

const compareCallbacks = (visit: Visit, from: Fragment, to: Fragment): void => {
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
    visit.enter('operation', fragmentsOf(from), fragmentsOf(to), { flow: flip(visit.flow), naming })
  }
}

/** The fragments that identify an operation for its comparison. */
export function fragmentsOf(one: Operation | undefined): readonly Fragment[] {
  return one === undefined ? [] : [one.fragment, one.item, one.entry]
}

const fromFragments = ([fragment, item, entry]: readonly Fragment[]): Operation | undefined =>
  fragment === undefined || item === undefined || entry === undefined
    ? undefined
    : operationOf(fragment, item, entry)

const reportAlone = (visit: Visit, one: Operation, verb: 'added' | 'removed'): void => {
  const location = verb === 'added' ? { to: one.fragment } : { from: one.fragment }
  visit.report(`${operationKind(one.entry)}-${verb}`, { ...location, name: nameOf(one) })
}

const compareBoth = (visit: Visit, from: Operation, to: Operation): void => {
  compareIdentity(visit, from, to)
  const [oldNames, freshNames] = [templateNames(from.path), templateNames(to.path)]
  const isSame = oldNames.length === freshNames.length && operationKind(to.entry) === 'operation'
  const old = parametersOf(from.fragment, from.item, isSame ? oldNames : undefined)
  const fresh = parametersOf(to.fragment, to.item, isSame ? freshNames : undefined)
  compareParameters(visit, old, fresh, [from.fragment, to.fragment])
  compareBodies(visit, from.fragment, to.fragment)
  compareResponses(visit, from.fragment, to.fragment)
  compareCallbacks(visit, from.fragment, to.fragment)
  // The security of the document does not apply to webhooks and callbacks, which the service itself calls.
  compareSecurity(visit, from.fragment, to.fragment, operationKind(to.entry) === 'operation')
  compareServers(visit, from, to)
  compareTags(visit, from.fragment, to.fragment)
  noteDeprecation(visit, from.fragment, to.fragment, 'operation', { owner: to.fragment, name: nameOf(to) })
  noteProse(visit, from.fragment, to.fragment)
  noteProse(visit, from.item, to.item)
}

/** Compares two operations; without one of them, the other was added or removed. */
export const compareOperation: Walker = (visit, old, fresh) => {
  const [from, to] = [fromFragments(old), fromFragments(fresh)]
  if (from !== undefined && to !== undefined) compareBoth(visit, from, to)
  else if (to !== undefined) reportAlone(visit, to, 'added')
  else if (from !== undefined) reportAlone(visit, from, 'removed')
}
