import { eventTypes, isEventType, topicByType, type Topic } from '../api/event-types.js'
import { badRequest } from '../primitives/refusal.js'
import type { Result } from '../service/call.js'
import { renderWebhook } from '../webhook-endpoints/handlers.js'
import { registerEndpoint } from '../webhook-endpoints/registration.js'
import { overlaps } from '../webhook-endpoints/secret-rotation.js'
import type { EndpointView } from '../webhook-endpoints/views.js'
import { type Control, type ControlCall, membersOf, textOf } from './control.js'
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
  new_secret_signs_from: view.waitingSecret?.signsFrom,
  last_failure: view.lastFailureAt,
  last_failure_reason: view.lastFailureReason,
})

const listEndpoints = ({ webhooks }: ControlCall): Result => {
  const shown = (view: EndpointView) => {
    const { delivered, failed, successRate, p50, p95 } = webhooks.summary(view.id)
    const kept = { delivered, failed, success_rate: successRate, p50_ms: p50, p95_ms: p95 }
    return { ...shownEndpoint(view), kept_attempts: kept }
  }
  return { status: 200, body: { items: webhooks.endpoints().map(shown) } }
}

const rotate = ({ webhooks, id, body }: ControlCall): Result => {
  const wanted = membersOf(body).get('overlap_hours')
  const overlap = overlaps.find((hours) => hours === wanted)
  if (overlap === undefined)
    throw badRequest(`request body at /overlap_hours must be one of ${overlaps.join(', ')}`)
  const { endpoint, secret } = webhooks.rotateSecret(id, overlap)
  return { status: 201, body: { ...shownEndpoint(endpoint), secret } }
}

const trigger = async ({ webhooks, id }: ControlCall, type: unknown): Promise<Result> => {
  if (!isEventType(type)) throw badRequest(`request body at /type must be one of ${eventTypes.join(', ')}`)
  return { status: 200, body: shownAttempt(await webhooks.trigger(id, type)) }
}

/** Registers and deletes webhooks, which no documented operation does, and reads what the console shows of them. */
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
    does: 'lists the webhooks of the partner, how deliveries to each stand, and how the kept attempts went',
    run: listEndpoints,
  },
  {
    method: 'DELETE',
    path: '/webhooks/:id',
    does: 'deletes a webhook, with what it was owed and its attempts',
    run: ({ webhooks, id }) => {
      webhooks.remove(id)
      return { status: 204 }
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:id/ping',
    does: 'sends a ping at once, and answers with the attempt',
    run: (call) => trigger(call, 'ping'),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/events',
    does: 'sends an example of {"type": "transaction_status"} or any other type at once, and answers with the attempt: the newest event of the type again, or a made-up one',
    run: (call) => trigger(call, membersOf(call.body).get('type')),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/secret',
    does: 'makes a new secret and tells it, this once; with {"overlap_hours": 0, 1 or 24} the one before signs for so long, by the clock of the sandbox',
    run: rotate,
  },
  {
    method: 'POST',
    path: '/webhooks/:id/secret/switch',
    does: 'lets the new secret sign at once, while it waits',
    run: ({ webhooks, id }) => ({ status: 200, body: shownEndpoint(webhooks.switchSecret(id)) }),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/secret/cancel',
    does: 'drops the new secret, while it waits',
    run: ({ webhooks, id }) => ({ status: 200, body: shownEndpoint(webhooks.cancelRotation(id)) }),
  },
]
