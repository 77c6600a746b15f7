// What a document holds must not reach a terminal as a command, nor turn the direction of the text around it.
const unprintable = /\p{Cc}|\p{Cs}|[\u061C\u200B-\u200F\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF]/gu

/** A text on one line, without what a terminal, a reader's eye or the log of a job on GitHub would obey. */
export const printable = (text: string): string =>
  // GitHub takes `##[error]` for a command wherever it stands; what is put in between is seen by nobody.
  text.replaceAll(unprintable, '\uFFFD').replaceAll('##[', '#\u2060#[')

/** A printable text of so many characters at most. */
export const shortened = (text: string, longest: number): string => {
  const clean = printable(text)
  if (clean.length <= longest) return clean
  // Not in the middle of a pair.
  return `${clean
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/** `1 change`, `2 changes`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
