import { formatTexts } from './formats.js'

const first = (format: string): string => formatTexts.get(format)?.plain[0] ?? ''

/** Likely texts by words in the name of a member; the first match applies. */
const likely: readonly (readonly [RegExp, string])[] = [
  [/(^|_)e?_?mails?$/, first('email')],
  [/(^|_)uuid$/, first('uuid')],
  [/(^|_)(ur[il]|link|href|website|homepage|webhook|callback)s?$/, first('uri')],
  [/(^|_)(phone|mobile|fax|tel|msisdn)(_?number)?$/, '+4915112345678'],
  [
    /(^|_)(created|updated|deleted|modified|expires|starts|ends|published|scheduled)_?at$/,
    first('date-time'),
  ],
  [/(^|_)(timestamp|date_?time)$/, first('date-time')],
  [/(^|_)(date|birthday|dob|day)$/, first('date')],
  [/(^|_)country(_?code)?$/, 'DE'],
  [/(^|_)currency(_?code)?$/, 'EUR'],
  [/(^|_)(locale|lang|language)(_?code)?$/, 'en'],
  [/(^|_)time_?zone$|^tz$/, 'UTC'],
  [/(^|_)(color|colour)$/, '#336699'],
  [/(^|_)(password|passwd|passphrase)$/, 'Sample-Passw0rd-1'],
  [/(^|_)(ip|ip_?address)$/, first('ipv4')],
  [/(^|_)(host|host_?name|domain)$/, first('hostname')],
  [/(^|_)(post_?code|postal_?code|zip|zip_?code)$/, '12345'],
  [/(^|_)(lat|latitude|lon|lng|longitude)$/, '10.5'],
  [/(^|_)(amount|price|total|balance)$/, '100'],
  [/(^|_)(version)$/, '1.0.0'],
  [/(^|_)(user_?name|login|slug|handle|key|code|nick_?name)$/, 'sample'],
]

/** The name of a member in snake case. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()

/** A likely text for a member with a name. */
export function likelyText(name: string | undefined): string {
  const words = wordsOf(name ?? '')
  return likely.find(([pattern]) => pattern.test(words))?.[1] ?? 'Sample'
}

/** Valid texts for unrestricted strings, the most likely to find a defect first. */
export const peculiarTexts: readonly (readonly [text: string, words: string])[] = [
  ['', 'empty'],
  ['a\u0000b', 'with NUL'],
  ['Zoë 東京 \u{1f642}', 'with Unicode'],
  [' ', 'blank'],
  [`O'Brien "x" \\ ; -- %`, 'with quotes'],
  ['first\nsecond\tthird', 'with line breaks'],
  ['\u0007\u001b\u007f', 'with control characters'],
  ['<b>1</b> & {{1}} ${1} %s', 'with markup'],
  [' around ', 'with blanks around'],
  ['../../..', 'like a path'],
  ['0', 'a digit'],
  ['null', 'the word null'],
  ['e\u0301\u200b\u05e9\u05dc\u05d5\u05dd', 'with combining and right-to-left characters'],
  ['\u{1f469}\u200d\u{1f4bb}'.repeat(8), 'of emoji'],
]

/** A text cut or padded to the allowed length in characters. */
export function fitted(text: string, least: number, most: number): string {
  const characters = Array.from(text)
  if (characters.length > most) return characters.slice(0, most).join('')
  return text + 'x'.repeat(Math.max(0, least - characters.length))
}
