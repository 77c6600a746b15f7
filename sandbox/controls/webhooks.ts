import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import type { AttemptQuery } from '../webhooks/attempts.js'
import {
  type AttemptView,
  type EndpointView,
  openWebhookService,
  type WebhookService,
} from '../webhook-endpoints/webhook-service.js'
import { renderWebhook } from '../webhook-endpoints/handlers.js'
import { topicByType, type Topic } from '../api/event-types.js'
import { registerEndpoint } from '../webhook-endpoints/registration.js'
import { type Control, type ControlCall, membersOf, queryText, textOf } from './control.js'
import { wantedType } from './events.js'

const all: readonly Topic[] = Object.values(topicByType)
const largestPage = 100

const topicsOf = (value: unknown): readonly Topic[] => {
  if (value === undefined) return all
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  const topics = all.filter((topic) => names.includes(topic))
  if (topics.length !== new Set(names).size)
    throw badRequest(`request body at /topics must be a list of ${all.join(', ')}`)
  return topics
}

const register = ({ service, partnerId, body }: ControlCall): Result => {
  const members = membersOf(body)
  const url = textOf(members, 'url')
  const label = textOf(members, 'label')
  const topics = topicsOf(members.get('topics'))
  const { record, secret } = registerEndpoint(service, partnerId, { url, label, topics })
  return { status: 201, body: { ...renderWebhook(record), secret } }
}

const webhooksOf = ({ service, partnerId }: ControlCall): WebhookService =>
  openWebhookService(service, partnerId)

const shownEndpoint = (view: EndpointView) => ({
  id: view.id,
  label: view.label,
  url: view.url,
  topics: view.topics,
  types: view.types,
  enabled: view.enabled,
  state: view.state,
  pending: view.pending,
  failures: view.failures,
  ...(view.nextAt === undefined ? {} : { next_attempt_at: view.nextAt.toISOString() }),
  ...(view.lastFailureAt === undefined ? {} : { last_failure: view.lastFailureAt.toISOString() }),
  ...(view.lastFailureReason === undefined ? {} : { last_failure_reason: view.lastFailureReason }),
})

const shownAttempt = (view: AttemptView) => ({
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
  response_excerpt: view.excerpt,
  duration_ms: view.duration,
})

const wantedOutcome = (outcome: string | undefined): AttemptQuery['outcome'] => {
  if (outcome === undefined || outcome === 'acknowledged' || outcome === 'failed') return outcome
  throw badRequest("query parameter 'outcome' must be acknowledged or failed")
}

/** A whole number of the query, from 1 up to a limit. Throws `Refusal` 400. */
const wholeNumber = (text: string | undefined, name: string, most: number): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw badRequest(`query parameter '${name}' must be a whole number from 1 to ${most}`)
  return value
}

const listAttempts = (call: ControlCall): Result => {
  const { query } = call
  const [webhookId, type] = [queryText(query, 'webhook_id'), wantedType(query)]
  const outcome = wantedOutcome(queryText(query, 'outcome'))
  const before = wholeNumber(queryText(query, 'before'), 'before', Number.MAX_SAFE_INTEGER)
  const size = wholeNumber(queryText(query, 'page_size'), 'page_size', largestPage) ?? largestPage
  const asked = {
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(type === undefined ? {} : { type }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(before === undefined ? {} : { before }),
  }
  const { items, next } = webhooksOf(call).attempts(asked, size)
  return { status: 200, body: { items: items.map(shownAttempt), ...(next === undefined ? {} : { next }) } }
}

/** Registering webhooks, which no operation of the documents does, and what the console shows of them. */
export const webhookControls: readonly Control[] = [
  {
    method: 'POST',
    path: '/webhooks',
    does: 'registers a webhook with {"label", "url", "topics"}; without topics it takes all; tells its secret, this once',
    run: register,
  },
  {
    method: 'GET',
    path: '/webhooks',
    does: 'lists the webhooks of the partner, and how deliveries to each stand',
    run: (call) => ({ status: 200, body: { items: webhooksOf(call).endpoints().map(shownEndpoint) } }),
  },
  {
    method: 'GET',
    path: '/webhooks/attempts',
    does: 'lists attempts to deliver, newest first; takes webhook_id, type, outcome (acknowledged or failed), before (the next of the page before) and page_size (up to 100)',
    run: listAttempts,
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
    path: '/webhooks/:id/ping',
    does: 'sends a ping at once, about no customer, and answers with the attempt',
    run: async (call) => ({
      status: 200,
      body: shownAttempt(await webhooksOf(call).ping(call.path['id'] ?? '')),
    }),
  },
]
