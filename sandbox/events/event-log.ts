import type { Service } from '../service/service.js'
import type { EventRecord } from '../state/records.js'
import { eventsOf } from './derivation.js'
import { type EventType, topicByType } from '../api/event-types.js'
import type { Draft } from './messages.js'
import { recipientsOf } from './recipients.js'
import { isSuppressed } from './suppression.js'

/** An ISO time with microseconds and an offset, as deliveries carry it. */
const timestampOf = (date: Date): string => date.toISOString().replace('Z', '000+00:00')

/** The body of every delivery of an event: a WebhookContainer, exactly as it will be signed and posted. */
const containerOf = ({ type, customerId, message }: Draft, now: Date): string =>
  JSON.stringify({
    type,
    timestamp: timestampOf(now),
    data: { customer_id: customerId, message },
  })

const recipientsFor = (
  service: Service,
  partnerId: string,
  type: EventType,
  webhookId: string | undefined,
): readonly string[] => {
  if (isSuppressed(service, type)) return []
  if (webhookId === undefined) return recipientsOf(service.store, service.isOff, partnerId, topicByType[type])
  const isLeftOut =
    service.isOff('webhooks/ping-always') &&
    service.store.webhooks.find(partnerId, webhookId)?.topics.includes(topicByType[type]) === false
  return isLeftOut ? [] : [webhookId]
}

/** Adds an event to the partner's log; one that is for a single webhook names it. */
export function logEvent(service: Service, partnerId: string, draft: Draft, webhookId?: string): EventRecord {
  const { store, random, clock } = service
  const now = clock()
  const topic = topicByType[draft.type]
  const recipients = recipientsFor(service, partnerId, draft.type, webhookId)
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
  for (const draft of eventsOf(service, changes)) logEvent(service, changes[0]?.after.partnerId ?? '', draft)
}

/** Runs the work of one request and logs the events of all its changes, even if it ends in a refusal. */
export function logged<T>(service: Service, work: () => T): T {
  try {
    return work()
  } finally {
    logChanges(service)
  }
}
