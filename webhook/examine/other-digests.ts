import { createHmac } from 'node:crypto'
import { counted } from '../../reporting/index.js'
import { digestMistakes } from '../signing/ways.js'
import { type Digest, isWhole, lengthMistake } from './digests.js'
import { type Mistake, mistake, signed } from './mistakes.js'

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const cutOf = (
  { bytes }: Digest,
  key: Uint8Array,
  timestamp: string,
  body: Uint8Array,
): Mistake | undefined => {
  const right = createHmac('sha256', key).update(timestamp).update(body).digest()
  const isCut = bytes.length >= 4 && bytes.length < right.length
  return isCut && isSame(right.subarray(0, bytes.length), bytes)
    ? mistake('digest-cut', `the digest is right, and was cut after ${counted(bytes.length, 'byte')}`)
    : undefined
}

/** The mistake of a digest by another algorithm than HMAC-SHA256; undefined when none is known. */
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
