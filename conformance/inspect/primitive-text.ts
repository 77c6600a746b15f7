/** A value as text; undefined for anything that is neither text nor a number. */
export function primitiveText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
