/** The type of a body in words, with its article. */
export function typeInWords(value: unknown): string {
  if (value === undefined) return 'something that is not JSON'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
