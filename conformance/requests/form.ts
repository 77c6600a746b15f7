import { entriesOf, type JsonObject, member, textOf } from '../../document/index.js'
import { given, scalar } from '../../runtime/client/serialize.js'
import { queryStyled } from '../../runtime/client/styles.js'
import { wellFormed } from './well-formed.js'

const isComposite = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The style that an Encoding Object asks for; undefined where it asks for none. */
const styleIn = (encoding: unknown): string | undefined => {
  const style = textOf(member(encoding, 'style'))
  const explode = member(encoding, 'explode')
  const allowReserved = member(encoding, 'allowReserved') === true
  if (style === undefined && explode === undefined && !allowReserved) return undefined
  const isExploded = typeof explode === 'boolean' ? explode : (style ?? 'form') === 'form'
  return (style ?? 'form') + (isExploded ? '*' : '') + (allowReserved ? '+' : '')
}

const pairsOf = (name: string, value: unknown, style: string | undefined): string[] => {
  if (style !== undefined) return queryStyled(name, value, style)
  // Without a style of their own lists repeat their name, and objects are JSON.
  const items = Array.isArray(value) ? value : [value]
  const text = (item: unknown): string => (isComposite(item) ? JSON.stringify(item) : scalar(item))
  return items.map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(text(item))}`)
}

/**
 * A body of `application/x-www-form-urlencoded`.
 * @param encoding the `encoding` of the media type, by member
 */
export function writeForm(value: unknown, encoding: JsonObject): string {
  const members = given(Object.fromEntries(entriesOf(wellFormed(value))))
  return members.flatMap(([name, item]) => pairsOf(name, item, styleIn(member(encoding, name)))).join('&')
}
