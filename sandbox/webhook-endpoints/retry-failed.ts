import type { Service } from '../service/service.js'
import { found } from '../service/find.js'

/** What is to be tried again. */
export interface FailedSince {
  readonly since: Date
  /** Of all webhooks that are enabled, where none is named. */
  readonly webhookId?: string
}

/** How much is tried again. */
export interface Retried {
  readonly events: number
  readonly webhooks: number
}

/**
 * Tries at once, in the order of the log for each webhook, what failed since a moment and is owed still. Attempts are
 * looked for among those that are kept, which bounds it; what was acknowledged since is not sent again. It does not wait
 * for the attempts. Throws `Refusal` 404 for a webhook that is not there.
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
