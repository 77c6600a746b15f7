import { type EventType, topicByType, type Topic } from '../api/event-types.js'
import type { WebhookRecord } from '../state/records.js'
import type { AttemptRecord } from '../webhooks/attempts.js'
import type { DeliveryState } from '../webhooks/outbox.js'

/**
 * The delivery state of a webhook: `disabled` receives nothing; `idle` has nothing pending; `waiting` has failed
 * events only, each with a time of its next attempt; `paused` does not answer, and gets one attempt at `nextAt`.
 */
export type EndpointState = 'disabled' | 'idle' | 'delivering' | 'waiting' | 'paused'

/** A webhook and its deliveries as the console shows them. */
export interface EndpointView extends Omit<WebhookRecord, 'partnerId'>, DeliveryState {
  /** The event types of its topics, in snake_case, which always include ping. */
  readonly types: readonly EventType[]
  readonly state: EndpointState
}

/** The event types of topics, in the order of the specification, always including ping. */
const typesOf = (topics: readonly Topic[]): readonly EventType[] =>
  Object.entries(topicByType).flatMap(([type, topic]) =>
    topic === 'Ping' || topics.includes(topic) ? [type as EventType] : [],
  )

const standing = (
  { enabled }: WebhookRecord,
  { pending, retrying, isPaused }: DeliveryState,
): EndpointState => {
  if (!enabled) return 'disabled'
  if (isPaused) return 'paused'
  if (pending > retrying) return 'delivering'
  return retrying > 0 ? 'waiting' : 'idle'
}

/** A webhook as the console shows it. */
export function endpointView(record: WebhookRecord, delivery: DeliveryState): EndpointView {
  const { partnerId: _partner, ...shown } = record
  const types = typesOf(record.topics)
  return {
    ...shown,
    ...delivery,
    topics: types.map((type) => topicByType[type]),
    types,
    state: standing(record, delivery),
  }
}

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
