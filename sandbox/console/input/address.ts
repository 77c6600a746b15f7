export type Parameters = Readonly<Record<string, string | number | undefined>>

/** A console path with the parameters that are set as query. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  if (pairs.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs).toString()}`
}
