/** Characters of a response that are kept. */
const longestExcerpt = 1024

/** Bytes of a response that are read: enough that a secret at the end of an excerpt is seen whole. */
export const longestStart = longestExcerpt + 128

const isShown = (character: string): boolean =>
  /[\n\t]|[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u.test(character)

/** Takes the beginning of the secret off the end of a text that was cut there. */
const withoutCutSecret = (text: string, secret: string): string => {
  let length = Math.min(secret.length - 1, text.length)
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1
  return text.slice(0, text.length - length)
}

/**
 * The start of a response as text that can be shown: no control characters, none that turn the direction of text
 * around, and not the secret, which a receiver could send back.
 */
export function excerptOf(bytes: Buffer, secret: string): string {
  if (bytes.length === 0) return ''
  const told = new TextDecoder().decode(bytes).replaceAll(secret, '[secret]')
  // The text in place of a secret is shorter: many of them bring the end of what was read into the excerpt.
  const whole = bytes.length < longestStart ? told : withoutCutSecret(told, secret)
  const text = whole.slice(0, longestExcerpt)
  return Array.from(text, (character) => (isShown(character) ? character : '\uFFFD')).join('')
}
