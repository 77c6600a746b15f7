import type { Service } from '../service/service.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import { eventsOf, type Draft } from './messages.js'
import { type EventType, topicByType } from '../api/event-types.js'
import type { Change } from '../state/store.js'

/** An ISO time with microseconds and an offset, as deliveries carry it. */
const timestampOf = (date: Date): string => date.toISOString().replace('Z', '000+00:00')

/** The body of every delivery of an event: a WebhookContainer, exactly as it will be signed and posted. */
const containerOf = ({ type, customerId, message }: Draft, now: Date): string =>
  JSON.stringify({
    type,
    timestamp: timestampOf(now),
    data: { customer_id: customerId, message },
  })

interface Cause {
  /** The webhook that the event is for by itself. */
  readonly webhookId: string | undefined
  readonly changes: readonly Change[]
}

const oldestFirst = { order: 'oldest-first' } as const

/** The webhooks that receive an event: those enabled and subscribed when it happens, or the one that it is for. */
const recipientsOf = (
  { store, faults }: Service,
  partnerId: string,
  type: EventType,
  { webhookId, changes }: Cause,
): readonly string[] => {
  const topic = topicByType[type]
  const only = webhookId === undefined ? undefined : store.webhooks.find(partnerId, webhookId)
  const webhooks = only === undefined ? [...store.webhooks.walk({ partnerId }, oldestFirst)] : [only]
  const isMeant = ({ enabled, topics }: WebhookRecord): boolean =>
    only !== undefined || (enabled && topics.includes(topic))
  return webhooks
    .filter((webhook) => faults.receives(isMeant(webhook), { webhook, type, topic, changes }))
    .map(({ id }) => id)
}

/** Adds an event to the partner's log; one that is for a single webhook names it. */
export function logEvent(
  service: Service,
  partnerId: string,
  draft: Draft,
  webhookId?: string,
  changes: readonly Change[] = [],
): EventRecord {
  const { store, random, clock } = service
  const now = clock()
  const topic = topicByType[draft.type]
  const recipients = recipientsOf(service, partnerId, draft.type, { webhookId, changes })
  const event = {
    id: random.uuid('event'),
    partnerId,
    customerId: draft.customerId,
    type: draft.type,
    topic,
    body: containerOf(draft, now),
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(recipients.length === 0 ? {} : { recipients }),
    createdAt: now,
  }
  store.events.save(event)
  return event
}

const logChanges = (service: Service): void => {
  const changes = service.takeChanges()
  if (changes.length === 0) return
  const partnerId = changes[0]?.after.partnerId ?? ''
  for (const draft of eventsOf(service, changes)) logEvent(service, partnerId, draft, undefined, changes)
}

/** Runs the work of one request and logs the events of all its changes, even if it ends in a refusal. */
export function logged<T>(service: Service, work: () => T): T {
  try {
    return work()
  } finally {
    logChanges(service)
  }
}
