import { isObject } from '../../document/index.js'
import { scalar } from '../../runtime/client/serialize.js'
import type { Parameter } from '../../runtime/surface.js'
import { isWellFormed, headerText, isJsonParameter, pathText, queryPairs } from './parameters.js'

const token = /^[!#$%&'*+.^_`|~\w-]+$/

/** Headers of the connection, or set by the client itself. */
const connectionHeaders = new Set(
  'connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
)

/** Header parameters and declared headers of responses that OpenAPI ignores. */
export const ignoredHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization'])

/** Visible ASCII with inner spaces only; other characters are trimmed, refused, or decoded differently. */
const headerValue = /^[!-~](?:[ -~]*[!-~])?$/

/** Whether a parameter of this name can be sent. */
export function canSend({ name, in: location }: Parameter): boolean {
  if (location === 'header') return token.test(name) && !connectionHeaders.has(name.toLowerCase())
  return location === 'cookie' ? token.test(name) : name !== '' && isWellFormed(name)
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** Whether a value is a list or an object. */
export function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Whether no item is empty or contains a separator, so that the list can be split again. */
const isSeparable = (items: readonly unknown[], { style, explode, in: location }: Parameter): boolean => {
  if (explode && location === 'query') return true
  const between = style === 'label' && explode ? '.' : (separators[style] ?? ',')
  return items.map(scalar).every((text) => text !== '' && !text.includes(between) && !text.includes('='))
}

const canWriteComposite = (value: object, parameter: Parameter): boolean => {
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (items.length === 0) return false
  if (parameter.style === 'deepObject')
    return isObject(value) && items.every((item) => !isComposite(item) && item !== null)
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return (
    items.every((item) => !isComposite(item) && item !== null) && isSeparable([...items, ...names], parameter)
  )
}

const canWritePlain = (value: unknown, parameter: Parameter): boolean =>
  isComposite(value) ? canWriteComposite(value as object, parameter) : value !== null && value !== undefined

/** Whether a value survives its serialization; empty lists, nested members or commas in items do not. */
export function canWrite(parameter: Parameter, value: unknown): boolean {
  const isRead = isJsonParameter(parameter) ? value !== undefined : canWritePlain(value, parameter)
  if (!isRead || !isWellFormed(value)) return false
  const text = textIn[parameter.in](parameter, value)
  if (text.length > longest[parameter.in]) return false
  if (parameter.in === 'header') return headerValue.test(text)
  // Only some servers decode cookies, so no encoding is used.
  return parameter.in === 'cookie' ? /^[\w.~!*'()-]+$/.test(text) : parameter.in === 'query' || text !== ''
}

const textIn = {
  path: pathText,
  query: (parameter: Parameter, value: unknown): string => queryPairs(parameter, value).join('&'),
  header: headerText,
  cookie: headerText,
} as const

/** Longer requests may be refused on the way: RFC 9110 recommends 8000 octets for a request line. */
const longest = { path: 2_000, query: 5_000, header: 2_000, cookie: 1_000 } as const

/** Whether a filled path arrives unchanged: clients resolve dot segments, and servers merge empty ones. */
export function canAddress(path: string): boolean {
  const segments = (path.split('?')[0] ?? '').split('/').slice(1)
  return segments.every(
    (segment, index) =>
      !/^(\.|%2e){1,2}$/i.test(segment) && (segment !== '' || index === segments.length - 1),
  )
}
