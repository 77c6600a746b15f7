const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const scalar = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

type Encode = (text: string) => string

// What RFC 3986 reserves stays, but for what would end the value or mean a space.
const keepReserved: Encode = (text) =>
  encodeURI(text)
    .replace(/%5[BD]/g, decodeURIComponent)
    .replace(/[&#+]/g, encodeURIComponent)

const plain: Encode = (text) => text

/** Name and value of each part of a parameter; parts without a name of their own have none. */
type Part = readonly [name: string | undefined, value: string]

const given = (entries: readonly (readonly [string, unknown])[]): [string, unknown][] =>
  entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))

const partsOf = (value: unknown): Part[] => {
  if (Array.isArray(value)) return value.map((item) => [undefined, scalar(item)])
  if (!isObject(value)) return [[undefined, scalar(value)]]
  return given(Object.entries(value)).map(([key, item]) => [key, scalar(item)])
}

const deep = (name: string, value: unknown, encode: Encode): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => deep(name, item, encode))
  if (!isObject(value)) return [`${encode(name)}=${encode(scalar(value))}`]
  return given(Object.entries(value)).flatMap(([key, item]) => deep(`${name}[${key}]`, item, encode))
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' }

const join = (parts: readonly Part[], between: string, encode: Encode): string =>
  parts
    .map(([name, value]) => (name === undefined ? '' : encode(name) + between) + encode(value))
    .join(between)

const named = (name: string, parts: readonly Part[], encode: Encode): string[] =>
  parts.map(([key, value]) => `${encode(key ?? name)}=${encode(value)}`)

/** The style without its marks, and what the marks say. */
const readStyle = (style: string): { kind: string; explode: boolean; encode: Encode } => ({
  kind: style.replace(/[*+]/g, ''),
  explode: style.includes('*'),
  encode: style.includes('+') ? keepReserved : encodeURIComponent,
})

/** Writes a query parameter as `name=value` pairs, without what is undefined. */
export function queryPairs(name: string, value: unknown, style = 'form*'): string[] {
  const { kind, explode, encode } = readStyle(style)
  if (kind === 'json') return [`${encode(name)}=${encode(JSON.stringify(value))}`]
  if (kind === 'deepObject') return deep(name, value, encode)
  const parts = partsOf(value)
  if (explode) return named(name, parts, encode)
  return parts.length === 0 ? [] : [`${encode(name)}=${join(parts, delimiters[kind] ?? ',', encode)}`]
}

/** Writes a path parameter into its place, with the prefix of its style. */
export function pathValue(name: string, value: unknown, style = 'simple'): string {
  const { kind, explode, encode } = readStyle(style)
  if (kind === 'json') return encode(JSON.stringify(value))
  const parts = partsOf(value)
  if (kind === 'matrix') {
    const key = encode(name)
    return `;${explode ? named(name, parts, encode).join(';') : `${key}=${join(parts, ',', encode)}`}`
  }
  const start = kind === 'label' ? '.' : ''
  if (!explode) return start + join(parts, ',', encode)
  const all = parts.map(([key, item]) => (key === undefined ? '' : `${encode(key)}=`) + encode(item))
  return start + all.join(start || ',')
}

/** Writes the value of a header, which is not encoded. */
export function headerValue(value: unknown, style = 'simple'): string {
  const { kind, explode } = readStyle(style)
  if (kind === 'json') return JSON.stringify(value)
  const parts = partsOf(value)
  return explode
    ? parts.map(([key, item]) => (key === undefined ? item : `${key}=${item}`)).join(',')
    : join(parts, ',', plain)
}

/** Writes the pairs of a body of the media type `application/x-www-form-urlencoded`. */
export function formPairs(body: object): string {
  return given(Object.entries(body))
    .flatMap(([name, value]) => deep(name, value, encodeURIComponent))
    .join('&')
}
