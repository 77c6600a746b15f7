const mask = '[redacted]'

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const asAscii = (text: string): string =>
  text.replaceAll(/[^\u0020-\u007E]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const spellingsOf = (secret: string): string[] => {
  const inJson = asJson(secret)
  const inUrl = encodeURIComponent(secret)
  return [
    secret,
    inUrl,
    inUrl.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    inUrl.replaceAll('%20', '+'),
    inJson,
    inJson.replaceAll('/', '\\/'),
    asAscii(inJson),
    asJson(inJson),
    asJson(asAscii(inJson)),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]
}

/**
 * Makes a function that takes every spelling of the given secrets out of a text: plain, as in a URL, as in JSON
 * and HTML, and in base64. Whatever leaves the engine passes through it.
 */
export function makeRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets.filter((secret) => secret !== '').flatMap(spellingsOf)
  const unique = [...new Set(spellings)].toSorted((a, b) => b.length - a.length)
  return (text) => unique.reduce((rest, spelling) => rest.replaceAll(spelling, mask), text)
}
