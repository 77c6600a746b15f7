// What a service sends must not reach a terminal as a command, nor turn the direction of the text around it.
const unprintable = /\p{Cc}|\p{Cs}|[\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** A text on one line, without characters that a terminal or a reader's eye would obey. */
export const printable = (text: string): string => text.replaceAll(unprintable, '\uFFFD')

/** A printable text of so many characters at most. */
export const shortened = (text: string, longest: number): string => {
  const clean = printable(text)
  return clean.length > longest ? `${clean.slice(0, longest - 1).trimEnd()}…` : clean
}
