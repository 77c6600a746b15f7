export type Parameters = Readonly<Record<string, string | number | undefined>>

/** A path of the console with a query of what is there. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  if (pairs.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs).toString()}`
}
