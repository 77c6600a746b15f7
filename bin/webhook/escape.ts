// Control characters, those that turn the direction of text or hide, and lone halves of pairs.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const escaped = (letter: string): string => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`

/** Foreign text for a terminal: nothing in it moves the cursor, changes colours or hides, and it is not long. */
export function shown(text: string, most = 120): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text
  return cut.replaceAll(unsafe, escaped)
}
