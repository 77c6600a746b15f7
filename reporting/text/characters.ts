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
export const unsafeCharacters = new RegExp(unsafeWhere, 'gu')

/**
 * The same for an HTML page, as the source of a regular expression with the flags `gu`: line feeds and tabs are
 * layout there.
 */
export const unsafeInPage = String.raw`(?![\n\t])${unsafeWhere}`
