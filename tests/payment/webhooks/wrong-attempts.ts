import type { WrongSender } from './changes.js'
import type { Event, WrongRetry } from './sending.js'

const retrying = (breaks: string, retry: WrongRetry, backoff = 60): WrongSender => ({
  breaks: [`webhooks/${breaks}`],
  wrong: { retry },
  sending: { backoff, parallel: true },
  waitMs: 1_500 + 2 * backoff,
})

const notAfter = (answer: number | 'timeout'): WrongRetry => ({ on: (given) => given !== answer })

// The repetition follows on the answer to the first, so it is the last that comes.
const twice = (kind: string): WrongSender => ({
  breaks: ['webhooks/acknowledged'],
  waitMs: 5_000,
  wrong: { events: (event) => (event.kind === kind ? [event, event] : [event]) },
})

const inNextMessage = (event: Event): Event => ({ ...event, message: { ...event.message, again: true } })

/** Attempts after the first, and those that are missing. */
export const wrongAttempts: Readonly<Record<string, WrongSender>> = {
  'keeps the id on a retry': retrying('retry-id', { keepsId: true }),
  'changes the message on a retry': retrying('retry-content', { event: inNextMessage }),
  'says another status on a retry': retrying('retry-content', {
    event: (event) => ({ ...event, message: { ...event.message, kind: 'Transaction' } }),
  }),
  'signs a retry with the time of the first attempt': retrying(
    'retry-timestamp',
    { keepsTimestamp: true },
    2_700,
  ),
  'takes 500 for an acknowledgement': retrying('retry', notAfter(500)),
  'takes 400 for an acknowledgement': retrying('retry', notAfter(400)),
  'takes a redirection for an acknowledgement': retrying('retry', notAfter(307)),
  'follows a redirection': retrying('retry', { followsRedirects: true }),
  'gives up after a timeout': retrying('retry', notAfter('timeout')),
  'waits for an answer as long as it takes': {
    breaks: ['webhooks/retry'],
    wrong: { answerMs: 30_000 },
    waitMs: 8_000,
  },
  'waits for an answer half as long': {
    breaks: ['webhooks/slow-answer'],
    wrong: { answerMs: 1_500 },
    waitMs: 8_000,
  },
  'sends an acknowledged customer_created again': twice('customer_created'),
  'sends an acknowledged new_autoramp again': twice('new_autoramp'),
  'sends an acknowledged new_bank_account again': twice('new_bank_account'),
  'sends an acknowledged transaction again': twice('transaction'),
}
