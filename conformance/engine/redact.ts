const mask = '[redacted]'

const spellingsOf = (secret: string): string[] => {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inUrl = encodeURIComponent(secret)
  return [
    secret,
    inUrl,
    inUrl.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    inUrl.replaceAll('%20', '+'),
    inJson,
    inJson.replaceAll('/', '\\/'),
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
