const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

const needlessEscape = /\\([^\dA-Za-z^$\\.*+?()[\]{}|/])/g

/**
 * A pattern that compiles with the `u` flag and means the same, or undefined when there is none. Documents
 * often escape characters that need no escape (`\_`, `\@`), which the flag forbids outside a class.
 */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern)) return pattern
  const plain = pattern.replaceAll(needlessEscape, (whole, character: string) =>
    character === '-' ? whole : character,
  )
  if (compiles(plain)) return plain
  const plainest = pattern.replaceAll(needlessEscape, '$1')
  return compiles(plainest) ? plainest : undefined
}
