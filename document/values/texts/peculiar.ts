/** A text that services are known to stumble over. */
export interface PeculiarText {
  readonly text: string
  readonly words: string
}

/** Longest text where the document sets no bound. */
export const longestText = 10_000

/** Texts that are valid wherever nothing is said of what they hold, in the order of what they find. */
export const peculiarTexts: readonly PeculiarText[] = [
  { text: '', words: 'empty' },
  { text: 'a\u0000b', words: 'with NUL' },
  { text: 'Zoë 東京 \u{1f642}', words: 'with Unicode' },
  { text: ' ', words: 'blank' },
  { text: `O'Brien "x" \\ ; -- %`, words: 'with quotes' },
  { text: 'first\nsecond\tthird', words: 'with line breaks' },
  { text: '\u0007\u001b\u007f', words: 'with control characters' },
  { text: '<b>1</b> & {{1}} ${1} %s', words: 'with markup' },
  { text: ' around ', words: 'with blanks around' },
  { text: '../../..', words: 'like a path' },
  { text: '0', words: 'a digit' },
  { text: 'null', words: 'the word null' },
  { text: 'e\u0301\u200b\u05e9\u05dc\u05d5\u05dd', words: 'with combining and right-to-left characters' },
  { text: '\u{1f469}\u200d\u{1f4bb}'.repeat(8), words: 'of emoji' },
]

/** A text cut or filled to the lengths that are allowed, in characters. */
export function fitted(text: string, least: number, most: number): string {
  const characters = Array.from(text)
  if (characters.length > most) return characters.slice(0, most).join('')
  return text + 'x'.repeat(Math.max(0, Math.min(least, longestText * 10) - characters.length))
}
