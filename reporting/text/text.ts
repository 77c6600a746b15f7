// The only list of characters that are removed from external text, because they control a terminal (Cc), change the
// direction of text (Cf), are half a character (Cs), break lines (Zl, Zp), or are invisible.
const unsafe = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`

const emoji = String.raw`\p{Extended_Pictographic}`
const emojiEnd = String.raw`[${emoji}\p{Emoji_Modifier}]`
const tag = String.raw`[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]`
const joining = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]`

// Some of these characters are part of regular spelling, and are safe in that context only.
const spelling = [
  // Sequences of several emoji: a family, a profession, a flag with a rainbow.
  String.raw`(?<=${emojiEnd}\uFE0F?)\u200D(?=${emoji})`,
  // Emoji as picture or as text, and keycaps.
  String.raw`(?<=${emojiEnd})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\d#*])\uFE0F(?=\u20E3)`,
  // Flags of regions: invisible tags between a flag and the terminator.
  String.raw`(?<=\u{1F3F4}${tag}{0,5})${tag}(?=${tag}{0,5}\u{E007F})`,
  String.raw`(?<=\u{1F3F4}${tag}{3,6})\u{E007F}`,
  // Joiners between letters, and variants of ideographs.
  String.raw`(?<=${joining}\p{M}*)[\u200C\u200D](?=${joining}|[^\p{L}]|$)`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
]

// The lookbehind comes last, because evaluating it at every character of a long text would be slow.
const unsafeWhere = `${unsafe}(?<!${spelling.join('|')})`

/** Every character that is unsafe on a terminal or in a job log. */
const unsafeCharacters = new RegExp(unsafeWhere, 'gu')

/** A pattern (flags `gu`) for characters that are unsafe in HTML, where line feeds and tabs are layout. */
export const unsafeInPage = String.raw`(?![\n\t])${unsafeWhere}`

/** The word that goes with a count: `rule` with 1, `rules` with any other. */
export function wordFor(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several
}

/** The first texts of a list, and how many more there are. */
export function firstOf(texts: readonly string[], most: number): readonly string[] {
  const rest = texts.length - most
  return rest > 0 ? [...texts.slice(0, most), `and ${rest} more`] : texts
}

/** Texts as a list in a sentence: `a, b and c`. */
export function joined(texts: readonly string[], last = 'and'): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} ${last} ${texts.at(-1)}`
}

/** A count with its word: `1 rule`, `2 rules`. */
export function counted(count: number, one: string, several?: string): string {
  return `${count} ${wordFor(count, one, several)}`
}

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

/** The lines of a template of texts, without their indentation and without empty ones. */
export function linesIn(texts: TemplateStringsArray, values: readonly string[]): readonly string[] {
  return String.raw({ raw: texts }, ...values)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
