import { member, textOf } from '../document/json.js'
import type { Spot } from '../document/side.js'
import { childOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import { meetOf } from '../schema/meet.js'
import { allTypes, bits } from '../schema/types.js'
import { isFree } from '../schema/trivial.js'
import { compareContent } from './media-types.js'
import { membersOf } from './prose.js'

const defaultStyle: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
}

/** How a parameter is written; what is left out has its default. */
export const styleOf = (value: unknown, place: string): string =>
  textOf(member(value, 'style')) ?? defaultStyle[place] ?? 'form'

/** Whether a list or an object is written as several parts. */
export const explodeOf = (value: unknown, place: string): boolean => {
  const stated = member(value, 'explode')
  return typeof stated === 'boolean' ? stated : styleOf(value, place) === 'form'
}

/** Whether a value may have several parts, so that it matters how they are joined. */
export const hasParts = (spot: Spot): boolean => {
  const schema = childOf(spot, 'schema')
  return schema !== undefined && (allTypes(meetOf([schema])) & (bits.array | bits.object)) !== 0
}

const writerOf = (spot: Spot): 'a media type' | 'its style' =>
  childOf(spot, 'content') === undefined ? 'its style' : 'a media type'

/** Compares the schema or the content of a parameter or a header; ends with whether both are written by a style. */
export const comparePayload = (
  visit: Visit,
  from: Spot,
  to: Spot,
  subject: string,
  name: string,
  owner: Spot,
): boolean => {
  const [before, after] = [writerOf(from), writerOf(to)]
  if (before !== after) {
    visit.report(`${subject}-serialization-changed`, { from, to, owner, name, before, after })
    return false
  }
  if (before === 'a media type') {
    compareContent(visit, from, to)
    return false
  }
  const [old, fresh] = [childOf(from, 'schema'), childOf(to, 'schema')]
  if (old !== undefined && fresh !== undefined) visit.enter('schema', [old], [fresh])
  else if (fresh !== undefined && !isFree(fresh.value))
    visit.report('schema-added', membersOf(from, to, 'schema'))
  else if (old !== undefined && !isFree(old.value)) {
    visit.report('schema-removed', { ...membersOf(from, to, 'schema'), owner: to })
  }
  return true
}
