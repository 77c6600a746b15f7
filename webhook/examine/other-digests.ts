import { createHash, createHmac } from 'node:crypto'
import { type Digest, isWhole, lengthMistake } from './digests.js'
import { type Mistake, mistake } from './mistakes.js'
import { counted } from '../../reporting/index.js'

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const sha256 = (...parts: (string | Uint8Array)[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const unkeyed = (key: Uint8Array, timestamp: string, body: Uint8Array): Uint8Array[] => [
  sha256(key, timestamp, body),
  sha256(timestamp, body, key),
  sha256(timestamp, body),
  sha256(key, body),
  sha256(body, key),
  sha256(body),
]

/** The mistake of a digest of the right length that is no HMAC with the secret. */
const misused = (
  digest: Digest,
  key: Uint8Array,
  timestamp: string,
  body: Uint8Array,
): Mistake | undefined => {
  if (unkeyed(key, timestamp, body).some((one) => same(one, digest.bytes)))
    return mistake('not-hmac', 'the digest is a plain SHA-256 and not an HMAC')
  const swapped = createHmac('sha256', Buffer.concat([Buffer.from(timestamp), body]))
    .update(key)
    .digest()
  return same(swapped, digest.bytes)
    ? mistake('key-and-message-swapped', 'timestamp and body were the key and the secret the message')
    : undefined
}

const otherLength = (digest: Digest, key: Uint8Array, timestamp: string, body: Uint8Array): Mistake => {
  for (const algorithm of ['md5', 'sha1', 'sha224', 'sha384', 'sha512']) {
    const mac = createHmac(algorithm, key).update(timestamp).update(body).digest()
    if (same(mac, digest.bytes))
      return mistake('digest-algorithm', `the digest is HMAC-${algorithm.toUpperCase()}`)
  }
  const right = createHmac('sha256', key).update(timestamp).update(body).digest()
  const isCut = digest.bytes.length >= 4 && same(right.subarray(0, digest.bytes.length), digest.bytes)
  return isCut && digest.bytes.length < right.length
    ? mistake('digest-cut', `the digest is right, and was cut after ${counted(digest.bytes.length, 'byte')}`)
    : lengthMistake(digest)
}

/** The mistake of a digest by another algorithm than HMAC-SHA256; undefined when none is known. */
export function otherDigest(
  digests: readonly Digest[],
  keys: readonly Uint8Array[],
  timestamp: string,
  body: Uint8Array,
): Mistake | undefined {
  const found = digests.flatMap((digest) =>
    keys.map((key) =>
      isWhole(digest) ? misused(digest, key, timestamp, body) : otherLength(digest, key, timestamp, body),
    ),
  )
  const exact = found.find((one) => one !== undefined && one.code !== 'digest-malformed')
  return exact ?? found.find((one) => one !== undefined)
}
