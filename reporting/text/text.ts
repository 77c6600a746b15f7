import { unsafeCharacters } from './characters.js'

/** A text on one line, without what a terminal, a reader's eye or the log of a job on GitHub would obey. */
export function printable(text: string): string {
  // GitHub takes `##[error]` for a command wherever it stands; the joiner put in between is seen by nobody.
  return text.replaceAll(unsafeCharacters, '\uFFFD').replaceAll('##[', '#\u2060#[')
}

/** A text of JSON in which nothing is a command for the log of a job on GitHub; it says what it said. */
export function jsonForLogs(json: string): string {
  return json.replaceAll('##[', String.raw`\u0023#[`)
}

/** A text of HTML in which nothing is one; it shows what it showed. */
export function htmlForLogs(html: string): string {
  return html.replaceAll('##[', '##&#91;')
}

/** A printable text of so many characters at most. */
export function shortened(text: string, longest: number): string {
  const clean = printable(text)
  if (clean.length <= longest) return clean
  // Not in the middle of a pair, and with nothing joined to what is gone.
  return `${clean
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF\u200C\u200D]+$/, '')
    .trimEnd()}…`
}

const escapeSequence = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A text of so many characters at most in which unsafe characters are spelled out, as `\u{202e}`. */
export function spelledOut(text: string, longest = 120): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return cut.replaceAll(unsafeCharacters, escapeSequence)
}

/** A value on one line of so many characters at most; JSON unless it is a text already. */
export function brief(value: unknown, length = 120): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  // Of a long text the beginning is enough, also when it begins with space.
  const line = text
    .slice(0, length * 8)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > length || text.length > length * 8 ? `${line.slice(0, length)}…` : line
}
