import { isSame } from '../equal/canonical.js'
import { member } from '../document/json.js'
import type { Spot } from '../document/side.js'
import { childOf, childrenOf } from '../document/spots.js'
import type { Visit, Walker } from '../engine/visit.js'
import { meetOf } from '../schema/meet.js'
import { propertiesOf } from '../schema/properties.js'
import { isFree } from '../schema/rest.js'
import { noteExamples, noteProse } from './prose.js'

/** A media type as it is compared: lower case, parameters sorted, without a charset, which says nothing of the shape. */
export const normalMediaType = (name: string): string => {
  const [type = '', ...parameters] = name
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replaceAll(/\s*=\s*/g, '='))
  return [type, ...parameters.filter((one) => one !== '' && !one.startsWith('charset=')).sort()].join(';')
}

/** Whether a range such as `text/*` covers a media type that is not itself. */
const covers = (range: string, name: string): boolean => {
  const [type, subtype] = range.split('/')
  if (range === name || subtype !== '*') return false
  return type === '*' || name.startsWith(`${type}/`)
}

interface Offered {
  readonly name: string
  readonly spot: Spot
}

const offeredIn = (holder: Spot | undefined): Map<string, Offered> =>
  new Map(
    [...childrenOf(childOf(holder, 'content'))].map(([name, spot]) => [
      normalMediaType(name),
      { name, spot },
    ]),
  )

const narrowest = (list: ReadonlyMap<string, Offered>, name: string): Offered | undefined =>
  [...list]
    .filter(([range]) => covers(range, name))
    .sort(([one], [other]) => other.length - one.length)[0]?.[1]

const enter = (visit: Visit, from: Offered, to: Offered): void =>
  visit.enter('mediaType', [from.spot], [to.spot], { step: to.name })

const compareGone = (
  visit: Visit,
  one: Offered,
  key: string,
  fresh: Map<string, Offered>,
  to: Spot,
): void => {
  const range = narrowest(fresh, key)
  if (range === undefined) {
    visit.report('media-type-removed', { from: one.spot, to, owner: to, name: one.name, step: one.name })
    return
  }
  visit.report('media-type-widened', {
    from: one.spot,
    to: range.spot,
    owner: to,
    before: one.name,
    after: range.name,
  })
  enter(visit, one, range)
}

const compareNew = (
  visit: Visit,
  one: Offered,
  key: string,
  old: Map<string, Offered>,
  from: Spot,
  to: Spot,
): void => {
  const range = narrowest(old, key)
  if (range === undefined) {
    visit.report('media-type-added', { from, to: one.spot, owner: to, name: one.name, step: one.name })
    return
  }
  visit.report('media-type-narrowed', {
    from: range.spot,
    to: one.spot,
    owner: to,
    before: range.name,
    after: one.name,
  })
  enter(visit, range, one)
}

/** Compares what a body, a response, a parameter or a header may hold, by media type. */
export const compareContent = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [offeredIn(from), offeredIn(to)]
  for (const [key, one] of old) {
    const other = fresh.get(key)
    if (other !== undefined) enter(visit, one, other)
    else compareGone(visit, one, key, fresh, to)
  }
  for (const [key, one] of fresh) if (!old.has(key)) compareNew(visit, one, key, old, from, to)
}

const styleOf = (encoding: unknown): string | undefined => {
  const style = member(encoding, 'style')
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => member(encoding, key) !== undefined)
  return isStyled ? `${typeof style === 'string' ? style : 'form'}` : undefined
}

/** An encoding with its defaults written out. */
const fullEncoding = (encoding: unknown): unknown => {
  const style = styleOf(encoding)
  return {
    contentType: member(encoding, 'contentType'),
    headers: member(encoding, 'headers'),
    style: style ?? 'form',
    explode: member(encoding, 'explode') ?? (style ?? 'form') === 'form',
    allowReserved: member(encoding, 'allowReserved') ?? false,
  }
}

const compareEncodings = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [childOf(from, 'encoding'), childOf(to, 'encoding')]
  const known = (spot: Spot, name: string): boolean => {
    const schema = childOf(spot, 'schema')
    return schema !== undefined && propertiesOf(meetOf([schema])).has(name)
  }
  for (const name of new Set([...childrenOf(old).keys(), ...childrenOf(fresh).keys()])) {
    const [one, other] = [childOf(old, name), childOf(fresh, name)]
    // A part that came or went is told by its property.
    if (!known(from, name) || !known(to, name)) continue
    if (isSame(fullEncoding(one?.value), fullEncoding(other?.value))) continue
    visit.report('encoding-changed', { from: one ?? from, to: other ?? to, name, step: `/${name}` })
  }
}

const compareSchemas = (visit: Visit, from: Spot, to: Spot): void => {
  const [old, fresh] = [childOf(from, 'schema'), childOf(to, 'schema')]
  if (old !== undefined && fresh !== undefined) visit.enter('schema', [old], [fresh])
  else if (fresh !== undefined && !isFree(fresh.value))
    visit.report('schema-added', { from, to: fresh, owner: to })
  else if (old !== undefined && !isFree(old.value))
    visit.report('schema-removed', { from: old, to, owner: to })
}

/** Compares what is said of one media type. */
export const compareMediaType: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  compareSchemas(visit, from, to)
  compareEncodings(visit, from, to)
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
}
