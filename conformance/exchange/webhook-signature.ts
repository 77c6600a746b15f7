import { createHmac } from 'node:crypto'

/** The encodings of digest and secret that match; the specification shows neither. */
export interface Fit {
  readonly digest: 'hex' | 'base64'
  readonly secret: 'as it is' | 'decoded'
}

/** The signed content of a delivery, and its signature. */
export interface Signed {
  readonly timestamp: string
  readonly bytes: Uint8Array
  /** Value of webhook-signature. */
  readonly signature: string
}

const keysOf = (secret: string): readonly (readonly [Fit['secret'], Buffer])[] => {
  const bare = secret.replace(/^whsec_/, '')
  const isHex = /^([0-9a-f]{2})+$/i.test(bare)
  return [
    ['as it is', Buffer.from(secret)],
    ['as it is', Buffer.from(bare)],
    ['decoded', Buffer.from(bare, 'base64')],
    ...(isHex ? [['decoded', Buffer.from(bare, 'hex')] as const] : []),
  ]
}

const formOf = (text: string, digest: Buffer): Fit['digest'] | undefined => {
  if (text.toLowerCase() === digest.toString('hex')) return 'hex'
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return plain === digest.toString('base64').replace(/=+$/, '') ? 'base64' : undefined
}

/** Several signatures may be sent while a secret is rotated. */
const digestsIn = (signature: string): string[] =>
  signature.split(/[\s,]+/).map((one) => one.replace(/^v1=/, ''))

/**
 * The encodings with which a signature matches: HMAC-SHA256 over the timestamp directly followed by the raw body
 * (Events, delivery 3). Undefined when none matches.
 */
export function fitOf({ timestamp, bytes, signature }: Signed, secret: string): Fit | undefined {
  for (const [form, key] of keysOf(secret)) {
    const digest = createHmac('sha256', key).update(timestamp).update(bytes).digest()
    for (const text of digestsIn(signature)) {
      const found = formOf(text, digest)
      if (found) return { digest: found, secret: form }
    }
  }
  return undefined
}
