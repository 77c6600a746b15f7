import { badRequest, notFound, Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import { found } from '../service/find.js'
import type { AttemptQuery, StoredAttempt } from '../webhooks/attempts.js'
import { pausedAfter } from '../webhooks/backoff.js'
import { logEvent } from '../events/event-log.js'
import { type EventType, topicByType, type Topic } from '../api/event-types.js'
import { pingEvent } from '../events/messages.js'
import type { QueueState } from '../webhooks/outbox.js'
import { changeEndpoint, type EndpointChange, type EndpointInput, registerEndpoint } from './registration.js'

/**
 * How deliveries to a webhook stand: `disabled` receives nothing; `idle` is owed nothing; `waiting` has failed and is
 * tried again at `nextAt`; `paused` has failed often in a row, and is tried at long intervals.
 */
export type EndpointState = 'disabled' | 'idle' | 'delivering' | 'waiting' | 'paused'

/** A webhook as the console shows it. Its secret is no part of it. */
export interface EndpointView extends QueueState {
  readonly id: string
  readonly label: string
  readonly url: string
  /** Subscribed, `Ping` always among them. */
  readonly topics: readonly Topic[]
  /** The same in snake_case, as they are delivered. */
  readonly types: readonly EventType[]
  readonly enabled: boolean
  readonly state: EndpointState
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastFailureAt?: Date
  readonly lastFailureReason?: string
}

/** An attempt as the console shows it. */
export interface AttemptView extends StoredAttempt {
  readonly acknowledged: boolean
  /** The label of its webhook as it is now. */
  readonly label: string
  /** The exact JSON that was posted. */
  readonly body: string
}

/** A page of attempts, newest first; `next` is the `before` of the next one, absent where there is nothing more. */
export interface AttemptPage {
  readonly items: readonly AttemptView[]
  readonly next?: number
}

/** One partner's webhooks, for the console and the controls of the sandbox. */
export interface WebhookService {
  readonly endpoints: () => readonly EndpointView[]
  /** Throws `Refusal` 404. */
  readonly endpoint: (id: string) => EndpointView
  /** The secret is told here and never again. Throws `Refusal` 400. */
  readonly register: (input: EndpointInput) => { readonly endpoint: EndpointView; readonly secret: string }
  /** Throws `Refusal` 400 or 404. */
  readonly change: (id: string, change: EndpointChange) => EndpointView
  readonly attempts: (query?: AttemptQuery, size?: number) => AttemptPage
  /** Throws `Refusal` 404. */
  readonly attempt: (id: string) => AttemptView
  /** Sends a ping at once, and resolves to its attempt. Throws `Refusal` 404, or 409 for one that is disabled. */
  readonly ping: (id: string) => Promise<AttemptView>
  /** Delivers the event of a failed attempt again at once. Throws `Refusal` 404, or 409. */
  readonly retry: (attemptId: string) => Promise<AttemptView>
  /** Calls back with every attempt as it ends; returns what stops that. */
  readonly listen: (listener: (attempt: AttemptView) => void) => () => void
}

const defaultSize = 50

/** The types of topics, in the order of the specification; a ping is always one of them. */
const typesOf = (topics: readonly Topic[]): readonly EventType[] =>
  Object.entries(topicByType).flatMap(([type, topic]) =>
    topic === 'Ping' || topics.includes(topic) ? [type as EventType] : [],
  )

const standing = ({ enabled }: WebhookRecord, { pending, failures }: QueueState): EndpointState => {
  if (!enabled) return 'disabled'
  if (failures >= pausedAfter) return 'paused'
  if (failures > 0) return 'waiting'
  return pending > 0 ? 'delivering' : 'idle'
}

const endpointView = (record: WebhookRecord, queue: QueueState): EndpointView => {
  const { partnerId: _partner, ...shown } = record
  const types = typesOf(record.topics)
  return {
    ...shown,
    ...queue,
    topics: types.map((type) => topicByType[type]),
    types,
    state: standing(record, queue),
  }
}

const gone = (): Refusal => new Refusal(409, 'the sandbox is ending')

/** Attempts begin late where the disk takes no writes, and not at all where the sandbox ends. */
const longestWait = 15_000

/** The next attempt to deliver an event. Rejects with `Refusal` 409 when there is none in time. */
const nextAttempt = ({ outbox }: Service, { id, partnerId }: EventRecord): Promise<StoredAttempt> =>
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

/** The webhooks of one partner, to be read and worked with. */
export function openWebhookService(service: Service, partnerId: string): WebhookService {
  const { store, outbox } = service
  const recordOf = (id: string): WebhookRecord => found(store.webhooks, partnerId, id, 'webhook')
  const viewOf = (record: WebhookRecord): EndpointView => endpointView(record, outbox.stateOf(record))
  const attemptView = (attempt: StoredAttempt): AttemptView => ({
    ...attempt,
    acknowledged: attempt.failure === undefined,
    label: store.webhooks.find(partnerId, attempt.webhookId)?.label ?? '',
    body: store.events.find(partnerId, attempt.eventId)?.body ?? '',
  })
  const attemptOf = (id: string): StoredAttempt => {
    const attempt = outbox.attempts.find(partnerId, id)
    if (attempt === undefined) throw notFound('attempt')
    return attempt
  }
  const enabledOf = (id: string): WebhookRecord => {
    const record = recordOf(id)
    if (!record.enabled) throw new Refusal(409, 'a webhook that is disabled receives nothing')
    return record
  }
  return {
    endpoints: () => [...store.webhooks.walk({ partnerId }, { order: 'newest-first' })].map(viewOf),
    endpoint: (id) => viewOf(recordOf(id)),
    register: (input) => {
      if (input.label.trim() === '') throw badRequest('request body at /label must be a text')
      const { record, secret } = registerEndpoint(service, partnerId, input)
      return { endpoint: viewOf(record), secret }
    },
    change: (id, change) => viewOf(changeEndpoint(service, recordOf(id), change)),
    attempts: (query = {}, size = defaultSize) => {
      const items: AttemptView[] = []
      for (const attempt of outbox.attempts.list(partnerId, query)) {
        const last = items.at(-1)
        if (items.length === size && last !== undefined) return { items, next: last.place }
        items.push(attemptView(attempt))
      }
      return { items }
    },
    attempt: (id) => attemptView(attemptOf(id)),
    ping: async (id) => {
      const { id: webhookId } = enabledOf(id)
      const event = logEvent(service, partnerId, pingEvent(webhookId), webhookId)
      return attemptView(await nextAttempt(service, event))
    },
    retry: async (attemptId) => {
      const { webhookId, eventId, failure } = attemptOf(attemptId)
      if (failure === undefined) throw new Refusal(409, 'the attempt was acknowledged')
      const attempt = await outbox.again(
        enabledOf(webhookId),
        found(store.events, partnerId, eventId, 'event'),
      )
      if (attempt === undefined) throw gone()
      return attemptView(attempt)
    },
    listen: (listener) => outbox.feed.listen(partnerId, (attempt) => listener(attemptView(attempt))),
  }
}
