/** A text as the part of an expression that matches this text alone. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/**
 * A pattern in which `*` stands for any text, as an expression for the whole of a text.
 * @param flags `i` where upper and lower case are the same
 */
export function wildcard(pattern: string, flags: '' | 'i' = ''): RegExp {
  return new RegExp(`^${pattern.split('*').map(escapedPattern).join('.*')}$`, `s${flags}`)
}

const compiles = (pattern: string, flags: string): boolean => {
  try {
    return Boolean(new RegExp(pattern, flags))
  } catch {
    return false
  }
}

const needlessEscape = /\\([^\dA-Za-z^$\\.*+?()[\]{}|/])/g
const loneBrace = /(?<!\\)(?:\{(?!\d+(?:,\d*)?\})|(?<!\{\d+(?:,\d*)?)\})/g

const keepDash = (whole: string, character: string): string => (character === '-' ? whole : character)

/** A pattern as validators compile it. */
export interface ReadablePattern {
  readonly source: string
  /** The flag `u`, or none for a pattern that only compiles without it. */
  readonly flags: 'u' | ''
}

/**
 * A pattern that compiles and means the same, with the `u` flag if possible; undefined if there is none. Documents
 * often escape characters that need no escape (`\_`, `\@`) or leave a brace unescaped, which the flag forbids; in
 * some the pattern is not even a string.
 */
export function readablePattern(pattern: unknown): ReadablePattern | undefined {
  if (typeof pattern !== 'string') return undefined
  const braced = pattern.replaceAll(loneBrace, String.raw`\$&`)
  const spellings = [
    pattern,
    pattern.replaceAll(needlessEscape, keepDash),
    pattern.replaceAll(needlessEscape, '$1'),
    braced,
    braced.replaceAll(needlessEscape, keepDash),
    braced.replaceAll(needlessEscape, '$1'),
  ]
  const source = spellings.find((spelling) => compiles(spelling, 'u'))
  if (source !== undefined) return { source, flags: 'u' }
  return compiles(pattern, '') ? { source: pattern, flags: '' } : undefined
}
