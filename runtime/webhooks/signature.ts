import { type Bytes, fromBase64, fromHex } from './bytes.js'
import type { Reason } from './reasons.js'

const prefix = 'v1='
const digestLength = 32
// SHA-1, SHA-224, SHA-384 and SHA-512; MD5 is as long as a signature that was cut in half.
const otherLengths: ReadonlySet<number> = new Set([20, 28, 48, 64])

// A digest of 32 bytes in base64 is never hexadecimal as well: its length is odd, or it ends with "=".
const digestOf = (text: string): Bytes | undefined => fromHex(text) ?? fromBase64(text)

/**
 * The digests in a webhook-signature header. Several may stand side by side, with commas or spaces between them;
 * each is prefixed `v1=`, in hexadecimal of either case or in base64, since the encoding is not shown
 * (Events, delivery 2 and 3).
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
