import { shownText, withoutSecrets } from './excerpt.js'

/** A header of a response, with its name in lower case. */
export type HeaderLine = readonly [name: string, value: string]

/** Maximum of stored characters of one value, and of all headers together. */
const longestValue = 1024
const longestHeaders = 4096

/**
 * The headers of a response as safe text: without control characters and secrets, with values cut after 1,024
 * characters, and not more than 4,096 characters in total.
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
