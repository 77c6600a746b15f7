import { formatTexts } from './formats.js'

const first = (format: string): string => formatTexts.get(format)?.plain[0] ?? ''

/** What a text is likely to be, by words in the name of its member; the first that matches counts. */
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

/** The name of a member as words joined by underscores, in small letters. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()

/** A text that a member of a name is likely to take. */
export function likelyText(name: string | undefined): string {
  const words = wordsOf(name ?? '')
  return likely.find(([pattern]) => pattern.test(words))?.[1] ?? 'Sample'
}
