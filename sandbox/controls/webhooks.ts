import { eventTypes, isEventType, topicByType, type Topic } from '../api/event-types.js'
import { badRequest } from '../primitives/refusal.js'
import type { Result } from '../service/call.js'
import { renderWebhook } from '../webhook-endpoints/handlers.js'
import { registerEndpoint } from '../webhook-endpoints/registration.js'
import type { EndpointView } from '../webhook-endpoints/views.js'
import { type Controls, type ControlCall, membersOf, textOf } from './control.js'
import { shownAttempt } from './webhook-attempts.js'

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

const listEndpoints = ({ webhooks }: ControlCall): Result => ({
  status: 200,
  body: { items: webhooks.endpoints().map(shownEndpoint) },
})

const trigger = async ({ webhooks, id }: ControlCall, type: unknown): Promise<Result> => {
  if (!isEventType(type)) throw badRequest(`request body at /type must be one of ${eventTypes.join(', ')}`)
  return { status: 200, body: shownAttempt(await webhooks.trigger(id, type)) }
}

/** Registers and deletes webhooks, which no documented operation does, and reads what the console shows of them. */
export const webhookControls: Controls = {
  'POST /webhooks': [
    'registers a webhook with {"label", "url", "topics"}; without topics it receives all; returns its secret, only once',
    register,
  ],
  'GET /webhooks': ['lists the webhooks of the partner with the state of their deliveries', listEndpoints],
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
