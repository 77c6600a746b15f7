import { Refusal } from '../primitives/refusal.js'
import type { AttemptView, WebhookDesk } from '../webhook-endpoints/webhook-service.js'
import { markup } from './html/markup.js'
import { notice } from './pages/layout.js'

/** An attempt that an address names: the log keeps the newest alone, and addresses stay longer. */
export const attemptIn = (desk: WebhookDesk, id: string): AttemptView | undefined => {
  try {
    return desk.attempt(id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** What a page says in place of it; what else the page shows is there all the same. */
export const notAnyMore = notice('bad', markup`<p>This attempt is not there, or not any more.</p>`)
