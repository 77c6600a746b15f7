// The one list of characters that text from outside must not bring along, by what they do to a reader:
// command a terminal (Cc), hide or turn the direction of text (Cf), stand for half a character (Cs), end a line (Zl, Zp).
const unsafe = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`

/** Every character that is unsafe on a terminal or in the log of a job. */
export const unsafeCharacters = new RegExp(unsafe, 'gu')

/**
 * The same for a page of HTML, as the source of a regular expression with the flags `gu`: line feeds and tabs are
 * layout there, and joiners belong to how letters and emoji are spelled.
 */
export const unsafeInPage = String.raw`(?![\n\t\u200C\u200D])${unsafe}`
