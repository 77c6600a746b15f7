import { unsafeCharacters } from './characters.js'

/** A text on one line, without characters that mislead a terminal, a reader or a GitHub job log. */
export function printable(text: string): string {
  // GitHub interprets `##[error]` anywhere in a log; the inserted joiner is invisible.
  return text.replaceAll(unsafeCharacters, '\uFFFD').replaceAll('##[', '#\u2060#[')
}

/** Escapes JSON so that a GitHub job log finds no commands in it; the value stays the same. */
export function jsonForLogs(json: string): string {
  return json.replaceAll('##[', String.raw`\u0023#[`)
}

/** Escapes HTML so that a GitHub job log finds no commands in it; it renders the same. */
export function htmlForLogs(html: string): string {
  return html.replaceAll('##[', '##&#91;')
}

/** A printable text, cut to a maximum of characters. */
export function shortened(text: string, longest: number): string {
  const clean = printable(text)
  if (clean.length <= longest) return clean
  // Does not cut a surrogate pair in half, and removes a trailing joiner.
  return `${clean
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF\u200C\u200D]+$/, '')
    .trimEnd()}…`
}

const escapeSequence = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A text, cut to a maximum of characters, with unsafe characters as escapes such as `\u{202e}`. */
export function spelledOut(text: string, longest = 120): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return cut.replaceAll(unsafeCharacters, escapeSequence)
}

/** A value on one line, cut to a maximum of characters; JSON unless it is a string. */
export function brief(value: unknown, length = 120): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  // Cut early for speed, with a margin for white space at the start.
  const line = text
    .slice(0, length * 8)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > length || text.length > length * 8 ? `${line.slice(0, length)}…` : line
}
