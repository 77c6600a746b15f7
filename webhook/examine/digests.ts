import { fromBase64, fromHex } from '../../runtime/webhooks/bytes.js'
import { type Mistake, mistake } from './mistakes.js'
import { counted } from '../../reporting/index.js'

/** The encoding of a digest. */
export type DigestForm = 'hex' | 'upper-case hex' | 'mixed-case hex' | 'base64' | 'base64url'

/** A digest from a signature header: its bytes, its encoding, and a mistake in the encoding. */
export interface Digest {
  readonly bytes: Uint8Array
  readonly form: DigestForm
  readonly mistake?: Mistake
}

const digestLength = 32
// Secrets are rotated one at a time, so more signatures would only slow the search down.
const mostDigests = 8

const hexForm = (text: string): DigestForm => {
  if (text === text.toLowerCase()) return 'hex'
  return text === text.toUpperCase() ? 'upper-case hex' : 'mixed-case hex'
}

const written = (text: string): Digest | undefined => {
  const hex = fromHex(text)
  if (hex !== undefined) return { bytes: hex, form: hexForm(text) }
  const base64 = fromBase64(text)
  if (base64 === undefined) return undefined
  const form = /[-_]/.test(text) ? 'base64url' : 'base64'
  const inner =
    base64.length === 2 * digestLength ? fromHex(Buffer.from(base64).toString('latin1')) : undefined
  if (inner === undefined) return { bytes: base64, form }
  const twice = mistake('digest-encoded-twice', 'the digest is the base64 of its hexadecimal text')
  return { bytes: inner, form, mistake: twice }
}

const prefixed = (part: string, pattern: RegExp): Digest | undefined => {
  const found = pattern.exec(part)
  return found ? written(part.slice(found[0].length)) : undefined
}

const unprefixed = (parts: readonly string[]): Digest[] => {
  const wrong = mistake('wrong-prefix', 'the signature does not begin with "v1="')
  return parts
    .map((part) => written(part) ?? prefixed(part, /^["']?[a-z]\w*[=:]/i))
    .filter((digest) => digest !== undefined && digest.bytes.length >= 16)
    .flatMap((digest) => (digest ? [{ ...digest, mistake: digest.mistake ?? wrong }] : []))
}

/** The digests in webhook-signature, or the mistake when there is none (Events, delivery 2). */
export function digestsIn(header: string): readonly Digest[] | Mistake {
  const parts = header.split(/[\s,;]+/).filter((part) => part !== '')
  const right = parts.filter((part) => part.startsWith('v1='))
  if (right.length === 0) {
    const found = unprefixed(parts)
    return found.length > 0
      ? found
      : mistake('wrong-prefix', 'webhook-signature has no value that begins with "v1="')
  }
  const digests = right.map((part) => prefixed(part, /^v1=/)).filter((digest) => digest !== undefined)
  if (digests.length > 0) return digests.slice(0, mostDigests)
  return mistake('digest-malformed', 'what follows "v1=" is neither hexadecimal nor base64')
}

const algorithms = new Map([
  [16, 'MD5'],
  [20, 'SHA-1'],
  [28, 'SHA-224'],
  [48, 'SHA-384'],
  [64, 'SHA-512'],
])

/** True for a digest with the length of HMAC-SHA256. */
export function isWhole({ bytes }: Digest): boolean {
  return bytes.length === digestLength
}

/** The mistake of a digest with another length: another algorithm, or a truncated one. */
export function lengthMistake({ bytes }: Digest): Mistake {
  const algorithm = algorithms.get(bytes.length)
  const found = `the digest has ${counted(bytes.length, 'byte')}${algorithm === undefined ? '' : `, as many as one of ${algorithm}`}`
  return mistake(algorithm === undefined ? 'digest-malformed' : 'other-algorithm', found)
}
