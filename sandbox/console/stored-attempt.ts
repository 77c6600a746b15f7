import { Refusal } from '../primitives/refusal.js'
import type { AttemptView, WebhookService } from '../webhook-endpoints/webhook-service.js'
import { markup } from './html/markup.js'
import { notice } from './pages/layout.js'

/** The attempt of an address; absent if it is gone, since the log only keeps the newest. */
export function attemptIn(webhooks: WebhookService, id: string): AttemptView | undefined {
  try {
    return webhooks.attempt(id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** The notice for a missing attempt; the rest of the page is still shown. */
export const attemptGone = notice(
  'bad',
  markup`<p>This attempt is not there, or not any more: the newest 1,000 of each webhook are kept.</p>`,
)
