import { type EventType, topicByType, type Topic } from '../api/event-types.js'
import type { WebhookRecord, EventRecord } from '../state/records.js'
import type { DeliveryState } from '../webhooks/outbox.js'
import { secretStateOf } from '../webhooks/signing.js'
import type { Service } from '../service/service.js'
import { found } from '../state/repository.js'
import { notFound, Refusal } from '../primitives/refusal.js'
import type { AttemptSummary, AttemptQuery, AttemptRecord } from '../webhooks/attempts.js'
import { logEvent } from '../events/events.js'
import { exampleEvent } from '../events/example.js'
import {
  type AttemptPage,
  type AttemptView,
  type EventView,
  openAttemptLists,
  type Page,
} from './attempt-lists.js'
import { changeEndpoint, type EndpointChange, registerEndpoint, type EndpointInput } from './registration.js'
import { cancelRotation, type OverlapHours, rotateSecret, switchSecret } from './secret-rotation.js'

/**
 * The delivery state of a webhook: `disabled` receives nothing; `idle` has nothing pending; `waiting` has failed
 * events only, each with a time of its next attempt; `paused` does not answer, and gets one attempt at `nextAt`.
 */
export type EndpointState = 'disabled' | 'idle' | 'delivering' | 'waiting' | 'paused'

/** A new secret that was shown and does not sign yet. */
interface WaitingSecret {
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
const endpointView = (record: WebhookRecord, delivery: DeliveryState, now: Date): EndpointView => {
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

/** The failures to retry. */
interface FailedSince {
  readonly since: Date
  /** All enabled webhooks, if absent. */
  readonly webhookId?: string
}

/** The number of retried events and webhooks. */
interface Retried {
  readonly events: number
  readonly webhooks: number
}

/**
 * Retries everything that failed since a moment and is still pending. Only
 * stored attempts are considered, which limits the work; events acknowledged since are not sent again. Does not wait
 * for the attempts. Throws `Refusal` 404 for an unknown webhook.
 */
const retryFailed = (
  { store, outbox }: Service,
  partnerId: string,
  { since, webhookId }: FailedSince,
): Retried => {
  const wanted =
    webhookId === undefined
      ? [...store.webhooks.walk({ partnerId }, { order: 'oldest-first' })]
      : [found(store.webhooks, partnerId, webhookId, 'webhook')]
  const counts = wanted
    .filter(({ enabled }) => enabled)
    .map((webhook) => {
      const query = { webhookId: webhook.id, outcome: 'failed', from: since } as const
      const failed = [...outbox.attempts.list(partnerId, query)].map(({ eventId }) => eventId)
      return outbox.retry(webhook, new Set(failed))
    })
  return {
    events: counts.reduce((sum, count) => sum + count, 0),
    webhooks: counts.filter((count) => count > 0).length,
  }
}

export type { AttemptPage, AttemptView, EventDelivery, EventView, Page } from './attempt-lists.js'

/** A webhook with its secret, which is only returned once. */
interface EndpointWithSecret {
  readonly endpoint: EndpointView
  readonly secret: string
}

/** One partner's webhooks, for the console and the controls of the sandbox. */
export interface WebhookService {
  /** Newest first. */
  readonly endpoints: () => readonly EndpointView[]
  /** Throws `Refusal` 404. */
  readonly endpoint: (id: string) => EndpointView
  /**
   * Counts and durations of a webhook's stored attempts; pending deliveries are in its `EndpointView`. Cached until
   * the next attempt. Throws `Refusal` 404.
   */
  readonly summary: (id: string) => AttemptSummary
  /** Returns the secret, for the only time. Throws `Refusal` 400. */
  readonly register: (input: EndpointInput) => EndpointWithSecret
  /** Throws `Refusal` 400 or 404. */
  readonly change: (id: string, change: EndpointChange) => EndpointView
  /**
   * Deletes a webhook with its pending deliveries and its attempts. A delivery in progress may still arrive. Throws
   * `Refusal` 404.
   */
  readonly remove: (id: string) => void
  /**
   * Creates a new secret, which is only returned here; the previous one continues to sign for the overlap. Throws
   * `Refusal` 404, or 409 if a new secret is waiting already.
   */
  readonly rotateSecret: (id: string, overlap: OverlapHours) => EndpointWithSecret
  /** Lets the new secret sign from now on. Throws `Refusal` 404, or 409 if none is waiting. */
  readonly switchSecret: (id: string) => EndpointView
  /** Drops the new secret; the previous one stays. Throws `Refusal` 404, or 409 if none is waiting. */
  readonly cancelRotation: (id: string) => EndpointView
  /** Newest first by start (`at`). */
  readonly attempts: (query?: AttemptQuery, size?: number) => AttemptPage
  /**
   * The events with a matching attempt, with all their stored attempts (of one webhook if the query names one),
   * newest first by the newest matching attempt. Includes pings.
   */
  readonly events: (query?: AttemptQuery, size?: number) => Page<EventView>
  /** Throws `Refusal` 404. */
  readonly event: (id: string) => EventView
  /** Throws `Refusal` 404. */
  readonly attempt: (id: string) => AttemptView
  /**
   * Sends an example of an event at once, whatever the webhook subscribed to, and resolves to its attempt. Throws
   * `Refusal` 404, or 409 if the webhook is disabled.
   */
  readonly trigger: (id: string, type: EventType) => Promise<AttemptView>
  /** Retries the event of a failed attempt at once. Throws `Refusal` 404, or 409. */
  readonly retry: (attemptId: string) => Promise<AttemptView>
  /** Retries everything that failed since a moment and is still pending. Throws `Refusal` 404. */
  readonly retryFailed: (failed: FailedSince) => Retried
  /** Calls the listener with every finished attempt; returns a function that stops it. */
  readonly listen: (listener: (attempt: AttemptView) => void) => () => void
}

const defaultSize = 50

const gone = (): Refusal => new Refusal(409, 'the sandbox is ending, or the webhook was deleted')

/** Attempts start late if the disk does not accept writes, and never if the sandbox closes. */
const longestWait = 15_000

/** The next attempt to deliver an event. Rejects with `Refusal` 409 if there is none in time. */
const nextAttempt = ({ outbox }: Service, { id, partnerId }: EventRecord): Promise<AttemptRecord> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      reject(new Refusal(409, 'no attempt could be made in time'))
    }, longestWait).unref()
    const stop = outbox.feed.listen(partnerId, (attempt) => {
      if (attempt.eventId !== id) return
      clearTimeout(timer)
      stop()
      resolve(attempt)
    })
  })

/** Examples of events and retries, for one partner's webhooks. */
const openTrials = (service: Service, partnerId: string) => {
  const { store, outbox } = service
  const enabledOf = (id: string): WebhookRecord => {
    const record = found(store.webhooks, partnerId, id, 'webhook')
    if (!record.enabled) throw new Refusal(409, 'a webhook that is disabled receives nothing')
    return record
  }
  return {
    trigger: (id: string, type: EventType): Promise<AttemptRecord> => {
      const { id: webhookId } = enabledOf(id)
      const example = exampleEvent(service, partnerId, type, webhookId)
      return nextAttempt(service, logEvent(service, partnerId, example, webhookId))
    },
    retry: async ({ webhookId, eventId, failure }: AttemptRecord): Promise<AttemptRecord> => {
      if (failure === undefined) throw new Refusal(409, 'the attempt was acknowledged')
      const webhook = enabledOf(webhookId)
      const attempt = await outbox.again(webhook, found(store.events, partnerId, eventId, 'event'))
      if (attempt === undefined) throw gone()
      return attempt
    },
  }
}

/** The webhook service of one partner. */
export function openWebhookService(service: Service, partnerId: string): WebhookService {
  const { store, outbox } = service
  const recordOf = (id: string): WebhookRecord => found(store.webhooks, partnerId, id, 'webhook')
  const viewOf = (record: WebhookRecord): EndpointView =>
    endpointView(record, outbox.stateOf(record), service.clock())
  const lists = openAttemptLists(service, partnerId)
  const trials = openTrials(service, partnerId)
  const attemptOf = (id: string): AttemptRecord => {
    const attempt = outbox.attempts.find(partnerId, id)
    if (attempt === undefined) throw notFound('attempt')
    return attempt
  }
  const withSecret = (made: {
    readonly record: WebhookRecord
    readonly secret: string
  }): EndpointWithSecret => ({
    endpoint: viewOf(made.record),
    secret: made.secret,
  })
  return {
    endpoints: () => [...store.webhooks.walk({ partnerId }, { order: 'newest-first' })].map(viewOf),
    endpoint: (id) => viewOf(recordOf(id)),
    summary: (id) => outbox.attempts.summary(recordOf(id).id),
    register: (input) => withSecret(registerEndpoint(service, partnerId, input)),
    change: (id, change) => viewOf(changeEndpoint(service, recordOf(id), change)),
    remove: (id) => store.webhooks.remove(partnerId, recordOf(id).id),
    rotateSecret: (id, overlap) => withSecret(rotateSecret(service, recordOf(id), overlap)),
    switchSecret: (id) => viewOf(switchSecret(service, recordOf(id))),
    cancelRotation: (id) => viewOf(cancelRotation(service, recordOf(id))),
    attempts: (query = {}, size = defaultSize) => lists.attempts(query, size),
    events: (query = {}, size = defaultSize) => lists.events(query, size),
    event: (id) => lists.event(id),
    attempt: (id) => lists.view(attemptOf(id)),
    trigger: async (id, type) => lists.view(await trials.trigger(id, type)),
    retry: async (id) => lists.view(await trials.retry(attemptOf(id))),
    retryFailed: (failed) => retryFailed(service, partnerId, failed),
    listen: (listener) => outbox.feed.listen(partnerId, (attempt) => listener(lists.view(attempt))),
  }
}
