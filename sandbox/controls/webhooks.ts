import type { Result } from '../http/answer.js'
import { badRequest } from '../http/refusal.js'
import { checkUrl, renderWebhook } from '../webhooks/endpoints.js'
import { TOPICS, type Topic } from '../webhooks/kinds.js'
import { type Control, type ControlCall, membersOf, textOf } from './control.js'

const ALL: readonly Topic[] = Object.values(TOPICS)

const topicsOf = (value: unknown): readonly Topic[] => {
  if (value === undefined) return ALL
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  const topics = ALL.filter((topic) => names.includes(topic))
  if (topics.length !== new Set(names).size)
    throw badRequest(`request body at /topics must be a list of ${ALL.join(', ')}`)
  return topics
}

const register = ({ service, partnerId, body }: ControlCall): Result => {
  const members = membersOf(body)
  const url = textOf(members, 'url')
  checkUrl(url)
  const now = service.clock()
  const record = {
    id: service.chance.uuid('webhook'),
    partnerId,
    label: textOf(members, 'label'),
    url,
    topics: topicsOf(members.get('topics')),
    enabled: true,
    createdAt: now,
    updatedAt: now,
  }
  service.store.webhooks.save(record)
  return { status: 201, body: renderWebhook(record) }
}

/** Registering webhooks, which no operation of the documents does. */
export const webhookControls: readonly Control[] = [
  {
    method: 'POST',
    path: '/webhooks',
    does: 'registers a webhook with {"label", "url", "topics"}; without topics it takes all',
    run: register,
  },
]
