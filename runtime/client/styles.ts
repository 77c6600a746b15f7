import { isObject } from '../json.js'
import { type Encode, given, joined, queryPairs, scalar } from './serialize.js'

// Reserved characters of RFC 3986 stay, but for those that would end the value or mean a space.
const keepReserved: Encode = (text) =>
  encodeURI(text)
    .replace(/%5[BD]/g, decodeURIComponent)
    .replace(/[&#+]/g, encodeURIComponent)

/** Writes `name[member]=value` pairs at any depth; items of a list repeat the name. */
export function deepPairs(name: string, value: unknown, encode: Encode = encodeURIComponent): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(name, item, encode))
  if (!isObject(value)) return [`${encode(name)}=${encode(scalar(value))}`]
  return given(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, encode))
}

/**
 * Writes query parameters of other styles than `form`, and those with reserved characters or JSON in them.
 * Operations that need it bring it along.
 */
export function queryStyled(name: string, value: unknown, style: string): string[] {
  const encode = style.includes('+') ? keepReserved : encodeURIComponent
  if (style === 'json') return [`${encode(name)}=${encode(JSON.stringify(value))}`]
  if (style.startsWith('deepObject')) return deepPairs(name, value, encode)
  const between = style.startsWith('space') ? '%20' : style.startsWith('pipe') ? '%7C' : ','
  return queryPairs(name, value, style, between, encode)
}

/** Writes path parameters of the styles `label` and `matrix`, and those with JSON in them. */
export function pathStyled(name: string, value: unknown, style: string): string {
  if (style === 'json') return encodeURIComponent(JSON.stringify(value))
  const isExploded = style.includes('*')
  if (style.startsWith('label')) return `.${joined(value, style, isExploded ? '.' : ',')}`
  if (style.startsWith('matrix')) return `;${queryPairs(name, value, style).join(';')}`
  return joined(value, style)
}

/** Headers and cookies with JSON in them. */
export function plainStyled(value: unknown, style: string): string {
  return style === 'json' ? JSON.stringify(value) : joined(value, style, ',', String)
}

export const styled = { query: queryStyled, path: pathStyled, plain: plainStyled }
