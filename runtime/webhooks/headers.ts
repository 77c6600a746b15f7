type Values = string | number | readonly string[] | undefined

/** Headers in the forms of various servers: `Headers`, a `Map`, or a Node object. */
export type HeadersLike =
  | { forEach(each: (value: string, name: string) => void): void }
  | ReadonlyMap<string, Values>
  | Readonly<Record<string, Values>>

const isEach = (headers: HeadersLike): headers is ReadonlyMap<string, Values> =>
  typeof headers.forEach === 'function'

const entriesOf = (headers: HeadersLike): [string, Values][] => {
  if (!isEach(headers)) return Object.entries(headers)
  const entries: [string, Values][] = []
  headers.forEach((value, name) => entries.push([name, value]))
  return entries
}

/** The value of a header, by case-insensitive name; several values are joined as in HTTP. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  const values = entriesOf(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .map((value) => String(value).trim())
    .filter((value) => value !== '')
  return values.length === 0 ? undefined : values.join(',')
}
