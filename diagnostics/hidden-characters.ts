// Control characters but for white space, marks and overrides of direction, and the line ends that only some
// tools know.
// oxlint-disable-next-line no-control-regex -- The pattern is about them.
const hidden = /[\0-\b\v\f\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * A text with escapes for characters that are invisible or change its display. In a literal of JSON or JavaScript its
 * value stays the same.
 */
export function withoutHidden(text: string): string {
  return text.replaceAll(hidden, escaped)
}

/** A text with escapes for hidden characters, except for the codes of terminal colors. */
export function paintedWithoutHidden(text: string): string {
  return text.replaceAll(hidden, (character) => (character === '\u001B' ? character : escaped(character)))
}
