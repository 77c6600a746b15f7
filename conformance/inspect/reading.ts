/** A member of something that may be no object. */
export function dig(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (node, name) => (typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined),
    value,
  )
}

/** A value as text; undefined for anything that is neither text nor a number. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
