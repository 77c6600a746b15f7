/** A reply, or any part of its body. */
type Source = unknown

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const bodyOf = (source: Source): unknown =>
  isHolder(source) && 'status' in source && 'headers' in source ? source['body'] : source

/** The value at a path of keys in a reply's body or in a part of it; `undefined` where there is none. */
export const look = (source: Source, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isHolder(value) ? value[key] : undefined), bodyOf(source))

/** The text at a path. Throws when there is something else. */
export const text = (source: Source, ...path: readonly string[]): string => {
  const value = look(source, ...path)
  if (typeof value !== 'string') throw new TypeError(`no text at ${path.join('.')}: ${JSON.stringify(value)}`)
  return value
}

/** The list at a path. Throws when there is something else. */
export const list = (source: Source, ...path: readonly string[]): readonly unknown[] => {
  const value = look(source, ...path)
  if (!Array.isArray(value)) throw new TypeError(`no list at ${path.join('.')}: ${JSON.stringify(value)}`)
  return value
}
