import { type Bytes, bytesOf, equalInConstantTime, fromBase64, fromHex } from './bytes.js'

/** The secret of a webhook, or several during rotation. */
export type Secrets = string | readonly string[]

/** HMAC-SHA256 with one key. */
export type Mac = (signed: Bytes) => Promise<Uint8Array>

const macUnder = async (bytes: Bytes): Promise<Mac> => {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (signed) => new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

// The specification does not define the bytes of a key, so every plausible reading of a secret is tried.
const readingsOf = (secret: string): Bytes[] => {
  const bare = secret.replace(/^whsec_/, '')
  const readings = [bytesOf(secret), bytesOf(bare), fromBase64(bare), fromHex(bare)]
  const usable = readings.filter((reading) => reading !== undefined).filter(({ length }) => length > 0)
  return [...new Map(usable.map((reading) => [reading.join(), reading])).values()]
}

/** The secrets that are not blank. */
export function usableSecrets(secrets: Secrets): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets
  return list.filter((secret) => typeof secret === 'string' && secret.replace(/^whsec_/, '').trim() !== '')
}

/** The possible keys of secrets: as they are, without `whsec_`, and decoded. */
export function keysOf(secrets: readonly string[]): Promise<readonly Mac[]> {
  return Promise.all(secrets.flatMap(readingsOf).map(macUnder))
}

/** Whether one of the digests matches the bytes under one of the keys. All are compared, for constant time. */
export async function isSigned(
  signed: Bytes,
  digests: readonly Uint8Array[],
  keys: readonly Mac[],
): Promise<boolean> {
  let fits = 0
  for (const own of await Promise.all(keys.map((mac) => mac(signed)))) {
    for (const digest of digests) fits |= equalInConstantTime(own, digest) ? 1 : 0
  }
  return fits === 1
}
