import { type EventType, topicByType, type Topic } from '../api/event-types.js'
import type { WebhookRecord } from '../state/records.js'
import type { DeliveryState } from '../webhooks/outbox.js'
import { secretStateOf } from '../webhooks/signing.js'

/**
 * The delivery state of a webhook: `disabled` receives nothing; `idle` has nothing pending; `waiting` has failed
 * events only, each with a time of its next attempt; `paused` does not answer, and gets one attempt at `nextAt`.
 */
export type EndpointState = 'disabled' | 'idle' | 'delivering' | 'waiting' | 'paused'

/** A new secret that was shown and does not sign yet. */
export interface WaitingSecret {
  readonly madeAt: Date
  /** When it starts to sign, by the sandbox clock; until then the previous one signs. */
  readonly signsFrom: Date
}

/** A webhook as the console shows it, without its secret. */
export interface EndpointView extends DeliveryState {
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

const standing = (
  { enabled }: WebhookRecord,
  { pending, retrying, isPaused }: DeliveryState,
): EndpointState => {
  if (!enabled) return 'disabled'
  if (isPaused) return 'paused'
  if (pending > retrying) return 'delivering'
  return retrying > 0 ? 'waiting' : 'idle'
}

const waitingSecretOf = (record: WebhookRecord, now: Date): Pick<EndpointView, 'waitingSecret'> => {
  const { next } = secretStateOf(record)
  return next === undefined || next.signsFrom <= now ? {} : { waitingSecret: next }
}

/** A webhook and its deliveries as the console shows them. */
export function endpointView(record: WebhookRecord, delivery: DeliveryState, now: Date): EndpointView {
  const { partnerId: _partner, secret: _secret, ...shown } = record
  const types = typesOf(record.topics)
  return {
    ...shown,
    ...delivery,
    topics: types.map((type) => topicByType[type]),
    types,
    state: standing(record, delivery),
    ...waitingSecretOf(record, now),
  }
}
