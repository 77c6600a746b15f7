import { type Bytes, fromBase64, fromHex } from './bytes.js'
import type { Reason } from './reasons.js'

const prefix = 'v1='
const digestLength = 32
// Lengths of SHA-1, SHA-224, SHA-384 and SHA-512. MD5 is missing, because it has the length of a signature cut in
// half.
const otherLengths: ReadonlySet<number> = new Set([20, 28, 48, 64])

// A 32-byte digest in base64 is never valid hexadecimal: its length is odd, or it ends with "=".
const digestOf = (text: string): Bytes | undefined => fromHex(text) ?? fromBase64(text)

/**
 * The digests in a webhook-signature header. There may be several, separated by commas or spaces, each prefixed
 * `v1=`, in hexadecimal of either case or in base64, since the specification does not show the encoding (Events,
 * delivery 2 and 3).
 */
export function digestsOf(header: string): readonly Bytes[] | Reason {
  const signed = header.split(/[\s,;]+/).filter((part) => part.startsWith(prefix))
  if (signed.length === 0) return 'wrong-prefix'
  const digests = signed
    .map((part) => digestOf(part.slice(prefix.length)))
    .filter((digest) => digest !== undefined)
  const fitting = digests.filter(({ length }) => length === digestLength)
  if (fitting.length > 0) return fitting
  return digests.some(({ length }) => otherLengths.has(length)) ? 'algorithm' : 'malformed-signature'
}
