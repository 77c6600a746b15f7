import type { WrongSender } from './changes.js'
import type { WrongRetry } from './sending.js'

const retrying = (breaks: string, retry: WrongRetry, backoff = 60): WrongSender => ({
  breaks: [`webhooks/${breaks}`],
  wrong: { retry },
  sending: { backoff, parallel: true },
  waitMs: 1_500 + 2 * backoff,
})

// The repetition follows on the answer to the first, so it is the last that comes.
const twice = (kind: string): WrongSender => ({
  breaks: ['webhooks/acknowledged'],
  waitMs: 5_000,
  wrong: { events: (event) => (event.kind === kind ? [event, event] : [event]) },
})

/** Attempts after the first, and those that are missing. */
export const wrongAttempts: Readonly<Record<string, WrongSender>> = {
  'says another status on a retry': retrying('retry-content', {
    event: (event) => ({ ...event, message: { ...event.message, kind: 'Transaction' } }),
  }),
  'follows a redirection': retrying('retry', { followsRedirects: true }),
  'waits for an answer as long as it takes': {
    breaks: ['webhooks/retry'],
    wrong: { answerMs: 30_000 },
    waitMs: 8_000,
  },
  'sends an acknowledged new_autoramp again': twice('new_autoramp'),
  'sends an acknowledged new_bank_account again': twice('new_bank_account'),
  'sends an acknowledged transaction again': twice('transaction'),
}
