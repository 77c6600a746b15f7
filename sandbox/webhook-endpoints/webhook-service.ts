import { setTimeout as wait } from 'node:timers/promises'
import { type EventType, topicByType, type Topic } from '../api/event-types.js'
import type { WebhookRecord, EventRecord } from '../state/records.js'
import { type AttemptRecord, type AttemptQuery, cursorOf, mentions } from '../webhooks/attempts.js'
import type { DeliveryState } from '../webhooks/outbox.js'
import { logEvent, exampleEvent } from '../events/events.js'
import { notFound, Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import { requireRecord } from '../state/repository.js'
import { changeEndpoint, type EndpointChange, type EndpointInput, registerEndpoint } from './registration.js'

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

const standing = ({ enabled }: WebhookRecord, delivery: DeliveryState): EndpointState => {
  const { pending, retrying, isPaused } = delivery
  if (!enabled) return 'disabled'
  if (isPaused) return 'paused'
  if (pending > retrying) return 'delivering'
  return retrying > 0 ? 'waiting' : 'idle'
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

/** Attempts start late if the disk does not accept writes, and never if the sandbox closes. */
const longestWait = 15_000

/** The next attempt to deliver an event. Rejects with `Refusal` 409 if there is none in time. */
const nextAttempt = async ({ outbox }: Service, event: EventRecord): Promise<AttemptRecord> => {
  const attempt = await Promise.race([outbox.nextOf(event), wait(longestWait, undefined, { ref: false })])
  if (attempt === undefined) throw new Refusal(409, 'no attempt could be made in time')
  return attempt
}

/** One partner's webhooks. Methods with an unknown id throw `Refusal` 404, or reject with it. */
export class WebhookService {
  constructor(
    private readonly service: Service,
    private readonly partnerId: string,
  ) {}

  /** Newest first. */
  endpoints(): readonly EndpointView[] {
    const { store } = this.service
    return [...store.webhooks.walk({ partnerId: this.partnerId }, { order: 'newest-first' })].map((record) =>
      this.#endpointView(record),
    )
  }

  endpoint(id: string): EndpointView {
    return this.#endpointView(this.#webhook(id))
  }

  /** Returns the secret, for the only time. Throws `Refusal` 400. */
  register(input: EndpointInput): { readonly endpoint: EndpointView; readonly secret: string } {
    const { record, secret } = registerEndpoint(this.service, this.partnerId, input)
    return { endpoint: this.#endpointView(record), secret }
  }

  change(id: string, change: EndpointChange): EndpointView {
    return this.#endpointView(changeEndpoint(this.service, this.#webhook(id), change))
  }

  /** Deletes a webhook with its pending deliveries and its attempts. A delivery in progress may still arrive. */
  remove(id: string): void {
    this.service.store.webhooks.remove(this.partnerId, this.#webhook(id).id)
  }

  /** Newest first by start (`at`). */
  attempts(query: AttemptQuery, size: number): Page<AttemptView> {
    const items: AttemptView[] = []
    for (const attempt of this.service.outbox.attempts.list(this.partnerId, query, this.#hasText(query))) {
      const last = items.at(-1)
      if (items.length === size && last !== undefined) return { items, next: cursorOf(last) }
      items.push(this.#attemptView(attempt))
    }
    return { items }
  }

  attempt(id: string): AttemptView {
    return this.#attemptView(this.#attempt(id))
  }

  /** Absent for an attempt that is gone, since the log only keeps the newest. */
  knownAttempt(id: string): AttemptView | undefined {
    const attempt = this.service.outbox.attempts.find(this.partnerId, id)
    return attempt && this.#attemptView(attempt)
  }

  /** Sends an example at once, whatever the topics. Rejects with `Refusal` 409 if the webhook is disabled. */
  async trigger(id: string, type: EventType): Promise<AttemptView> {
    const [service, partnerId] = [this.service, this.partnerId]
    const { id: webhookId } = this.#enabled(id)
    const example = exampleEvent(service, partnerId, type, webhookId)
    const event = logEvent(service, partnerId, example, webhookId)
    return this.#attemptView(await nextAttempt(service, event))
  }

  /** Retries the event of a failed attempt at once. Rejects with `Refusal` 409 if that is not possible. */
  async retry(attemptId: string): Promise<AttemptView> {
    const { webhookId, eventId, failure } = this.#attempt(attemptId)
    if (failure === undefined) throw new Refusal(409, 'the attempt was acknowledged')
    const event = requireRecord(this.service.store.events, this.partnerId, eventId, 'event')
    const attempt = await this.service.outbox.again(this.#enabled(webhookId), event)
    if (attempt === undefined) throw new Refusal(409, 'the sandbox is ending, or the webhook was deleted')
    return this.#attemptView(attempt)
  }

  #webhook(id: string): WebhookRecord {
    return requireRecord(this.service.store.webhooks, this.partnerId, id, 'webhook')
  }

  #enabled(id: string): WebhookRecord {
    const record = this.#webhook(id)
    if (!record.enabled) throw new Refusal(409, 'a disabled webhook receives nothing')
    return record
  }

  #attempt(id: string): AttemptRecord {
    const attempt = this.service.outbox.attempts.find(this.partnerId, id)
    if (attempt === undefined) throw notFound('attempt')
    return attempt
  }

  #endpointView(record: WebhookRecord): EndpointView {
    const { partnerId: _partner, ...shown } = record
    const delivery = this.service.outbox.stateOf(record)
    const types = typesOf(record.topics)
    const topics = types.map((type) => topicByType[type])
    return { ...shown, ...delivery, topics, types, state: standing(record, delivery) }
  }

  #attemptView(attempt: AttemptRecord): AttemptView {
    return {
      ...attempt,
      acknowledged: attempt.failure === undefined,
      label: this.service.store.webhooks.find(this.partnerId, attempt.webhookId)?.label ?? '',
      body: this.#bodyOf(attempt),
    }
  }

  #bodyOf({ body, eventId }: AttemptRecord): string {
    return body ?? this.service.store.events.find(this.partnerId, eventId)?.body ?? ''
  }

  #hasText({ text }: AttemptQuery): (attempt: AttemptRecord) => boolean {
    const wanted = text?.trim().toLowerCase() ?? ''
    if (wanted === '') return () => true
    return (attempt) => mentions(attempt, wanted) || this.#bodyOf(attempt).toLowerCase().includes(wanted)
  }
}
