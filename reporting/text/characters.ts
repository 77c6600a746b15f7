// The one list of characters that text from outside must not bring along, by what they do to a reader: command a
// terminal (Cc), turn the direction of text (Cf), stand for half a character (Cs), end a line (Zl, Zp), or are not seen.
const unsafe = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`

const emoji = String.raw`\p{Extended_Pictographic}`
const emojiEnd = String.raw`[${emoji}\p{Emoji_Modifier}]`
const tag = String.raw`[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]`
const joining = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]`

// Some of them belong to how something is spelled, and are safe where they do that and nowhere else.
const spelling = [
  // Several emoji that are one: a family, a profession, a flag with a rainbow.
  String.raw`(?<=${emojiEnd}\uFE0F?)\u200D(?=${emoji})`,
  // An emoji as picture or as text, and keycaps.
  String.raw`(?<=${emojiEnd})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\d#*])\uFE0F(?=\u20E3)`,
  // Flags of regions: letters that are not seen, from a flag to the mark that ends them.
  String.raw`(?<=\u{1F3F4}${tag}{0,5})${tag}(?=${tag}{0,5}\u{E007F})`,
  String.raw`(?<=\u{1F3F4}${tag}{3,6})\u{E007F}`,
  // Letters that are written joined or apart, and variants of ideographs.
  String.raw`(?<=${joining}\p{M}*)[\u200C\u200D](?=${joining}|[^\p{L}]|$)`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
]

// The character comes first: looking back from every letter of a long text would be slow.
const unsafeWhere = `${unsafe}(?<!${spelling.join('|')})`

/** Every character that is unsafe on a terminal or in the log of a job. */
export const unsafeCharacters = new RegExp(unsafeWhere, 'gu')

/**
 * The same for a page of HTML, as the source of a regular expression with the flags `gu`: line feeds and tabs are
 * layout there.
 */
export const unsafeInPage = String.raw`(?![\n\t])${unsafeWhere}`
