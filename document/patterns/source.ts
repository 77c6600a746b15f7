/** A text as the part of an expression that matches this text alone. */
export function escapedPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** A pattern in which `*` stands for any text; linear, since many `*` would take an expression too long. */
export function wildcard(pattern: string, flags: '' | 'i' = ''): Pick<RegExp, 'test'> {
  const spelled = (text: string): string => (flags === 'i' ? text.toLowerCase() : text)
  const [first = '', ...rest] = spelled(pattern).split('*')
  const last = rest.pop()
  const test = (given: string): boolean => {
    const text = spelled(given)
    if (last === undefined) return text === first
    let from = first.length
    for (const part of rest) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return text.startsWith(first) && text.length - last.length >= from && text.endsWith(last)
  }
  return { test }
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

/**
 * A pattern that compiles and means the same, with the flag `u` if it can have it; undefined if there is
 * none. Documents often escape what needs no escape (`\_`, `\@`) or leave a brace unescaped, which the flag
 * forbids.
 */
export function readablePattern(pattern: unknown): { source: string; flags: 'u' | '' } | undefined {
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
