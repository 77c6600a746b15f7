const hexOf = (code: number, length: number): string => code.toString(16).padStart(length, '0')

const each = (text: string, spell: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, index) => spell(text.charCodeAt(index))).join('')

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const inUnicode = (code: number): string => String.raw`\u` + hexOf(code, 4)

const bytesOf = (text: string, before: string): string =>
  [...Buffer.from(text)].map((byte) => before + hexOf(byte, 2)).join('')

const cased = (text: string, change: (letter: string) => string): string =>
  text.replaceAll(/\p{L}/gu, (letter) => (change(letter).length === letter.length ? change(letter) : letter))

/** A text with escapes, in the ways of JSON and programming languages, URLs and HTML. */
export const escapings: Readonly<Record<string, (text: string) => string>> = {
  json: inJson,
  jsonWithSlashes: (text) => inJson(text).replaceAll('/', String.raw`\/`),
  jsonAscii: (text) =>
    inJson(text).replaceAll(
      /[^ -~]|[&<>'/]/g,
      (letter) => String.raw`\u` + hexOf(letter.charCodeAt(0), 4).toUpperCase(),
    ),
  jsonOfEveryLetter: (text) => each(text, inUnicode),
  byteEscapes: (text) =>
    each(text, (code) => (code < 256 ? String.raw`\x` + hexOf(code, 2) : inUnicode(code))),
  byteEscapesOfUtf8: (text) => bytesOf(text, String.raw`\x`),
  codePoints: (text) => text.replaceAll(/./gsu, (letter) => `\\u{${hexOf(letter.codePointAt(0) ?? 0, 1)}}`),
  url: encodeURIComponent,
  urlLower: (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  urlInPart: encodeURI,
  urlOfEveryLetter: (text) => bytesOf(text, '%'),
  form: (text) => new URLSearchParams({ x: text }).toString().slice(2),
  html: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  htmlCodes: (text) => text.replaceAll(/[^a-z0-9]/giu, (letter) => `&#${letter.codePointAt(0)};`),
  htmlHexCodes: (text) => text.replaceAll(/./gsu, (letter) => `&#x${hexOf(letter.codePointAt(0) ?? 0, 2)};`),
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const inBase64: Readonly<Record<string, (text: string) => string>> = {
  base64,
  base64url: (text) => Buffer.from(text).toString('base64url'),
  base64InUrl: (text) => encodeURIComponent(base64(text)),
  base64InJson: (text) => inJson(base64(text).replaceAll('/', String.raw`\/`)).replaceAll('+', inUnicode(43)),
  base64OnLines: (text) => base64(text).replaceAll(/.{76}(?=.)/g, '$&\r\n'),
  base64OfCredentials: (text) => base64(`user:${text}`),
  base64OfOthers: (text) => base64(`it is ${text}!`),
  base64OfJson: (text) => base64(JSON.stringify({ key: text })),
  base64OfUrl: (text) => base64(`?key=${encodeURIComponent(text)}`),
}

/** Spellings of a text by services and tools, all of which docs/redaction.md promises to find. */
export const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  upperCase: (text) => cased(text, (letter) => letter.toUpperCase()),
  lowerCase: (text) => cased(text, (letter) => letter.toLowerCase()),
  onLines: (text) => text.replaceAll(' ', ' \r\n\t'),
  ...escapings,
  jsonInJson: (text) => inJson(inJson(text)),
  urlTwice: (text) => encodeURIComponent(encodeURIComponent(text)),
  ...inBase64,
  hex: (text) => bytesOf(text, ''),
  hexUpper: (text) => bytesOf(text, '').toUpperCase(),
  hexOfJson: (text) => bytesOf(inJson(text), ''),
}

/** Every text that reveals a secret, by name: its spellings, and the parts that are equal in all of them. */
export const traces = (key: string): [string, string][] => [
  ...Object.entries(spellings).map(([name, spell]): [string, string] => [name, spell(key)]),
  ...[0, 1, 2].map((shift): [string, string] => {
    const around = Buffer.from(`${'-'.repeat(shift)}${key}`).toString('base64')
    return [`inside base64, ${shift}`, around.slice(4, -4)]
  }),
]
