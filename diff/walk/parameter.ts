import type { KindName } from '../catalogue/index.js'
import { member, refOf, textOf } from '../../document/index.js'
import { childOf, type Fragment } from '../fragments/fragment.js'
import type { Visit, Walker } from '../engine/visit.js'
import { intersect } from '../schema/intersection.js'
import { keywordValue } from '../schema/pair.js'
import { membersOf, noteDeprecation, noteExamples, noteProse } from './prose.js'
import { comparePayload, explodeOf, isComposite, styleOf } from './serialization.js'

/** The location of a parameter. */
export function locationOf(fragment: Fragment): string {
  return textOf(member(fragment.value, 'in')) ?? 'query'
}

/** The name of a parameter; for an unresolved reference, the reference. */
export function nameOf(fragment: Fragment): string {
  return textOf(member(fragment.value, 'name')) ?? refOf(fragment.value) ?? ''
}

/** Whether a parameter is required; one in a path always is. */
export function isRequired(fragment: Fragment): boolean {
  return member(fragment.value, 'required') === true || locationOf(fragment) === 'path'
}

/** Whether the schema of a parameter has a default. */
export function hasDefault(fragment: Fragment): boolean {
  const schema = childOf(fragment, 'schema')
  return schema !== undefined && keywordValue(intersect([schema]), 'default') !== undefined
}

const compareRequired = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [old, fresh] = [isRequired(from), isRequired(to)]
  if (old === fresh) return
  const suffix = hasDefault(to) || hasDefault(from) ? '-with-default' : ''
  const kind: KindName = fresh ? `parameter-became-required${suffix}` : 'parameter-became-optional'
  visit.report(kind, { ...membersOf(from, to, 'required'), owner: to, name: nameOf(to) })
}

const compareStyle = (visit: Visit, from: Fragment, to: Fragment): void => {
  const facts = { owner: to, name: nameOf(to) }
  const [before, after] = [styleOf(from.value, locationOf(from)), styleOf(to.value, locationOf(to))]
  if (before !== after) {
    visit.report('parameter-style-changed', { ...facts, ...membersOf(from, to, 'style'), before, after })
  }
  const [old, fresh] = [explodeOf(from.value, locationOf(from)), explodeOf(to.value, locationOf(to))]
  if (old !== fresh && before === after && isComposite(from) && isComposite(to)) {
    const locations = membersOf(from, to, 'explode')
    visit.report('parameter-explode-changed', { ...facts, ...locations, before: old, after: fresh })
  }
}

const compareFlag = (
  visit: Visit,
  from: Fragment,
  to: Fragment,
  key: string,
  name: 'reserved' | 'empty',
): void => {
  const [old, fresh] = [member(from.value, key) === true, member(to.value, key) === true]
  if (old === fresh) return
  const kind: KindName = `parameter-${name}-${fresh ? 'allowed' : 'forbidden'}`
  visit.report(kind, { ...membersOf(from, to, key), owner: to, name: nameOf(to) })
}

/** Compares two parameters. */
export const compareParameter: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  compareRequired(visit, from, to)
  const isStyled = comparePayload(visit, from, to, 'parameter', nameOf(to), to)
  // A moved parameter necessarily has the style of its new location.
  if (isStyled && locationOf(from) === locationOf(to)) {
    compareStyle(visit, from, to)
    compareFlag(visit, from, to, 'allowReserved', 'reserved')
  }
  if (locationOf(to) === 'query') compareFlag(visit, from, to, 'allowEmptyValue', 'empty')
  noteDeprecation(visit, from, to, 'parameter', { owner: to, name: nameOf(to) })
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
}
