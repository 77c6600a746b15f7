/** What kind of value a body is, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'something that is not JSON'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Shortens a value for a message, on one line. */
export function brief(value: unknown, length = 120): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  // Of a long text the beginning is enough, also when it begins with space.
  const line = text
    .slice(0, length * 8)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > length || text.length > length * 8 ? `${line.slice(0, length)}…` : line
}
