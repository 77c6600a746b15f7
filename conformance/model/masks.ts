/** The replacements of secrets in published texts: which key it was, never the key. */
export const masks = {
  key: '[redacted]',
  secondKey: '[redacted second key]',
  /** Something else that was sent as a key, for instance one that nobody has. */
  otherKey: '[redacted other key]',
} as const

/** What stands for a secret that a variable of the environment holds: the name of that is in it. */
export const variableMask = /\[redacted: [A-Z][A-Z\d_]*\]/

/** The variable that a text names in place of a secret, if it is nothing else. */
export function variableIn(text: string): string | undefined {
  return variableMask.exec(text)?.[0] === text ? text.slice('[redacted: '.length, -1) : undefined
}
