import { canonical } from '../equal/canonical.js'
import { isObject } from '../document/json.js'
import type { Spot } from '../document/side.js'
import { followed } from '../document/resolve.js'
import { childOf, childrenOf } from '../document/spots.js'
import { flip } from '../engine/engine.js'
import type { Visit, Walker } from '../engine/visit.js'
import { compareHeaders } from './header.js'
import { reportLost } from './lost.js'
import { compareContent } from './media-types.js'
import { noteProse } from './prose.js'

const linkText = (spot: Spot): string =>
  isObject(spot.value) ? canonical({ ...spot.value, description: undefined }) : canonical(spot.value)

const compareLinks = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [childrenOf(childOf(from, 'links')), childrenOf(childOf(to, 'links'))]
  for (const [name, one] of old) {
    const other = fresh.get(name)
    if (other === undefined) visit.note('link-removed', { from: one, to, owner: from, name })
    else {
      const [link, twin] = [followed(one), followed(other)]
      if (linkText(link) !== linkText(twin))
        visit.note('link-changed', { from: link, to: twin, owner: to, name })
      noteProse(visit, link, twin)
    }
  }
  for (const [name, other] of fresh)
    if (!old.has(name)) visit.note('link-added', { from, to: other, owner: to, name })
}

/** Compares two responses that are one. The flow of the visit is that of the response. */
export const compareResponse: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  reportLost(visit, from, to)
  compareContent(visit, from, to)
  compareHeaders(visit, from, to)
  compareLinks(visit, from, to)
  noteProse(visit, from, to)
}

const responsesOf = (operation: Spot): Map<string, Spot> =>
  new Map(
    [...childrenOf(childOf(operation, 'responses'))]
      .filter(([code]) => !code.startsWith('x-'))
      .map(([code, spot]) => [/^\dxx$/i.test(code) ? code.toUpperCase() : code, followed(spot)]),
  )

/** The response that holds for a status that is not written out. */
const covering = (list: ReadonlyMap<string, Spot>, code: string): Spot | undefined => {
  if (code === 'default') return undefined
  return (/^\d\d\d$/.test(code) ? list.get(`${code.charAt(0)}XX`) : undefined) ?? list.get('default')
}

const isError = (code: string): boolean => /^[45]/.test(code) || code === 'default'

const reportAlone = (
  visit: Visit,
  code: string,
  spot: Spot,
  owner: Spot,
  verb: 'added' | 'removed',
): void => {
  const kind = `${isError(code) ? 'error' : 'success'}-status-${verb}`
  const place = verb === 'added' ? { to: spot } : { from: spot }
  reportFlipped(visit, kind, { ...place, owner, name: code, step: `response ${code}` })
}

const reportFlipped = (visit: Visit, kind: string, facts: Parameters<Visit['report']>[1]): void =>
  visit.reportIn(flip(visit.flow), kind, facts)

const enter = (visit: Visit, code: string, from: Spot, to: Spot): void =>
  visit.enter('response', [from], [to], { step: `response ${code}`, flow: flip(visit.flow) })

/** Compares responses by status; a status that is not written out is held against the range or `default`. */
export const compareResponses = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [responsesOf(from), responsesOf(to)]
  for (const [code, spot] of old) {
    const twin = fresh.get(code)
    const cover = covering(fresh, code)
    if (twin !== undefined) enter(visit, code, spot, twin)
    else if (cover !== undefined) {
      visit.note('status-unstated', { from: spot, to: cover, owner: from, name: code })
      enter(visit, code, spot, cover)
    } else reportAlone(visit, code, spot, from, 'removed')
  }
  for (const [code, spot] of fresh) {
    if (old.has(code)) continue
    const cover = covering(old, code)
    if (cover !== undefined) {
      visit.note('status-stated', { from: cover, to: spot, owner: to, name: code })
      enter(visit, code, cover, spot)
    } else reportAlone(visit, code, spot, to, 'added')
  }
}
