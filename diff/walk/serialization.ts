import { member, textOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment } from '../fragments/fragment.js'
import type { Facts, Visit } from '../engine/node.js'
import { intersect } from '../schema/intersection.js'
import { allTypes, bits } from '../schema/types.js'
import { isFree } from '../schema/assertions.js'
import { compareContent } from './media-types.js'
import { membersOf } from './prose.js'

const defaultStyle: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
}

/** The style of a parameter, or the default of its location. */
export function styleOf(value: unknown, location: string): string {
  return textOf(member(value, 'style')) ?? defaultStyle[location] ?? 'form'
}

/** Whether a list or an object is serialized as separate values. */
export function explodeOf(value: unknown, location: string): boolean {
  const stated = member(value, 'explode')
  return typeof stated === 'boolean' ? stated : styleOf(value, location) === 'form'
}

/** Whether a value may be a list or an object, to which style applies. */
export function isComposite(fragment: Fragment): boolean {
  const schema = childOf(fragment, 'schema')
  return schema !== undefined && (allTypes(intersect([schema])) & (bits.array | bits.object)) !== 0
}

/** The media type that a value is written by; undefined if it is written by a style. */
const mediaTypeOf = (fragment: Fragment): string | undefined => {
  const content = childOf(fragment, 'content')
  return content === undefined ? undefined : ([...childrenOf(content).keys()][0] ?? 'a media type')
}

const list = bits.array | bits.null

const isScalar = (types: number): boolean => (types & (bits.array | bits.object)) === 0

/** Compares a scalar with a list: a list of one is serialized like its item, so the item is compared. */
const compareLists = (visit: Visit, old: Fragment, fresh: Fragment, facts: Facts): boolean => {
  const [was, is] = [allTypes(intersect([old])), allTypes(intersect([fresh]))]
  const isNew = isScalar(was) && (is | bits.null) === list
  if (!isNew && !(isScalar(is) && (was | bits.null) === list)) return false
  const items = childOf(isNew ? fresh : old, 'items')
  if (facts.from === undefined || placeIn(facts.from) !== 'query') return false
  visit.report(isNew ? 'parameter-became-list' : 'parameter-no-longer-list', facts)
  if (items !== undefined) visit.enter('text', isNew ? [old] : [items], isNew ? [items] : [fresh])
  return true
}

const placeIn = (fragment: Fragment): string | undefined => textOf(member(fragment.value, 'in'))

/**
 * Compares the schema or the content of a parameter or a header.
 * @returns whether both are serialized by a style
 */
export function comparePayload(
  visit: Visit,
  from: Fragment,
  to: Fragment,
  subject: 'parameter' | 'header',
  name: string,
  owner: Fragment,
): boolean {
  const [before, after] = [mediaTypeOf(from), mediaTypeOf(to)]
  if ((before === undefined) !== (after === undefined)) {
    visit.report(`${subject}-serialization-changed`, { from, to, owner, name, before, after })
    return false
  }
  if (before !== undefined) {
    compareContent(visit, from, to)
    return false
  }
  const [old, fresh] = [childOf(from, 'schema'), childOf(to, 'schema')]
  if (old !== undefined && fresh !== undefined) {
    if (!compareLists(visit, old, fresh, { from, to, owner, name })) visit.enter('text', [old], [fresh])
  } else if (fresh !== undefined && !isFree(fresh))
    visit.report('schema-added', membersOf(from, to, 'schema'))
  else if (old !== undefined && !isFree(old)) {
    visit.report('schema-removed', { ...membersOf(from, to, 'schema'), owner: to })
  }
  return true
}
