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
