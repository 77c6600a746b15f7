import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { isCursor, isStatusWanted } from '../webhooks/attempts.js'
import type { AttemptQuery } from '../webhooks/attempts.js'
import {
  type AttemptView,
  type EventDelivery,
  type EventView,
  openWebhookService,
  type Page,
  type WebhookService,
} from '../webhook-endpoints/webhook-service.js'
import { type Control, type ControlCall, membersOf, queryText, textOf } from './control.js'
import { wantedType } from './events.js'

const largestPage = 100
const longestText = 256

/** An attempt in the responses of controls. */
export function shownAttempt(view: AttemptView) {
  return {
    id: view.id,
    webhook_id: view.webhookId,
    event_id: view.eventId,
    type: view.type,
    ...(view.customerId === '' ? {} : { customer_id: view.customerId }),
    trigger: view.trigger,
    at: view.at.toISOString(),
    url: view.url,
    request_headers: view.headers,
    request_body: view.body,
    acknowledged: view.acknowledged,
    ...(view.status === undefined ? {} : { response_status: view.status }),
    ...(view.failure === undefined ? {} : { failure: view.failure }),
    ...(view.responseHeaders === undefined ? {} : { response_headers: view.responseHeaders }),
    response_excerpt: view.excerpt,
    duration_ms: view.duration,
  }
}

const shownDelivery = ({ webhookId, label, state, failures, nextAt }: EventDelivery) => ({
  webhook_id: webhookId,
  label,
  state,
  ...(failures === undefined || failures === 0 ? {} : { failures }),
  ...(nextAt === undefined ? {} : { next_attempt_at: nextAt.toISOString() }),
})

const shownEvent = (view: EventView) => ({
  id: view.id,
  type: view.type,
  ...(view.customerId === '' ? {} : { customer_id: view.customerId }),
  created_at: view.createdAt.toISOString(),
  body: JSON.parse(view.body),
  deliveries: view.deliveries.map(shownDelivery),
  attempts: view.attempts.map(shownAttempt),
})

const webhooksOf = ({ service, partnerId }: ControlCall): WebhookService =>
  openWebhookService(service, partnerId)

/** A moment in ISO 8601. Throws `Refusal` 400. */
const momentOf = (text: string, what: string): Date => {
  const moment = /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(moment.getTime())) throw badRequest(`${what} must be an ISO date and time`)
  return moment
}

const outcomeOf = (outcome: string): NonNullable<AttemptQuery['outcome']> => {
  if (outcome === 'acknowledged' || outcome === 'failed') return outcome
  throw badRequest("query parameter 'outcome' must be acknowledged or failed")
}

const statusOf = (status: string): string => {
  if (isStatusWanted(status)) return status
  throw badRequest("query parameter 'status' must be a status code, a class of them such as 5xx, or none")
}

const cursorIn = (text: string): string => {
  if (!isCursor(text)) throw badRequest("query parameter 'before' must be the next of a page")
  return text
}

const searched = (text: string): string => {
  if (text.length > longestText)
    throw badRequest(`query parameter 'text' must have at most ${longestText} characters`)
  return text
}

/** The requested page size. Throws `Refusal` 400. */
const sizeOf = (text: string | undefined): number => {
  if (text === undefined) return largestPage
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > largestPage)
    throw badRequest(`query parameter 'page_size' must be a whole number from 1 to ${largestPage}`)
  return Number(text)
}

/** The filters of a query. Throws `Refusal` 400. */
const wantedIn = (call: ControlCall): AttemptQuery => {
  const { query } = call
  const member = <Name extends keyof AttemptQuery>(
    name: Name,
    parameter: string,
    read: (text: string) => NonNullable<AttemptQuery[Name]>,
  ): AttemptQuery => {
    const text = queryText(query, parameter)
    return text === undefined ? {} : { [name]: read(text) }
  }
  const asIs = (text: string): string => text
  const type = wantedType(query)
  return {
    ...(type === undefined ? {} : { type }),
    ...member('webhookId', 'webhook_id', asIs),
    ...member('customerId', 'customer_id', asIs),
    ...member('eventId', 'event_id', asIs),
    ...member('outcome', 'outcome', outcomeOf),
    ...member('status', 'status', statusOf),
    ...member('text', 'text', searched),
    ...member('from', 'from', (text) => momentOf(text, "query parameter 'from'")),
    ...member('to', 'to', (text) => momentOf(text, "query parameter 'to'")),
    ...member('before', 'before', cursorIn),
  }
}

const listed = <T>({ items, next }: Page<T>, shown: (item: T) => unknown): Result => ({
  status: 200,
  body: { items: items.map(shown), ...(next === undefined ? {} : { next }) },
})

const retryFailed = (call: ControlCall): Result => {
  const members = membersOf(call.body)
  const since = momentOf(textOf(members, 'since'), 'request body at /since')
  const webhookId = members.has('webhook_id') ? textOf(members, 'webhook_id') : undefined
  const failed = { since, ...(webhookId === undefined ? {} : { webhookId }) }
  return { status: 200, body: webhooksOf(call).retryFailed(failed) }
}

const filters =
  'takes webhook_id, type, outcome (acknowledged or failed), status (a code, or none), customer_id, event_id, text (within ids and bodies), from and to (ISO times, the second not included), before (the next of the page before) and page_size (up to 100)'

/** Reads delivery attempts, and retries failed ones. */
export const webhookAttemptControls: readonly Control[] = [
  {
    method: 'GET',
    path: '/webhooks/attempts',
    does: `lists attempts to deliver, newest first by when they began; ${filters}`,
    run: (call) =>
      listed(
        webhooksOf(call).attempts(wantedIn(call), sizeOf(queryText(call.query, 'page_size'))),
        shownAttempt,
      ),
  },
  {
    method: 'GET',
    path: '/webhooks/events',
    does: `lists events with their attempts, by the newest attempt that fits; ${filters}`,
    run: (call) =>
      listed(webhooksOf(call).events(wantedIn(call), sizeOf(queryText(call.query, 'page_size'))), shownEvent),
  },
  {
    method: 'POST',
    path: '/webhooks/attempts/:id/retry',
    does: 'delivers the event of a failed attempt again, at once, and answers with the attempt',
    run: async (call) => ({
      status: 200,
      body: shownAttempt(await webhooksOf(call).retry(call.path['id'] ?? '')),
    }),
  },
  {
    method: 'POST',
    path: '/webhooks/retry',
    does: 'tries again at once, in order, what failed since {"since": "ISO date and time"} and is owed still, of all webhooks or of {"webhook_id"}; answers how many events of how many webhooks that are',
    run: retryFailed,
  },
]
