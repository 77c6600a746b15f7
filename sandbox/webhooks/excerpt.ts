/** Characters of a response that are kept. */
const LONGEST_EXCERPT = 1024

/** Bytes of a response that are read: enough that the end of an excerpt does not hold a part of the secret. */
export const LONGEST_START = LONGEST_EXCERPT + 128

const isShown = (character: string): boolean =>
  /[\n\t]|[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u.test(character)

/**
 * The start of a response as text that can be shown: no control characters, none that turn the direction of text
 * around, and not the secret, which a receiver could send back.
 */
export const excerptOf = (bytes: Buffer, secret: string): string => {
  if (bytes.length === 0) return ''
  const text = new TextDecoder().decode(bytes).replaceAll(secret, '[secret]').slice(0, LONGEST_EXCERPT)
  return Array.from(text, (character) => (isShown(character) ? character : '\uFFFD')).join('')
}
