import { isObject } from '../json.js'

export type Encode = (text: string) => string

/** The members of an object that have a value. */
export function given(values: object | undefined): [string, unknown][] {
  return Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
}

/** A value that is no list and has no members, as text; deeper ones as JSON. */
export function scalar(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The parts of a parameter: items and plain values have no name of their own, members of an object have. */
export function partsOf(value: unknown): (readonly [name: string | undefined, value: string])[] {
  return isObject(value)
    ? given(value).map(([name, item]) => [name, scalar(item)])
    : [value].flat().map((item) => [undefined, scalar(item)])
}

/** Writes `a,b` of a list and `k,v,k,v` of an object, `k=v,k=v` when exploded: the styles `simple` and `form`. */
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

/** Writes `name=value` pairs of the style `form`: one for each item or member when exploded, else one with all. */
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
