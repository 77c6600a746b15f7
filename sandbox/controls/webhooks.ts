import type { Result, Service } from '../service/service.js'
import type { QueryPairs } from '../pipeline/request.js'
import { defined } from '../primitives/defined.js'
import { badRequest } from '../primitives/refusal.js'
import type { WebhookService, AttemptView, EndpointView } from '../webhook-endpoints/webhook-service.js'
import type { EventRecord } from '../state/records.js'
import { ofCustomer, type PageRequest, pageOf } from '../state/repository.js'
import { eventTypes, isEventType, topicByType, type Topic } from '../api/event-types.js'
import { type AttemptQuery, isCursor } from '../webhooks/attempts.js'
import { renderWebhook, registerEndpoint } from '../webhook-endpoints/registration.js'

/** One request to a control of the sandbox, not yet validated. */
export interface ControlCall {
  readonly service: Service
  readonly partnerId: string
  /** The id in the path; empty if there is none. */
  readonly id: string
  /** Those of the partner. */
  readonly webhooks: WebhookService
  readonly query: QueryPairs
  readonly body: unknown
}

/** Controls below `/controls`, which no document has, by method and path: a description, and the work. */
export type Controls = Readonly<
  Record<
    `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    readonly [does: string, run: (call: ControlCall) => Result | Promise<Result>]
  >
>

/** The members of a body, which must be an object. Throws `Refusal` 400. */
export function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('request body must be an object')
  return new Map(Object.entries(body))
}

/** The string value of a required member. Throws `Refusal` 400. */
const textOf = (members: ReadonlyMap<string, unknown>, name: string): string => {
  const value = members.get(name)
  if (typeof value !== 'string' || value === '') throw badRequest(`request body at /${name} must be a text`)
  return value
}

const largestPage = 100

/** The number of items of a page that a query requests. Throws `Refusal` 400. */
const pageSizeOf = (query: QueryPairs, usual: number): number => {
  const text = queryText(query, 'page_size') ?? String(usual)
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > largestPage)
    throw badRequest(`query parameter 'page_size' must be a whole number from 1 to ${largestPage}`)
  return Number(text)
}

/** The single value of an optional query parameter. Throws `Refusal` 400 for several. */
const queryText = (query: QueryPairs, name: string): string | undefined => {
  const [value, ...others] = query.get(name) ?? []
  if (others.length > 0) throw badRequest(`query parameter '${name}' must not be given more than once`)
  return value
}

const usualEvents = 10

const shownEvent = ({ id, topic, customerId, webhookId, createdAt, body }: EventRecord) => ({
  id,
  topic,
  customer_id: customerId === '' ? undefined : customerId,
  webhook_id: webhookId,
  created_at: createdAt,
  body: JSON.parse(body),
})

const pageRequest = ({ query }: ControlCall): PageRequest => {
  const order = queryText(query, 'sort_order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc')
    throw badRequest("query parameter 'sort_order' must be asc or desc")
  return {
    page_size: pageSizeOf(query, usualEvents),
    sort_order: order,
    ...defined({ cursor: queryText(query, 'cursor'), prev_cursor: queryText(query, 'prev_cursor') }),
  }
}

/** The event kind in a query, if there is one. Throws `Refusal` 400 for an unknown one. */
const requestedType = (query: QueryPairs): string | undefined => {
  const type = queryText(query, 'type')
  if (type !== undefined && !isEventType(type))
    throw badRequest(`query parameter 'type' must be one of ${eventTypes.join(', ')}`)
  return type
}

const listEvents = (call: ControlCall): Result => {
  const { service, partnerId, query } = call
  const [customer, type] = [queryText(query, 'customer_id'), requestedType(query)]
  const scope = customer === undefined ? { partnerId } : ofCustomer({ id: customer, partnerId })
  const fits = (event: EventRecord): boolean => type === undefined || event.type === type
  return { status: 200, body: pageOf(service.store.events, scope, pageRequest(call), shownEvent, fits) }
}

const usualAttempts = 100
const longestText = 256

/** An attempt in the responses of controls. */
const shownAttempt = (view: AttemptView) => ({
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
})

const outcomes = ['acknowledged', 'failed'] as const
const isOutcome = (text: string): boolean => outcomes.some((one) => one === text)
const isShort = (text: string): boolean => text.length <= longestText

const wantedIn = ({ query }: ControlCall): AttemptQuery => {
  const given = (parameter: string): string | undefined => queryText(query, parameter)
  const checked = (parameter: string, fits: (text: string) => boolean, must: string): string | undefined => {
    const text = given(parameter)
    if (text !== undefined && !fits(text)) throw badRequest(`query parameter '${parameter}' must ${must}`)
    return text
  }
  const outcome = checked('outcome', isOutcome, 'be acknowledged or failed')
  return defined({
    type: requestedType(query),
    webhookId: given('webhook_id'),
    customerId: given('customer_id'),
    eventId: given('event_id'),
    outcome: outcomes.find((one) => one === outcome),
    text: checked('text', isShort, `have at most ${longestText} characters`),
    before: checked('before', isCursor, 'be the next of a page'),
  })
}

const listAttempts = (call: ControlCall): Result => {
  const { items, next } = call.webhooks.attempts(wantedIn(call), pageSizeOf(call.query, usualAttempts))
  return { status: 200, body: { items: items.map(shownAttempt), next } }
}

const all: readonly Topic[] = Object.values(topicByType)

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

const shownEndpoint = (view: EndpointView) => ({
  id: view.id,
  label: view.label,
  url: view.url,
  topics: view.topics,
  types: view.types,
  enabled: view.enabled,
  state: view.state,
  pending: view.pending,
  retrying: view.retrying,
  failures: view.failures,
  next_attempt_at: view.nextAt,
  waiting_since: view.waitingSince,
  last_failure: view.lastFailureAt,
  last_failure_reason: view.lastFailureReason,
})

const trigger = async ({ webhooks, id }: ControlCall, type: unknown): Promise<Result> => {
  if (!isEventType(type)) throw badRequest(`request body at /type must be one of ${eventTypes.join(', ')}`)
  return { status: 200, body: shownAttempt(await webhooks.trigger(id, type)) }
}

/** Events, webhooks, which no documented operation registers or deletes, and attempts to deliver. */
export const webhookControls: Controls = {
  'GET /events': [
    'lists the events of the partner; accepts customer_id, type, cursor, prev_cursor, page_size (1 to 100) and sort_order',
    listEvents,
  ],
  'GET /webhooks/attempts': [
    'lists attempts to deliver, sorted by start, the newest first; accepts webhook_id, type, outcome (acknowledged or failed), customer_id, event_id, text (within ids and bodies), before (the next of the page before) and page_size (up to 100)',
    listAttempts,
  ],
  'POST /webhooks/attempts/:id/retry': [
    'delivers the event of a failed attempt again, at once, and answers with the attempt',
    async ({ webhooks, id }) => ({ status: 200, body: shownAttempt(await webhooks.retry(id)) }),
  ],
  'POST /webhooks': [
    'registers a webhook with {"label", "url", "topics"}; without topics it receives all; returns its secret, only once',
    register,
  ],
  'GET /webhooks': [
    'lists the webhooks of the partner with the state of their deliveries',
    ({ webhooks }) => ({ status: 200, body: { items: webhooks.endpoints().map(shownEndpoint) } }),
  ],
  'DELETE /webhooks/:id': [
    'deletes a webhook with its pending events and its attempts',
    ({ webhooks, id }) => {
      webhooks.remove(id)
      return { status: 204 }
    },
  ],
  'POST /webhooks/:id/ping': [
    'sends a ping at once, and answers with the attempt',
    (call) => trigger(call, 'ping'),
  ],
  'POST /webhooks/:id/events': [
    'sends an example of {"type": "transaction_status"} or any other type at once, and answers with the attempt: the newest event of the type again, or an example',
    (call) => trigger(call, membersOf(call.body).get('type')),
  ],
}
