/** The masks of secrets in published texts; they name the key without revealing it. */
export const masks = {
  key: '[redacted]',
  secondKey: '[redacted second key]',
  /** Any other value that was sent as a key, for instance an invalid one. */
  otherKey: '[redacted other key]',
} as const

/** The mask of a secret from an environment variable, with the variable's name. */
export const variableMask = /\[redacted: [A-Z][A-Z\d_]*\]/

/** The variable in a text that is a variable mask and nothing else. */
export function variableIn(text: string): string | undefined {
  return variableMask.exec(text)?.[0] === text ? text.slice('[redacted: '.length, -1) : undefined
}
