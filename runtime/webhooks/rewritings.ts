import { isObject } from '../json.js'

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]): [string, unknown] => [key, sorted(item)]))
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) =>
        permutations(items.filter((_, other) => other !== index)).map((rest) => [item].concat(rest)),
      )

// The original order of sorted members can only be guessed, which is feasible for few top-level members.
const reordered = (value: unknown): unknown[] => {
  if (!isObject(value)) return [value]
  const entries = Object.entries(value)
  const orders = entries.length <= 3 ? permutations(entries) : []
  return [value, sorted(value), ...orders.map((order) => Object.fromEntries(order))]
}

/** JSON in the format of Python's `json.dumps`: a space after each comma and colon. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`)
    .join(', ')}}`
}

const printers: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  spaced,
  (value) => JSON.stringify(value, undefined, 2),
  (value) => JSON.stringify(value, undefined, 4),
  (value) => JSON.stringify(value, undefined, '\t'),
]

const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** A JSON text with the escapes of other printers: for non-ASCII letters, slashes, and HTML special characters. */
const escapings = (text: string): string[] => {
  const ascii = isAscii(text) ? [] : [text.replaceAll(/[^\0-\x7f]/g, unicodeEscape)]
  const html = /[<>&]/.test(text) ? [text.replaceAll(/[<>&]/g, unicodeEscape)] : []
  const plain = [text, ...ascii, ...html]
  return [...plain, ...(text.includes('/') ? plain.map((one) => one.replaceAll('/', '\\/')) : [])]
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Replaces numbers that printing would change, such as 1.0, by placeholder strings. */
const withoutNumbers = (text: string) => {
  const spelled: string[] = []
  const marked = text.replaceAll(stringOrNumber, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"\ue000${spelled.push(token) - 1}"`,
  )
  const restore = (printed: string): string =>
    printed.replaceAll(/"\ue000(\d+)"/g, (mark, index) => spelled[Number(index)] ?? mark)
  return { marked, restore }
}

const printings = (text: string): string[] => {
  try {
    const value: unknown = JSON.parse(text)
    const { marked, restore } = withoutNumbers(text)
    const printed = (orders: readonly unknown[]): string[] =>
      printers.flatMap((print) => orders.flatMap((order) => escapings(restore(print(order)))))
    return [...printed(reordered(JSON.parse(marked))), ...(marked === text ? [] : printed(reordered(value)))]
  } catch {
    // Not JSON, or nested too deeply to print.
    return []
  }
}

const most = 120

/** Texts that a body may have had before it was parsed and printed again, or before its line ends were changed. */
export function rewritingsOf(text: string): readonly string[] {
  const touched = [
    text.trim(),
    `${text}\n`,
    `\ufeff${text}`,
    text.replaceAll('\r\n', '\n'),
    text.replaceAll(/\r?\n/g, '\r\n'),
  ]
  return [...new Set([...touched, ...printings(text)])].filter((one) => one !== text).slice(0, most)
}
