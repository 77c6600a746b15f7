import type { SeededRandom } from '../primitives/random.js'
import type { SecretState, WebhookRecord } from '../state/records.js'
import { secretOf } from './signing.js'

/** The secrets of a webhook that nobody rotated. */
const first: SecretState = { signs: 1, latest: 1 }

/** Secrets before the newest that are looked for in answers as well: receivers may know them still. */
const remembered = 2

/** The state of the secrets of a webhook. */
export function secretStateOf({ secret = first }: WebhookRecord): SecretState {
  return secret
}

/** The same webhook where no new secret is due by now, and otherwise with the new one signing. */
export function withDueSecret(webhook: WebhookRecord, now: Date): WebhookRecord {
  const { next, latest } = secretStateOf(webhook)
  if (next === undefined || next.signsFrom > now) return webhook
  return { ...webhook, secret: { signs: latest, latest } }
}

/** The secrets of a webhook as they are by now. */
export interface Secrets {
  readonly signing: string
  /** Those that must not be shown. */
  readonly all: readonly string[]
}

/** Works secrets out, once for each state of them. */
export interface SecretCache {
  readonly of: (webhook: WebhookRecord) => Secrets
  readonly forget: (webhookId: string) => void
}

/** A cache of secrets: deriving them takes a good part of the time of a delivery. */
export function createSecretCache(random: Pick<SeededRandom, 'sign'>): SecretCache {
  const known = new Map<string, Secrets & Pick<SecretState, 'signs' | 'latest'>>()
  return {
    of: (webhook) => {
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
    forget: (webhookId) => void known.delete(webhookId),
  }
}
