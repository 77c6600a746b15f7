export type Parameters = Readonly<Record<string, string | number | undefined>>

/** A path of the console with a query of what is there; a fragment stays at its end. */
export function addressOf(path: string, parameters: Parameters = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  if (pairs.length === 0) return path
  const [before = '', fragment] = path.split('#')
  const query = new URLSearchParams(pairs).toString()
  const address = `${before}${before.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? address : `${address}#${fragment}`
}
