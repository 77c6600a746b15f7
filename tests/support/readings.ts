const fromHex = (digits: string): string => Buffer.from(digits.replaceAll(/%|\\x/g, ''), 'hex').toString()

const fromCode = (digits: string, radix: number): string =>
  String.fromCodePoint(Math.min(Number.parseInt(digits, radix), 0x10_ff_ff))

const runsOf = (text: string, letters: RegExp, encoding: BufferEncoding): string =>
  Array.from(text.matchAll(letters), ([run]) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), encoding).toString()),
  ).join(' | ')

const named = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', amp: '&', n: '\n', r: '\r', t: '\t' }))

const jsonEscape = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(.))/gis

/** Decoders that share nothing with the redactor: of JSON, URLs, HTML, base64 and hexadecimal. */
const decoders: readonly ((text: string) => string)[] = [
  (text) =>
    text.replaceAll(jsonEscape, (_, a, b, c, letter: string) =>
      letter === undefined ? fromCode(a ?? b ?? c, 16) : (named.get(letter) ?? letter),
    ),
  (text) => text.replaceAll(/(?:(?:%|\\x)[\da-f]{2})+/gi, fromHex),
  (text) =>
    text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (all, hex, digits, name) => {
      if (name !== undefined) return named.get(name) ?? all
      return hex === undefined ? fromCode(digits, 10) : fromCode(hex, 16)
    }),
  (text) => runsOf(text.replaceAll(/\s/g, ''), /[\w+/-]{8,}/g, 'base64'),
  (text) => runsOf(text, /[\da-f]{12,}/gi, 'hex'),
]

/** The ways in which a text can be read: as it is, decoded once, and decoded twice. */
export function readingsOf(text: string): ReadonlySet<string> {
  const read = (one: string): string[] => decoders.map((decode) => decode(one)).concat(one)
  return new Set(read(text).flatMap(read))
}
