/** What kind of value a body is, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'something that is not JSON'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
