import { isObject } from '../json.js'
import { type Encode, given, joined, queryPairs, scalar } from './serialize.js'

// Keeps reserved characters of RFC 3986, except those that would end the value or mean a space.
const keepReserved: Encode = (text) =>
  encodeURI(text)
    .replace(/%5[BD]/g, decodeURIComponent)
    .replace(/[&#+]/g, encodeURIComponent)

/** Serializes `name[member]=value` pairs at any depth; items of a list repeat the name. */
export function deepPairs(name: string, value: unknown, encode: Encode = encodeURIComponent): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(name, item, encode))
  if (!isObject(value)) return [`${encode(name)}=${encode(scalar(value))}`]
  return given(value).flatMap(([key, item]) => deepPairs(`${name}[${key}]`, item, encode))
}

/**
 * Serializes query parameters in styles other than `form`, with reserved characters, or as JSON. Imported only by
 * operations that need it.
 */
export function queryStyled(name: string, value: unknown, style: string): string[] {
  const encode = style.includes('+') ? keepReserved : encodeURIComponent
  if (style === 'json') return [`${encode(name)}=${encode(JSON.stringify(value))}`]
  if (style.startsWith('deepObject')) return deepPairs(name, value, encode)
  const between = style.startsWith('space') ? '%20' : style.startsWith('pipe') ? '%7C' : ','
  return queryPairs(name, value, style, between, encode)
}

/** Serializes path parameters in the styles `label` and `matrix`, or as JSON. */
export function pathStyled(name: string, value: unknown, style: string): string {
  if (style === 'json') return encodeURIComponent(JSON.stringify(value))
  const isExploded = style.includes('*')
  if (style.startsWith('label')) return `.${joined(value, style, isExploded ? '.' : ',')}`
  if (style.startsWith('matrix')) return `;${queryPairs(name, value, style).join(';')}`
  return joined(value, style)
}

/** Serializes headers and cookies, possibly as JSON. */
export function plainStyled(value: unknown, style: string): string {
  return style === 'json' ? JSON.stringify(value) : joined(value, style, ',', String)
}

export const styled = { query: queryStyled, path: pathStyled, plain: plainStyled }
