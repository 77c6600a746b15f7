import { createHmac } from 'node:crypto'

import type { SeededRandom } from '../primitives/random.js'
import type { SecretState, WebhookRecord } from '../state/records.js'

/** The encoding of the signature's digest, which the specification does not show. */
export type DigestEncoding = 'hex' | 'base64'

/**
 * A secret of a webhook. It is derived from the seed, the webhook and the number of rotations, so that it need not be
 * stored. It is text whose bytes are the key, without the prefix that would make libraries decode it.
 * @param generation from 1
 */
export function secretOf(
  { sign }: Pick<SeededRandom, 'sign'>,
  webhookId: string,
  generation: number,
): string {
  return `sandbox_${sign(`webhook-secret:${webhookId}${generation === 1 ? '' : `:${generation}`}`)}`
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

/** The state of secrets that were never rotated. */
const first: SecretState = { signs: 1, latest: 1 }

/** The number of older secrets that are also masked in responses, because receivers may still know them. */
const remembered = 2

/** The state of the secrets of a webhook. */
export function secretStateOf({ secret = first }: WebhookRecord): SecretState {
  return secret
}

/** The webhook with the new secret signing if it is due; otherwise unchanged. */
export function withDueSecret(webhook: WebhookRecord, now: Date): WebhookRecord {
  const { next, latest } = secretStateOf(webhook)
  if (next === undefined || next.signsFrom > now) return webhook
  return { ...webhook, secret: { signs: latest, latest } }
}

interface Secrets {
  readonly signing: string
  /** All secrets to mask. */
  readonly all: readonly string[]
}

/** Caches secrets, because deriving them takes a considerable part of a delivery's time. */
export function createSecretCache(random: Pick<SeededRandom, 'sign'>) {
  const known = new Map<string, Secrets & Pick<SecretState, 'signs' | 'latest'>>()
  return {
    of: (webhook: WebhookRecord): Secrets => {
      const { signs, latest } = secretStateOf(webhook)
      const before = known.get(webhook.id)
      if (before?.signs === signs && before.latest === latest) return before
      const oldest = Math.max(latest - remembered, 1)
      const generations = new Set([
        signs,
        ...Array.from({ length: latest - oldest + 1 }, (_, at) => oldest + at),
      ])
      const all = [...generations].map((generation) => secretOf(random, webhook.id, generation))
      const secrets = { signs, latest, signing: secretOf(random, webhook.id, signs), all }
      known.set(webhook.id, secrets)
      return secrets
    },
    forget: (webhookId: string) => void known.delete(webhookId),
  }
}
