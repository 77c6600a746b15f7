import { type Bytes, bytesOf, concatenated, isSigned, keysOf, type Mac } from './bytes.js'
import { isObject } from '../json.js'

/** The fix for a delivery that could not be verified, by the reason. */
export const advice = {
  'parsed-body':
    'The body was parsed before it was verified. Pass the raw bytes as they arrived: read them before any JSON parser.',
  'empty-secret':
    'The secret is missing. Set the one that was shown when the webhook was registered; if it is lost, register a new webhook.',
  'missing-header':
    'A header that every delivery has is missing. Pass the headers of the request unchanged, and check that no proxy drops them.',
  'malformed-timestamp':
    'The header webhook-timestamp is not a time in Unix seconds of ten digits. Pass the header as it arrived.',
  'wrong-prefix':
    'No signature in webhook-signature begins with "v1=". Signatures of other services, such as "v1," of Standard Webhooks, are made differently.',
  'malformed-signature':
    'The text after "v1=" is not a digest in hexadecimal or base64. Pass the header as it arrived, neither cut nor decoded.',
  algorithm:
    'The digest has the length of another algorithm. Deliveries are signed with HMAC-SHA256, whose digest has 32 bytes.',
  'other-scheme':
    'The secret is right, but the signed text is not the timestamp directly followed by the raw body. The signer must join the two without a separator and without webhook-id.',
  reserialised:
    'The body was parsed and printed again, so its text differs from the signed one. Pass the bytes as they arrived, not the output of JSON.stringify.',
  'wrong-secret':
    'The signature does not match these bytes and this secret. Compare the secret with that of this webhook, and check that no proxy or middleware changes the body.',
  'padded-secret':
    'The secret has white space or quotation marks around it. Remove them where the secret is set.',
  stale:
    'The signature matches, but the delivery is older than the tolerance. If it was not replayed, set the clock of this machine, or verify before queueing.',
  future:
    'The signature matches, but the timestamp is further in the future than the tolerance. Set the clock of this machine.',
  'not-json': 'The signature matches, but the body is not JSON. Ask the sender.',
  'invalid-body':
    'The signature matches, but the body does not match the document. See the problems; another version of the document may match.',
} as const

/** The reason why a delivery could not be verified. */
export type Reason = keyof typeof advice

/** A delivery with a wrong signature, with everything needed to find the reason. */
interface Unfitting {
  readonly body: Bytes
  readonly timestamp: string
  readonly id: string | undefined
  readonly digests: readonly Uint8Array[]
  readonly secrets: readonly string[]
}

// Limits the work, so that an attacker cannot make the search expensive.
const largest = 64 * 1024

const otherSchemes = ({ body, timestamp, id = '' }: Unfitting): Bytes[] =>
  [`${id}.${timestamp}.`, `${timestamp}.`, `${id}${timestamp}`, ''].map((start) =>
    concatenated([bytesOf(start), body]),
  )

const isAnySigned = async (
  candidates: readonly Bytes[],
  digests: readonly Uint8Array[],
  keys: readonly Mac[],
): Promise<boolean> => {
  for (const candidate of candidates) if (await isSigned(candidate, digests, keys)) return true
  return false
}

/** Finds the reason for a wrong signature by trying known mistakes. */
export async function diagnose(delivery: Unfitting): Promise<Reason> {
  const { body, timestamp, digests, secrets } = delivery
  if (body.length > largest) return 'wrong-secret'
  const trimmed = secrets.map((secret) => secret.replaceAll(/^[\s"'`]+|[\s"'`]+$/g, ''))
  const clean = trimmed.filter((secret, index) => secret !== '' && secret !== secrets[index])
  const signed = (text: Bytes): Bytes => concatenated([bytesOf(timestamp), text])
  if (await isSigned(signed(body), digests, await keysOf(clean))) return 'padded-secret'
  const keys = await keysOf(secrets)
  if (await isAnySigned(otherSchemes(delivery), digests, keys)) return 'other-scheme'
  const rewritings = rewritingsOf(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body))
  const texts = rewritings.map((text) => signed(bytesOf(text)))
  return (await isAnySigned(texts, digests, keys)) ? 'reserialised' : 'wrong-secret'
}

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
