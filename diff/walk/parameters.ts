import { nameLikeness } from '../equal/similar.js'
import { shapeText } from '../schema/shape.js'
import { member } from '../document/json.js'
import { followed } from '../document/resolve.js'
import type { Spot } from '../document/side.js'
import { childOf, itemsOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import { hasDefault, isRequired, nameOf, placeOf } from './parameter.js'

/** Parameters by what identifies them: names of headers in lower case, those of a path by their position. */
export type Parameters = ReadonlyMap<string, Spot>

/** Headers that are described elsewhere; parameters of these names say nothing. */
const ignored = new Set(['header accept', 'header content-type', 'header authorization'])

/** Names in a template, in their order. */
export const templateNames = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '')

const keyOf = (spot: Spot, names: readonly string[] | undefined): string => {
  const [place, name] = [placeOf(spot), nameOf(spot)]
  if (place === 'header') return `header ${name.toLowerCase()}`
  const index = place === 'path' ? (names?.indexOf(name) ?? -1) : -1
  return index < 0 ? `${place} ${name}` : `path #${index}`
}

/**
 * The parameters of an operation, with those of its path item. With the names of a template, parameters of the path
 * go by position.
 */
export const parametersOf = (
  operation: Spot,
  item: Spot,
  names: readonly string[] | undefined,
): Parameters => {
  const all = [...itemsOf(childOf(item, 'parameters')), ...itemsOf(childOf(operation, 'parameters'))].map(
    followed,
  )
  const found = new Map(all.map((spot) => [keyOf(spot, names), spot]))
  for (const key of ignored) found.delete(key)
  return found
}

const stepOf = (spot: Spot): string => `parameter ${placeOf(spot)} ${nameOf(spot)}`

interface Renamed {
  readonly from: Spot
  readonly to: Spot
  readonly guess: string
  readonly kind: 'parameter-renamed' | 'parameter-moved'
}

const payloadText = (spot: Spot): string =>
  shapeText(member(spot.value, 'schema')) + shapeText(member(spot.value, 'content'))

const renameOf = (from: Spot, to: Spot): Renamed | undefined => {
  if (nameOf(from) === nameOf(to)) {
    const guess = 'A parameter is gone and one of the same name is new in another place.'
    return placeOf(from) === placeOf(to) ? undefined : { from, to, guess, kind: 'parameter-moved' }
  }
  if (placeOf(from) !== placeOf(to) || isRequired(from) !== isRequired(to)) return undefined
  if (payloadText(from) !== payloadText(to)) return undefined
  const description = member(from.value, 'description')
  const isSaid = typeof description === 'string' && description.length > 10
  const isEqual = isSaid && description === member(to.value, 'description')
  const isAlike = nameLikeness(nameOf(from), nameOf(to)) >= 0.7
  if (!isEqual && !isAlike) return undefined
  const reason = isEqual ? 'the descriptions are equal' : 'the names are alike'
  const guess = `One parameter is gone and one is new: the schemas are equal, ${reason}.`
  return { from, to, guess, kind: 'parameter-renamed' }
}

const renamesOf = (removed: readonly Spot[], added: readonly Spot[]): Renamed[] => {
  const candidates = removed.flatMap((from) => added.flatMap((to) => renameOf(from, to) ?? []))
  const count = (spot: Spot): number =>
    candidates.filter(({ from, to }) => from === spot || to === spot).length
  // What could be two things is none of them.
  return candidates.filter(({ from, to }) => count(from) === 1 && count(to) === 1)
}

const reportRename = (visit: Visit, { from, to, guess, kind }: Renamed, owner: Spot): void => {
  const isMove = kind === 'parameter-moved'
  const before = isMove ? placeOf(from) : nameOf(from)
  const after = isMove ? placeOf(to) : nameOf(to)
  visit.report(kind, { from, to, owner, name: nameOf(to), before, after, guess, step: stepOf(to) })
  visit.enter('parameter', [from], [to], { step: stepOf(to) })
}

const reportAdded = (visit: Visit, spot: Spot, owner: Spot): void => {
  const kind = isRequired(spot)
    ? `required-parameter-added${hasDefault(spot) ? '-with-default' : ''}`
    : 'parameter-added'
  visit.report(kind, { to: spot, owner, name: nameOf(spot), step: stepOf(spot) })
}

const reportRemoved = (visit: Visit, spot: Spot, owner: Spot): void => {
  const kind = isRequired(spot) ? 'required-parameter-removed' : 'parameter-removed'
  visit.report(kind, { from: spot, owner, name: nameOf(spot), step: stepOf(spot) })
}

const compareCommon = (visit: Visit, from: Spot, to: Spot, owner: Spot): void => {
  visit.enter('parameter', [from], [to], { step: stepOf(to) })
  const [before, after] = [nameOf(from), nameOf(to)]
  if (placeOf(to) === 'path' && before !== after) {
    visit.note('path-parameter-renamed', { from, to, owner, before, after, step: stepOf(to) })
  }
}

/** Compares the parameters of an operation; `owners` are the operations. */
export const compareParameters = (
  visit: Visit,
  old: Parameters,
  fresh: Parameters,
  owners: readonly [Spot, Spot],
): void => {
  const removed = [...old].flatMap(([key, spot]) => (fresh.has(key) ? [] : [spot]))
  const added = [...fresh].flatMap(([key, spot]) => (old.has(key) ? [] : [spot]))
  const renames = renamesOf(removed, added)
  const renamed = new Set(renames.flatMap(({ from, to }) => [from, to]))
  for (const rename of renames) reportRename(visit, rename, owners[1])
  for (const spot of removed) if (!renamed.has(spot)) reportRemoved(visit, spot, owners[0])
  for (const spot of added) if (!renamed.has(spot)) reportAdded(visit, spot, owners[1])
  for (const [key, from] of old) {
    const to = fresh.get(key)
    if (to !== undefined) compareCommon(visit, from, to, owners[1])
  }
}
