import { type Bytes, bytesOf, concatenated } from './bytes.js'
import { isSigned, keysOf, type Mac } from './keys.js'
import type { Reason } from './reasons.js'
import { rewritingsOf } from './rewritings.js'

/** A delivery with a wrong signature, with everything needed to find the reason. */
export interface Unfitting {
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
