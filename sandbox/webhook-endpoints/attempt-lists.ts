import { notFound } from '../primitives/refusal.js'
import type { EventType } from '../api/event-types.js'
import { found } from '../state/repository.js'
import type { Service } from '../service/service.js'
import type { EventRecord } from '../state/records.js'
import { cursorOf, fitsQuery, isNewer, mentions } from '../webhooks/attempts.js'
import type { AttemptQuery, AttemptRecord } from '../webhooks/attempts.js'

/** An attempt as the console shows it. */
export interface AttemptView extends AttemptRecord {
  readonly acknowledged: boolean
  /** The current label of its webhook. */
  readonly label: string
  /** The exact JSON that was posted. */
  readonly body: string
}

/** One page of a list, newest first; `next` is the `before` of the next page, absent if there is none. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next?: string
}

/** A page of attempts, newest first by start. */
export type AttemptPage = Page<AttemptView>

/** The delivery state of an event at one of its webhooks that are still registered. */
export interface EventDelivery {
  readonly webhookId: string
  readonly label: string
  /** `retrying`: an attempt failed, and the event is repeated. */
  readonly state: 'acknowledged' | 'pending' | 'retrying'
  /** Number of failed attempts, while it is not acknowledged. */
  readonly failures?: number
  /** When the event is due next, by the sandbox clock. */
  readonly nextAt?: Date
}

/** An event with its delivery attempts. */
export interface EventView {
  readonly id: string
  readonly type: EventType
  readonly customerId: string
  /** When it happened, by the sandbox clock. */
  readonly createdAt: Date
  /** The exact JSON that is posted. */
  readonly body: string
  readonly deliveries: readonly EventDelivery[]
  /** The stored attempts, newest first; restricted to one webhook if the query is. */
  readonly attempts: readonly AttemptView[]
}

/** Attempts and events of one partner. */
export interface AttemptLists {
  readonly view: (attempt: AttemptRecord) => AttemptView
  readonly attempts: (query: AttemptQuery, size: number) => AttemptPage
  readonly events: (query: AttemptQuery, size: number) => Page<EventView>
  readonly event: (id: string) => EventView
}

const paged = <T>(
  found: Iterable<AttemptRecord>,
  size: number,
  view: (attempt: AttemptRecord) => T,
): Page<T> => {
  const items: T[] = []
  let last: AttemptRecord | undefined
  for (const attempt of found) {
    if (items.length === size && last !== undefined) return { items, next: cursorOf(last) }
    items.push(view(attempt))
    last = attempt
  }
  return { items }
}

/** Reads the attempts of a partner, one by one or grouped by event. */
export function openAttemptLists({ store, outbox }: Service, partnerId: string): AttemptLists {
  const { attempts: log } = outbox
  const labelOf = (webhookId: string): string => store.webhooks.find(partnerId, webhookId)?.label ?? ''
  const bodyOf = (eventId: string): string => store.events.find(partnerId, eventId)?.body ?? ''
  const view = (attempt: AttemptRecord): AttemptView => ({
    ...attempt,
    acknowledged: attempt.failure === undefined,
    label: labelOf(attempt.webhookId),
    body: bodyOf(attempt.eventId),
  })
  const says = ({ text }: AttemptQuery): ((attempt: AttemptRecord) => boolean) => {
    const wanted = text?.trim().toLowerCase() ?? ''
    if (wanted === '') return () => true
    return (attempt) => mentions(attempt, wanted) || bodyOf(attempt.eventId).toLowerCase().includes(wanted)
  }
  const deliveriesOf = ({ id, recipients = [] }: EventRecord): readonly EventDelivery[] =>
    recipients.flatMap((webhookId) => {
      const webhook = store.webhooks.find(partnerId, webhookId)
      if (webhook === undefined) return []
      const owed = outbox.owed(webhook, id)
      const state = owed === undefined ? 'acknowledged' : owed.failures === 0 ? 'pending' : 'retrying'
      return [{ webhookId, label: webhook.label, state, ...owed } as const]
    })
  const eventView = (event: EventRecord, webhookId?: string): EventView => {
    const { id, type, customerId, createdAt, body } = event
    const own = log.ofEvent(partnerId, id).filter((one) => (webhookId ?? one.webhookId) === one.webhookId)
    return {
      id,
      type,
      customerId,
      createdAt,
      body,
      deliveries: deliveriesOf(event),
      attempts: own.map(view),
    }
  }
  // An event is sorted by the newest of its attempts that match.
  const newestOfEach = function* (query: AttemptQuery): Generator<AttemptRecord> {
    const { before: _before, ...anywhere } = query
    const [fits, also] = [fitsQuery(anywhere), says(query)]
    for (const attempt of log.list(partnerId, query, also)) {
      const others = log.ofEvent(partnerId, attempt.eventId)
      const isOvertaken = others.some(
        (other) =>
          isNewer(other, attempt) &&
          (query.webhookId ?? other.webhookId) === other.webhookId &&
          fits(other) &&
          also(other),
      )
      if (!isOvertaken) yield attempt
    }
  }
  return {
    view,
    attempts: (query, size) => paged(log.list(partnerId, query, says(query)), size, view),
    events: (query, size) =>
      paged(newestOfEach(query), size, ({ eventId }) =>
        eventView(found(store.events, partnerId, eventId, 'event'), query.webhookId),
      ),
    event: (id) => {
      const event = store.events.find(partnerId, id)
      if (event === undefined) throw notFound('event')
      return eventView(event)
    },
  }
}
