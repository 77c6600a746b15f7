/** JSON as printed by Python, with a space after each comma and colon. */
const pythonic = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(pythonic).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonic(item)}`)
  return `{${members.join(', ')}}`
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, item]): [string, unknown] => [name, sorted(item)]))
}

/** JSON printers whose output differs from the posted body. */
export const printers: readonly (readonly [string, (value: unknown) => string])[] = [
  ['with spaces', pythonic],
  ['with spaces, its members sorted', (value) => pythonic(sorted(value))],
  ['its members sorted', (value) => JSON.stringify(sorted(value))],
  ['with two spaces of indentation', (value) => JSON.stringify(value, undefined, 2)],
  ['with four spaces of indentation', (value) => JSON.stringify(value, undefined, 4)],
]
