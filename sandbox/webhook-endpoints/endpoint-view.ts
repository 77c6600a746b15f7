import { type EventType, topicByType, type Topic } from '../api/event-types.js'
import type { WebhookRecord } from '../state/records.js'
import { pausedAfter } from '../webhooks/backoff.js'
import type { QueueState } from '../webhooks/outbox.js'
import { secretStateOf } from '../webhooks/secrets.js'

/**
 * The delivery state of a webhook: `disabled` receives nothing; `idle` has nothing pending; `waiting` failed, or
 * refuses everything that is pending, and is retried at `nextAt`; `paused` failed often in a row, and is retried at
 * long intervals.
 */
export type EndpointState = 'disabled' | 'idle' | 'delivering' | 'waiting' | 'paused'

/** A new secret that was shown and does not sign yet. */
export interface WaitingSecret {
  readonly madeAt: Date
  /** When it starts to sign, by the sandbox clock; until then the previous one signs. */
  readonly signsFrom: Date
}

/** A webhook as the console shows it, without its secret. */
export interface EndpointView extends QueueState {
  readonly id: string
  readonly label: string
  readonly url: string
  /** Subscribed topics, which always include `Ping`. */
  readonly topics: readonly Topic[]
  /** The event types of the topics, in snake_case. */
  readonly types: readonly EventType[]
  readonly enabled: boolean
  readonly state: EndpointState
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastFailureAt?: Date
  readonly lastFailureReason?: string
  /** Absent if no new secret is waiting. */
  readonly waitingSecret?: WaitingSecret
}

/** The event types of topics, in the order of the specification, always including ping. */
const typesOf = (topics: readonly Topic[]): readonly EventType[] =>
  Object.entries(topicByType).flatMap(([type, topic]) =>
    topic === 'Ping' || topics.includes(topic) ? [type as EventType] : [],
  )

const standing = ({ enabled }: WebhookRecord, { pending, refused, failures }: QueueState): EndpointState => {
  if (!enabled) return 'disabled'
  if (failures >= pausedAfter) return 'paused'
  if (failures > 0) return 'waiting'
  if (pending > refused) return 'delivering'
  return refused > 0 ? 'waiting' : 'idle'
}

const waitingSecretOf = (record: WebhookRecord, now: Date): Pick<EndpointView, 'waitingSecret'> => {
  const { next } = secretStateOf(record)
  return next === undefined || next.signsFrom <= now ? {} : { waitingSecret: next }
}

/** A webhook and its queue as the console shows them. */
export function endpointView(record: WebhookRecord, queue: QueueState, now: Date): EndpointView {
  const { partnerId: _partner, secret: _secret, ...shown } = record
  const types = typesOf(record.topics)
  return {
    ...shown,
    ...queue,
    topics: types.map((type) => topicByType[type]),
    types,
    state: standing(record, queue),
    ...waitingSecretOf(record, now),
  }
}
