import { notFound } from '../primitives/refusal.js'
import type { EventType } from '../api/event-types.js'
import { found } from '../service/find.js'
import type { Service } from '../service/service.js'
import type { EventRecord } from '../state/records.js'
import { cursorOf, fitsQuery, isNewer, mentions } from '../webhooks/attempt-query.js'
import type { AttemptQuery, StoredAttempt } from '../webhooks/attempts.js'

/** An attempt as the console shows it. */
export interface AttemptView extends StoredAttempt {
  readonly acknowledged: boolean
  /** The label of its webhook as it is now. */
  readonly label: string
  /** The exact JSON that was posted. */
  readonly body: string
}

/** Some of a list, newest first; `next` is the `before` of the rest, absent where there is nothing more. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next?: string
}

/** A page of attempts, newest first by when they began. */
export type AttemptPage = Page<AttemptView>

/** How an event stands with one of the webhooks that it is for, among those that are still registered. */
export interface EventDelivery {
  readonly webhookId: string
  readonly label: string
  /** `refused` steps aside for those behind it, and is tried again on its own. */
  readonly state: 'acknowledged' | 'pending' | 'refused'
  /** Refusals in a row, of one that is refused. */
  readonly refusals?: number
  /** When one that is refused is tried next, by the clock of the sandbox. */
  readonly nextAt?: Date
}

/** An event with what was done to deliver it. */
export interface EventView {
  readonly id: string
  readonly type: EventType
  readonly customerId: string
  /** When it happened, by the clock of the sandbox. */
  readonly createdAt: Date
  /** The exact JSON that is posted. */
  readonly body: string
  readonly deliveries: readonly EventDelivery[]
  /** The attempts that are kept, newest first; of one webhook where one was asked for. */
  readonly attempts: readonly AttemptView[]
}

/** Attempts and events of one partner. */
export interface AttemptLists {
  readonly view: (attempt: StoredAttempt) => AttemptView
  readonly attempts: (query: AttemptQuery, size: number) => AttemptPage
  readonly events: (query: AttemptQuery, size: number) => Page<EventView>
  readonly event: (id: string) => EventView
}

const paged = <T>(
  found: Iterable<StoredAttempt>,
  size: number,
  view: (attempt: StoredAttempt) => T,
): Page<T> => {
  const items: T[] = []
  let last: StoredAttempt | undefined
  for (const attempt of found) {
    if (items.length === size && last !== undefined) return { items, next: cursorOf(last) }
    items.push(view(attempt))
    last = attempt
  }
  return { items }
}

/** Reads the attempts of a partner, one by one or gathered by event. */
export function openAttemptLists({ store, outbox }: Service, partnerId: string): AttemptLists {
  const { attempts: log } = outbox
  const labelOf = (webhookId: string): string => store.webhooks.find(partnerId, webhookId)?.label ?? ''
  const bodyOf = (eventId: string): string => store.events.find(partnerId, eventId)?.body ?? ''
  const view = (attempt: StoredAttempt): AttemptView => ({
    ...attempt,
    acknowledged: attempt.failure === undefined,
    label: labelOf(attempt.webhookId),
    body: bodyOf(attempt.eventId),
  })
  const says = ({ text }: AttemptQuery): ((attempt: StoredAttempt) => boolean) => {
    const wanted = text?.trim().toLowerCase() ?? ''
    if (wanted === '') return () => true
    return (attempt) => mentions(attempt, wanted) || bodyOf(attempt.eventId).toLowerCase().includes(wanted)
  }
  const deliveriesOf = ({ id, recipients = [] }: EventRecord): readonly EventDelivery[] =>
    recipients.flatMap((webhookId) => {
      const webhook = store.webhooks.find(partnerId, webhookId)
      if (webhook === undefined) return []
      const owed = outbox.owed(webhook, id)
      const state = owed === undefined ? 'acknowledged' : owed.refusals === undefined ? 'pending' : 'refused'
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
  // The newest attempt of each event that fits: an event stands where that one does.
  const newestOfEach = function* (query: AttemptQuery): Generator<StoredAttempt> {
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
