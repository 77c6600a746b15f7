import { createHmac } from 'node:crypto'
import { counted } from '../../reporting/index.js'
import { fromBase64, fromHex } from '../../runtime/webhooks/bytes.js'
import { type Mistake, mistake, signed } from '../signing/mistakes.js'
import { digestMistakes } from '../signing/ways.js'

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

const digestOf = (text: string): Digest | undefined => {
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
  return found ? digestOf(part.slice(found[0].length)) : undefined
}

const unprefixed = (parts: readonly string[]): Digest[] => {
  const wrong = mistake('wrong-prefix', 'the signature does not begin with "v1="')
  return parts
    .map((part) => digestOf(part) ?? prefixed(part, /^["']?[a-z]\w*[=:]/i))
    .flatMap((one) => (one && one.bytes.length >= 16 ? [{ ...one, mistake: one.mistake ?? wrong }] : []))
}

/** The digests in webhook-signature, or the mistake when there is none (Events, delivery 2). */
export function digestsIn(header: string): readonly Digest[] | Mistake {
  const parts = header.split(/[\s,;]+/).filter((part) => part !== '')
  const right = parts.filter((part) => part.startsWith('v1='))
  const none = 'webhook-signature has no value that begins with "v1="'
  const others = right.length === 0 ? unprefixed(parts) : []
  if (right.length === 0) return others.length > 0 ? others : mistake('wrong-prefix', none)
  const digests = right.map((part) => prefixed(part, /^v1=/)).filter((digest) => digest !== undefined)
  if (digests.length > 0) return digests.slice(0, mostDigests)
  return mistake('digest-malformed', 'the text after "v1=" is neither hexadecimal nor base64')
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
const lengthMistake = ({ bytes }: Digest): Mistake => {
  const algorithm = algorithms.get(bytes.length)
  const found = `the digest has ${counted(bytes.length, 'byte')}`
  if (algorithm === undefined) return mistake('digest-malformed', found)
  return mistake('other-algorithm', `${found}, as many as one of ${algorithm}`)
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const cutOf = ({ bytes }: Digest, key: Uint8Array, timestamp: string, body: Uint8Array) => {
  const right = createHmac('sha256', key).update(timestamp).update(body).digest()
  const isCut = bytes.length >= 4 && bytes.length < right.length
  return isCut && isSame(right.subarray(0, bytes.length), bytes)
    ? mistake('digest-cut', `the digest is right, but was cut after ${counted(bytes.length, 'byte')}`)
    : undefined
}

/** The mistake of a digest by an algorithm other than HMAC-SHA256; undefined when none is known. */
export function otherDigest(
  digests: readonly Digest[],
  keys: readonly Uint8Array[],
  timestamp: string,
  body: Uint8Array,
): Mistake | undefined {
  for (const key of keys)
    for (const row of digestMistakes) {
      const made = row.apply(key, timestamp, body)
      if (digests.some(({ bytes }) => isSame(bytes, made))) return signed(row.name, row.how)
    }
  const cut = digests.flatMap((digest) => keys.map((key) => cutOf(digest, key, timestamp, body)))
  const other = digests.find((digest) => !isWhole(digest))
  return cut.find((one) => one !== undefined) ?? (other && lengthMistake(other))
}
