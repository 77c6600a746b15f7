import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import type { AttemptSummary } from '../webhooks/attempts.js'
import {
  type EndpointView,
  openWebhookService,
  type WebhookService,
} from '../webhook-endpoints/webhook-service.js'
import { renderWebhook } from '../webhook-endpoints/handlers.js'
import { overlaps } from '../webhook-endpoints/secret-rotation.js'
import { eventTypes, isEventType, topicByType, type Topic } from '../api/event-types.js'
import { registerEndpoint } from '../webhook-endpoints/registration.js'
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

const webhooksOf = ({ service, partnerId }: ControlCall): WebhookService =>
  openWebhookService(service, partnerId)

const idIn = ({ path }: ControlCall): string => path['id'] ?? ''

const shownSummary = ({ delivered, failed, successRate, p50, p95 }: AttemptSummary) => ({
  delivered,
  failed,
  ...(successRate === undefined ? {} : { success_rate: successRate }),
  ...(p50 === undefined ? {} : { p50_ms: p50 }),
  ...(p95 === undefined ? {} : { p95_ms: p95 }),
})

const shownMoments = ({ nextAt, waitingSince, waitingSecret, lastFailureAt }: EndpointView) => ({
  ...(nextAt === undefined ? {} : { next_attempt_at: nextAt.toISOString() }),
  ...(waitingSince === undefined ? {} : { waiting_since: waitingSince.toISOString() }),
  ...(waitingSecret === undefined ? {} : { new_secret_signs_from: waitingSecret.signsFrom.toISOString() }),
  ...(lastFailureAt === undefined ? {} : { last_failure: lastFailureAt.toISOString() }),
})

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
  ...shownMoments(view),
  ...(view.lastFailureReason === undefined ? {} : { last_failure_reason: view.lastFailureReason }),
})

const listEndpoints = (call: ControlCall): Result => {
  const webhooks = webhooksOf(call)
  const item = (view: EndpointView) => ({
    ...shownEndpoint(view),
    kept_attempts: shownSummary(webhooks.summary(view.id)),
  })
  return { status: 200, body: { items: webhooks.endpoints().map(item) } }
}

const rotate = (call: ControlCall): Result => {
  const wanted = membersOf(call.body).get('overlap_hours')
  const overlap = overlaps.find((hours) => hours === wanted)
  if (overlap === undefined)
    throw badRequest(`request body at /overlap_hours must be one of ${overlaps.join(', ')}`)
  const { endpoint, secret } = webhooksOf(call).rotateSecret(idIn(call), overlap)
  return { status: 201, body: { ...shownEndpoint(endpoint), secret } }
}

const trigger = async (call: ControlCall): Promise<Result> => {
  const type = membersOf(call.body).get('type')
  if (!isEventType(type)) throw badRequest(`request body at /type must be one of ${eventTypes.join(', ')}`)
  return { status: 200, body: shownAttempt(await webhooksOf(call).trigger(idIn(call), type)) }
}

const remove = (call: ControlCall): Result => {
  webhooksOf(call).remove(idIn(call))
  return { status: 204 }
}

const secretControls: readonly Control[] = [
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
    run: (call) => ({ status: 200, body: shownEndpoint(webhooksOf(call).switchSecret(idIn(call))) }),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/secret/cancel',
    does: 'drops the new secret, while it waits',
    run: (call) => ({ status: 200, body: shownEndpoint(webhooksOf(call).cancelRotation(idIn(call))) }),
  },
]

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
    run: remove,
  },
  {
    method: 'POST',
    path: '/webhooks/:id/ping',
    does: 'sends a ping at once, and answers with the attempt',
    run: async (call) => ({
      status: 200,
      body: shownAttempt(await webhooksOf(call).trigger(idIn(call), 'ping')),
    }),
  },
  {
    method: 'POST',
    path: '/webhooks/:id/events',
    does: 'sends an example of {"type": "transaction_status"} or any other type at once, and answers with the attempt: the newest event of the type again, or a made-up one',
    run: trigger,
  },
  ...secretControls,
]
