import { shownText, withoutSecrets } from './excerpt.js'

/** A header of an answer, with its name in lower case. */
export type HeaderLine = readonly [name: string, value: string]

/** Characters that are kept of one value, and of all headers together. */
const longestValue = 1024
const longestHeaders = 4096

/**
 * The headers of an answer as text that can be shown: no control characters, not the secrets, values cut after 1,024
 * characters, and no more headers than 4,096 characters hold.
 */
export function shownHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: readonly string[],
): readonly HeaderLine[] {
  const lines: HeaderLine[] = []
  let room = longestHeaders
  for (const [name, values = []] of Object.entries(headers))
    for (const value of typeof values === 'string' ? [values] : values) {
      const line = [shown(name, secrets), shown(value, secrets)] as const
      room -= line[0].length + line[1].length
      if (room < 0) return lines
      lines.push(line)
    }
  return lines
}

const shown = (text: string, secrets: readonly string[]): string =>
  shownText(withoutSecrets(text, secrets).slice(0, longestValue))
