const codeOf = (letter: string): number => letter.charCodeAt(0)

const hexOf = (code: number, length: number): string => code.toString(16).padStart(length, '0')

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Spellings of a text as services and tools come to write them. The text has letters of Latin-1 alone. */
export const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  upperCase: (text) => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  lowerCase: (text) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  url: encodeURIComponent,
  urlTwice: (text) => encodeURIComponent(encodeURIComponent(text)),
  urlLower: (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  urlInPart: encodeURI,
  urlOfEveryLetter: (text) => [...Buffer.from(text)].map((byte) => `%${hexOf(byte, 2)}`).join(''),
  form: (text) => new URLSearchParams({ x: text }).toString().slice(2),
  latin1Url: (text) => [...Buffer.from(text, 'latin1')].map((byte) => `%${hexOf(byte, 2)}`).join(''),
  json: inJson,
  jsonInJson: (text) => inJson(inJson(text)),
  jsonWithSlashes: (text) => inJson(text).replaceAll('/', String.raw`\/`),
  jsonAscii: (text) =>
    inJson(text).replaceAll(
      /[^ -~]|[&<>'/]/g,
      (letter) => String.raw`\u` + hexOf(codeOf(letter), 4).toUpperCase(),
    ),
  jsonOfEveryLetter: (text) => text.replaceAll(/[^]/g, (letter) => String.raw`\u` + hexOf(codeOf(letter), 4)),
  byteEscapes: (text) => text.replaceAll(/[^]/g, (letter) => String.raw`\x` + hexOf(codeOf(letter), 2)),
  byteEscapesOfUtf8: (text) =>
    [...Buffer.from(text)].map((byte) => String.raw`\x` + hexOf(byte, 2).toUpperCase()).join(''),
  octal: (text) => text.replaceAll(/[^]/g, (letter) => `\\${codeOf(letter).toString(8).padStart(3, '0')}`),
  html: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  htmlCodes: (text) => text.replaceAll(/[^a-z0-9]/gi, (letter) => `&#${codeOf(letter)};`),
  htmlHexCodes: (text) => text.replaceAll(/[^]/g, (letter) => `&#x${hexOf(codeOf(letter), 2)};`),
  base64,
  base64Latin1: (text) => Buffer.from(text, 'latin1').toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  base64InUrl: (text) => encodeURIComponent(base64(text)),
  base64InJson: (text) =>
    base64(text)
      .replaceAll('/', String.raw`\/`)
      .replaceAll('+', String.raw`\u002b`),
  base64OnLines: (text) => base64(text).replaceAll(/.{76}(?=.)/g, '$&\r\n'),
  base64OnLinesInJson: (text) => inJson(base64(text).replaceAll(/.{16}(?=.)/g, '$&\n')),
  base64OfCredentials: (text) => base64(`user:${text}`),
  base64InTheMiddle: (text) => base64(`{"key":"${text}"}`),
  base64Twice: (text) => base64(base64(text)),
  base64urlTwice: (text) => Buffer.from(Buffer.from(text).toString('base64url')).toString('base64url'),
  base64OfBase64OfCredentials: (text) => base64(`Basic ${base64(`me:${text}`)}`),
  hex: (text) => Buffer.from(text).toString('hex'),
  hexUpper: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  garbled: (text) => Buffer.from(text).toString('latin1'),
}
