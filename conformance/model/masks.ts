/** The replacements of secrets in published texts: which key it was, never the key. */
export const masks = {
  key: '[redacted]',
  secondKey: '[redacted second key]',
  /** Something else that was sent as a key, for instance one that nobody has. */
  otherKey: '[redacted other key]',
} as const
