/** A text that a rule gave, whatever it really is: rules may be written without types. */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? 'no message was given')
}

/** A pointer that a rule gave, where it is one. */
export function pointerFrom(value: unknown): { readonly pointer?: string } {
  return typeof value === 'string' ? { pointer: value } : {}
}

/**
 * Whether a condition holds.
 * @throws Error, a mistake of the rule, for a promise, which would always hold.
 */
export function conditionFrom(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'then' in value) {
    throw new Error('expect was given a promise, which holds whatever comes of it; await it')
  }
  return Boolean(value)
}
