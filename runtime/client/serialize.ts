import { isObject } from '../json.js'

export type Encode = (text: string) => string

/** The members of an object that are not undefined. */
export function given(values: object | undefined): [string, unknown][] {
  return Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
}

/** A scalar as text; nested objects and lists as JSON. */
export function scalar(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The parts of a parameter: items and scalars have no name, members of an object do. */
export function partsOf(value: unknown): (readonly [name: string | undefined, value: string])[] {
  return isObject(value)
    ? given(value).map(([name, item]) => [name, scalar(item)])
    : [value].flat().map((item) => [undefined, scalar(item)])
}

/**
 * Serializes a list as `a,b` and an object as `k,v,k,v`, or `k=v,k=v` when exploded: the styles `simple` and `form`.
 */
export function joined(
  value: unknown,
  style = '',
  between = ',',
  encode: Encode = encodeURIComponent,
): string {
  return partsOf(value)
    .map(([name, item]) =>
      name === undefined ? encode(item) : encode(name) + (style.includes('*') ? '=' : between) + encode(item),
    )
    .join(between)
}

/**
 * Serializes `name=value` pairs of the style `form`: one for each item or member when exploded, otherwise one for
 * all.
 */
export function queryPairs(
  name: string,
  value: unknown,
  style: string,
  between?: string,
  encode: Encode = encodeURIComponent,
): string[] {
  const parts = partsOf(value)
  if (style.includes('*')) return parts.map(([own, item]) => `${encode(own ?? name)}=${encode(item)}`)
  return parts.length === 0 ? [] : [`${encode(name)}=${joined(value, style, between, encode)}`]
}

/** Encodes a string as UTF-8 in base64, for HTTP Basic. Generated clients import it only if the document needs it. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
