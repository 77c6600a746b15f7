const mask = '[redacted]'

/**
 * Makes a function that takes every spelling of the given secrets out of a text: plain, as in a URL, as in JSON,
 * and in base64. What is recorded passes through it before anything else sees it.
 */
export function makeRedactor(secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
    ])
  const unique = [...new Set(spellings)].toSorted((a, b) => b.length - a.length)
  return (text) => unique.reduce((rest, spelling) => rest.replaceAll(spelling, mask), text)
}
