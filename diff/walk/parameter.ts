import { member, textOf } from '../document/json.js'
import { lostOf } from '../document/resolve.js'
import type { Spot } from '../document/side.js'
import { childOf } from '../document/spots.js'
import type { Visit, Walker } from '../engine/visit.js'
import { meetOf } from '../schema/meet.js'
import { first } from '../schema/pair.js'
import { membersOf, noteDeprecation, noteExamples, noteProse } from './prose.js'
import { comparePayload, explodeOf, hasParts, styleOf } from './serialization.js'

/** Where a parameter is sent. */
export const placeOf = (spot: Spot): string => textOf(member(spot.value, 'in')) ?? 'query'

/** The name of a parameter, as written; of one that a reference does not lead to, the reference. */
export const nameOf = (spot: Spot): string => textOf(member(spot.value, 'name')) ?? lostOf(spot) ?? ''

/** A parameter in a path is required, whatever is written. */
export const isRequired = (spot: Spot): boolean =>
  member(spot.value, 'required') === true || placeOf(spot) === 'path'

/** Whether the schema of a parameter has a default. */
export const hasDefault = (spot: Spot): boolean => {
  const schema = childOf(spot, 'schema')
  return schema !== undefined && first(meetOf([schema]), 'default') !== undefined
}

const compareRequired = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [isRequired(from), isRequired(to)]
  if (old === fresh) return
  const suffix = hasDefault(to) || hasDefault(from) ? '-with-default' : ''
  const kind = fresh ? `parameter-became-required${suffix}` : 'parameter-became-optional'
  visit.report(kind, { ...membersOf(from, to, 'required'), owner: to, name: nameOf(to) })
}

const compareStyle = (visit: Visit, from: Spot, to: Spot): void => {
  const facts = { owner: to, name: nameOf(to) }
  const [before, after] = [styleOf(from.value, placeOf(from)), styleOf(to.value, placeOf(to))]
  if (before !== after) {
    visit.report('parameter-style-changed', { ...facts, ...membersOf(from, to, 'style'), before, after })
  }
  const [old, fresh] = [explodeOf(from.value, placeOf(from)), explodeOf(to.value, placeOf(to))]
  if (old !== fresh && before === after && hasParts(from) && hasParts(to)) {
    const places = membersOf(from, to, 'explode')
    visit.report('parameter-explode-changed', { ...facts, ...places, before: old, after: fresh })
  }
}

const compareFlag = (visit: Visit, from: Spot, to: Spot, key: string, name: string): void => {
  const [old, fresh] = [member(from.value, key) === true, member(to.value, key) === true]
  if (old === fresh) return
  const kind = `parameter-${name}-${fresh ? 'allowed' : 'forbidden'}`
  visit.report(kind, { ...membersOf(from, to, key), owner: to, name: nameOf(to) })
}

/** Compares two parameters that are one. */
export const compareParameter: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  compareRequired(visit, from, to)
  const isStyled = comparePayload(visit, from, to, 'parameter', nameOf(to), to)
  // What moved has the style of its new place.
  if (isStyled && placeOf(from) === placeOf(to)) {
    compareStyle(visit, from, to)
    compareFlag(visit, from, to, 'allowReserved', 'reserved')
  }
  if (placeOf(to) === 'query') compareFlag(visit, from, to, 'allowEmptyValue', 'empty')
  noteDeprecation(visit, from, to, 'parameter', { owner: to, name: nameOf(to) })
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
}
