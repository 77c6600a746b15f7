/** Characters of a response that are kept. */
const longestExcerpt = 1024

/** Bytes of a response that are kept until then: enough that a secret at the end of an excerpt is seen whole. */
export const longestStart = longestExcerpt + 128

/**
 * What is not shown: control characters and those that turn text around. Joiners make one sign of several, and tags
 * behind a black flag spell whose it is.
 */
const hidden =
  /(?<flag>\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

const plain = /^[ -~]*$/

/** Text in which nothing acts: control characters, and those that turn the direction of text around, are replaced. */
export function shownText(text: string): string {
  if (plain.test(text)) return text
  return text.replaceAll(hidden, (_hit, flag: string | undefined) => flag ?? '\uFFFD')
}

/** Text with `[secret]` in place of each secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** Takes the beginning of the secret off the end of a text that was cut there. */
const withoutCutSecret = (text: string, secret: string): string => {
  let length = Math.min(secret.length - 1, text.length)
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1
  return text.slice(0, text.length - length)
}

/**
 * The start of a response as text that can be shown, and without the secrets of the webhook, which a receiver could
 * send back.
 */
export function excerptOf(bytes: Buffer, secrets: readonly string[]): string {
  if (bytes.length === 0) return ''
  const told = withoutSecrets(new TextDecoder().decode(bytes), secrets)
  // The text in place of a secret is shorter: many of them bring the end of what was read into the excerpt.
  const whole = bytes.length < longestStart ? told : secrets.reduce(withoutCutSecret, told)
  return shownText(whole.slice(0, longestExcerpt))
}
