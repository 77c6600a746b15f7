import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { type AttemptQuery, isCursor } from '../webhooks/attempts.js'
import type { AttemptView } from '../webhook-endpoints/views.js'
import { type Controls, type ControlCall, pageSizeOf, queryText } from './control.js'
import { requestedType } from './events.js'

const usualPage = 100
const longestText = 256

/** An attempt in the responses of controls. */
export function shownAttempt(view: AttemptView) {
  return {
    id: view.id,
    webhook_id: view.webhookId,
    event_id: view.eventId,
    type: view.type,
    customer_id: view.customerId === '' ? undefined : view.customerId,
    trigger: view.trigger,
    at: view.at,
    url: view.url,
    request_headers: view.headers,
    request_body: view.body,
    acknowledged: view.acknowledged,
    response_status: view.status,
    failure: view.failure,
    response_headers: view.responseHeaders,
    response_excerpt: view.excerpt,
    duration_ms: view.duration,
  }
}

type Outcome = NonNullable<AttemptQuery['outcome']>

const isOutcome = (text: string): text is Outcome => text === 'acknowledged' || text === 'failed'

const isShort = (text: string): boolean => text.length <= longestText

const wantedIn = ({ query }: ControlCall): AttemptQuery => {
  const given = (parameter: string): string | undefined => queryText(query, parameter)
  const checked = (parameter: string, fits: (text: string) => boolean, must: string): string | undefined => {
    const text = given(parameter)
    if (text !== undefined && !fits(text)) throw badRequest(`query parameter '${parameter}' must ${must}`)
    return text
  }
  const wanted = {
    type: requestedType(query),
    webhookId: given('webhook_id'),
    customerId: given('customer_id'),
    eventId: given('event_id'),
    outcome: checked('outcome', isOutcome, 'be acknowledged or failed'),
    text: checked('text', isShort, `have at most ${longestText} characters`),
    before: checked('before', isCursor, 'be the next of a page'),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

const listAttempts = (call: ControlCall): Result => {
  const { items, next } = call.webhooks.attempts(wantedIn(call), pageSizeOf(call.query, usualPage))
  return { status: 200, body: { items: items.map(shownAttempt), next } }
}

const filters =
  'accepts webhook_id, type, outcome (acknowledged or failed), customer_id, event_id, text (within ids and bodies), before (the next of the page before) and page_size (up to 100)'

/** Reads delivery attempts, and retries failed ones. */
export const webhookAttemptControls: Controls = {
  'GET /webhooks/attempts': [
    `lists attempts to deliver, newest first by when they began; ${filters}`,
    listAttempts,
  ],
  'POST /webhooks/attempts/:id/retry': [
    'delivers the event of a failed attempt again, at once, and answers with the attempt',
    async ({ webhooks, id }) => ({ status: 200, body: shownAttempt(await webhooks.retry(id)) }),
  ],
}
