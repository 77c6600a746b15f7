import { isJson, isObject } from '../json.js'
import type { Encoded } from './web.js'

type Encode = (text: string) => string
type Styles = Readonly<Record<string, string>>

/** The members of an object that are not undefined. */
export function given(values: object | undefined): [string, unknown][] {
  return Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
}

/** A scalar as text; nested objects and lists as JSON. */
export function scalar(value: unknown): string {
  // JSON has null for NaN and Infinity.
  return typeof value === 'number' || typeof value === 'string' ? `${value}` : JSON.stringify(value)
}

/** The parts of a parameter: items and scalars have no name, members of an object do. */
const partsOf = (value: unknown): (readonly [name: string | undefined, value: string])[] =>
  isObject(value)
    ? given(value).map(([name, item]) => [name, scalar(item)])
    : [value].flat().map((item) => [undefined, scalar(item)])

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

// Keeps reserved characters of RFC 3986, except those that would end the value or mean a space.
const keepReserved: Encode = (text) =>
  encodeURI(text)
    .replace(/%5[BD]/g, decodeURIComponent)
    .replace(/[&#+]/g, encodeURIComponent)

/** Serializes `name[member]=value` pairs at any depth; items of a list repeat the name. */
const deepPairs = (name: string, value: unknown, encode: Encode = encodeURIComponent): string[] => {
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

/** Whether a value is an object or a list. */
const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null

const partOf = (item: unknown, stated: string | undefined): Blob | string => {
  if (item instanceof Blob) return item
  const isText = !isComposite(item) && !isJson(stated ?? '')
  const type = stated ?? (isText ? undefined : 'application/json')
  const text = isText ? String(item) : JSON.stringify(item)
  return type === undefined ? text : new Blob([text], { type })
}

/** A form, whose parts have the media types that are stated for them, except files, which have their own. */
const formOf = (body: object, styles: Styles): FormData => {
  const form = new FormData()
  for (const [name, value] of given(body)) {
    for (const item of [value].flat()) {
      const part = item === undefined ? item : partOf(item, styles[`part:${name}`])
      // Told apart, because only a Blob may have a file name.
      if (part instanceof Blob) form.append(name, part)
      else if (part !== undefined) form.append(name, part)
    }
  }
  return form
}

const isReady = (body: object): body is Exclude<Encoded, string> =>
  [Blob, URLSearchParams, ReadableStream, ArrayBuffer, Uint8Array].some((type) => body instanceof type)

/**
 * Encodes a body of another media type than JSON: forms from objects; anything that fetch accepts is sent as it is. A
 * multipart form sets its own media type, with the boundary. Imported only by operations that need it.
 */
export function encodeForm(
  body: unknown,
  mediaType: string,
  styles: Styles = {},
): readonly [body: Encoded, type?: string] {
  // For a range, fetch determines the media type, for example that of a Blob.
  const own: readonly [type?: string] = mediaType.includes('*') ? [] : [mediaType]
  if (!isComposite(body)) return [String(body), ...own]
  if (body instanceof FormData) return [body]
  if (isReady(body)) return [body, ...own]
  if (/^multipart\//i.test(mediaType)) return [formOf(body, styles)]
  const pairs = given(body).flatMap(([name, value]) => {
    const style = styles[`form:${name}`]
    return style === undefined ? deepPairs(name, value) : queryStyled(name, value, style)
  })
  return [/urlencoded/i.test(mediaType) ? pairs.join('&') : JSON.stringify(body), mediaType]
}
