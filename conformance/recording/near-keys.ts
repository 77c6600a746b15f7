const fewestLetters = 8

const otherCase = (key: string): string =>
  Array.from(key, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')

/** A key that is nearly the one given, and what is wrong with it. */
export type NearKey = readonly [key: string, what: string]

/**
 * Keys that are nearly that of a run, which no service may take for it. They give the key away, so they are secrets
 * as well. Of a short key there are none.
 */
export function nearKeys(key: string): readonly NearKey[] {
  const all: readonly NearKey[] = [
    [`${key}x`, 'with more than the key in X-API-Key'],
    [key.slice(0, -1), 'with less than the key in X-API-Key'],
    // Hexadecimal digits, as in a UUID, are the same key in either letter case.
    ...(/^[\da-f-]+$/i.test(key)
      ? []
      : ([[otherCase(key), 'with the key in other letter case']] satisfies NearKey[])),
  ]
  return key === '' ? [] : all.filter(([near]) => near !== key && near.length >= fewestLetters)
}
