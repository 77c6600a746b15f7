import { createHmac } from 'node:crypto'

import type { SeededRandom } from '../primitives/random.js'

/** The encoding of the signature's digest, which the specification does not show. */
export type DigestEncoding = 'hex' | 'base64'

/**
 * The secret of a webhook. It is derived from the seed and the webhook, so that it need not be stored. It is text whose
 * bytes are the key, without the prefix that would make libraries decode it.
 */
export function secretOf({ sign }: Pick<SeededRandom, 'sign'>, webhookId: string): string {
  return `sandbox_${sign(`webhook-secret:${webhookId}`)}`
}

interface Attempted {
  readonly id: string
  readonly at: Date
  readonly body: Buffer
}

const milliseconds = 1000

/** The headers of one attempt, signed over timestamp and raw body without separator (Delivery 2 to 4). */
export function signedHeaders(
  { id, at, body }: Attempted,
  secret: string,
  encoding: DigestEncoding,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / milliseconds))
  const digest = createHmac('sha256', secret).update(timestamp).update(body).digest(encoding)
  return {
    'content-type': 'application/json',
    'user-agent': 'rampart-sandbox',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1=${digest}`,
  }
}

/** Caches secrets, because deriving them takes a considerable part of a delivery's time. */
export function createSecretCache(random: Pick<SeededRandom, 'sign'>) {
  const known = new Map<string, string>()
  return {
    of: (webhookId: string): string => {
      const secret = known.get(webhookId) ?? secretOf(random, webhookId)
      known.set(webhookId, secret)
      return secret
    },
    forget: (webhookId: string) => void known.delete(webhookId),
  }
}
