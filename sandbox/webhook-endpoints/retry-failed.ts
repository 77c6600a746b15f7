import type { Service } from '../service/service.js'
import { found } from '../service/find.js'

/** The failures to retry. */
export interface FailedSince {
  readonly since: Date
  /** All enabled webhooks, if absent. */
  readonly webhookId?: string
}

/** The number of retried events and webhooks. */
export interface Retried {
  readonly events: number
  readonly webhooks: number
}

/**
 * Retries everything that failed since a moment and is still pending. Only
 * stored attempts are considered, which limits the work; events acknowledged since are not sent again. Does not wait
 * for the attempts. Throws `Refusal` 404 for an unknown webhook.
 */
export function retryFailed(
  { store, outbox }: Service,
  partnerId: string,
  { since, webhookId }: FailedSince,
): Retried {
  const wanted =
    webhookId === undefined
      ? [...store.webhooks.walk({ partnerId }, { order: 'oldest-first' })]
      : [found(store.webhooks, partnerId, webhookId, 'webhook')]
  const counts = wanted
    .filter(({ enabled }) => enabled)
    .map((webhook) => {
      const query = { webhookId: webhook.id, outcome: 'failed', from: since } as const
      const failed = [...outbox.attempts.list(partnerId, query)].map(({ eventId }) => eventId)
      return outbox.retry(webhook, new Set(failed))
    })
  return {
    events: counts.reduce((sum, count) => sum + count, 0),
    webhooks: counts.filter((count) => count > 0).length,
  }
}
