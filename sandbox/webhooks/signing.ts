import { createHmac } from 'node:crypto'

import type { SeededRandom } from '../primitives/random.js'

/** How the digest of a signature is written: the specification does not show it. */
export type DigestEncoding = 'hex' | 'base64'

/**
 * A secret of a webhook. It follows from the seed, the webhook and how often its secret was rotated, so that nothing has
 * to keep it; it is text, and its bytes are the key. It has no prefix by which libraries of the convention would
 * decode it.
 * @param generation from 1
 */
export function secretOf(
  { sign }: Pick<SeededRandom, 'sign'>,
  webhookId: string,
  generation: number,
): string {
  return `sandbox_${sign(`webhook-secret:${webhookId}${generation === 1 ? '' : `:${generation}`}`)}`
}

/** The signed members of one attempt. */
export interface Attempted {
  readonly id: string
  /** When it is made. */
  readonly at: Date
  readonly body: Buffer
}

const milliseconds = 1000

/** The headers of one attempt, signed over timestamp and raw body with nothing between (Delivery 2 to 4). */
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
