/** Maximum of stored response characters. */
const longestExcerpt = 1024

/** Maximum of bytes read for that, with a margin so that a secret at the end of an excerpt is recognized. */
export const longestStart = longestExcerpt + 128

/** Characters that are not shown: controls and bidirectional marks. Joiners in emoji and tags in flags are kept. */
const hidden =
  /(?<flag>\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

const plain = /^[ -~]*$/

/** Text with control and bidirectional characters replaced, so that it is safe to show. */
export function shownText(text: string): string {
  if (plain.test(text)) return text
  return text.replaceAll(hidden, (_hit, flag: string | undefined) => flag ?? '\uFFFD')
}

const withoutSecret = (text: string, secret: string): string => text.replaceAll(secret, '[secret]')

/** Removes the beginning of a secret from the end of a text that was cut there. */
const withoutCutSecret = (text: string, secret: string): string => {
  let length = Math.min(secret.length - 1, text.length)
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1
  return text.slice(0, text.length - length)
}

/** The start of a response as safe text, without the webhook's secret, which a receiver could echo. */
export function excerptOf(bytes: Buffer, secret: string): string {
  if (bytes.length === 0) return ''
  const text = withoutSecret(new TextDecoder().decode(bytes), secret)
  // A mask is shorter than the secret, so masking can move the cut end of the text into the excerpt.
  const whole = bytes.length < longestStart ? text : withoutCutSecret(text, secret)
  return shownText(whole.slice(0, longestExcerpt))
}

/** A header of a response, with its name in lower case. */
export type HeaderLine = readonly [name: string, value: string]

/** Maximum of stored characters of one value, and of all headers together. */
const longestValue = 1024
const longestHeaders = 4096

/**
 * The headers of a response as safe text: without control characters and the secret, with values cut after 1,024
 * characters, and not more than 4,096 characters in total.
 */
export function shownHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
): readonly HeaderLine[] {
  const lines: HeaderLine[] = []
  let room = longestHeaders
  for (const [name, values = []] of Object.entries(headers))
    for (const value of typeof values === 'string' ? [values] : values) {
      const line = [safeText(name, secret), safeText(value, secret)] as const
      room -= line[0].length + line[1].length
      if (room < 0) return lines
      lines.push(line)
    }
  return lines
}

const safeText = (text: string, secret: string): string =>
  shownText(withoutSecret(text, secret).slice(0, longestValue))
