import { setTimeout as wait } from 'node:timers/promises'

import type { EventType } from '../api/event-types.js'
import { logEvent } from '../events/events.js'
import { exampleEvent } from '../events/example.js'
import { notFound, Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import { requireRecord } from '../state/repository.js'
import { type AttemptQuery, type AttemptRecord, cursorOf, mentions } from '../webhooks/attempts.js'
import { changeEndpoint, type EndpointChange, type EndpointInput, registerEndpoint } from './registration.js'
import { type AttemptView, type EndpointView, endpointView, type Page } from './views.js'

/** Attempts start late if the disk does not accept writes, and never if the sandbox closes. */
const longestWait = 15_000

/** The next attempt to deliver an event. Rejects with `Refusal` 409 if there is none in time. */
const nextAttempt = async ({ outbox }: Service, event: EventRecord): Promise<AttemptRecord> => {
  const attempt = await Promise.race([outbox.nextOf(event), wait(longestWait, undefined, { ref: false })])
  if (attempt === undefined) throw new Refusal(409, 'no attempt could be made in time')
  return attempt
}

/**
 * One partner's webhooks, for the console and the controls of the sandbox. Methods with an id throw `Refusal`
 * 404, or reject with it, if the partner has no such record.
 */
export class WebhookService {
  readonly #service: Service
  readonly #partnerId: string

  constructor(service: Service, partnerId: string) {
    this.#service = service
    this.#partnerId = partnerId
  }

  /** Newest first. */
  endpoints(): readonly EndpointView[] {
    const { store } = this.#service
    return [...store.webhooks.walk({ partnerId: this.#partnerId }, { order: 'newest-first' })].map((record) =>
      this.#endpointView(record),
    )
  }

  endpoint(id: string): EndpointView {
    return this.#endpointView(this.#webhook(id))
  }

  /** Returns the secret, for the only time. Throws `Refusal` 400. */
  register(input: EndpointInput): { readonly endpoint: EndpointView; readonly secret: string } {
    const { record, secret } = registerEndpoint(this.#service, this.#partnerId, input)
    return { endpoint: this.#endpointView(record), secret }
  }

  /** Throws `Refusal` 400. */
  change(id: string, change: EndpointChange): EndpointView {
    return this.#endpointView(changeEndpoint(this.#service, this.#webhook(id), change))
  }

  /** Deletes a webhook with its pending deliveries and its attempts. A delivery in progress may still arrive. */
  remove(id: string): void {
    this.#service.store.webhooks.remove(this.#partnerId, this.#webhook(id).id)
  }

  /** Newest first by start (`at`). */
  attempts(query: AttemptQuery, size: number): Page<AttemptView> {
    const items: AttemptView[] = []
    for (const attempt of this.#service.outbox.attempts.list(this.#partnerId, query, this.#hasText(query))) {
      const last = items.at(-1)
      if (items.length === size && last !== undefined) return { items, next: cursorOf(last) }
      items.push(this.#attemptView(attempt))
    }
    return { items }
  }

  attempt(id: string): AttemptView {
    return this.#attemptView(this.#attempt(id))
  }

  /**
   * Sends an example of an event at once, whatever the webhook subscribed to, and resolves to its attempt. Rejects with
   * `Refusal` 409 if the webhook is disabled.
   */
  async trigger(id: string, type: EventType): Promise<AttemptView> {
    const [service, partnerId] = [this.#service, this.#partnerId]
    const { id: webhookId } = this.#enabled(id)
    const example = exampleEvent(service, partnerId, type, webhookId)
    const event = logEvent(service, partnerId, example, webhookId)
    return this.#attemptView(await nextAttempt(service, event))
  }

  /** Retries the event of a failed attempt at once. Rejects with `Refusal` 409 if that is not possible. */
  async retry(attemptId: string): Promise<AttemptView> {
    const { webhookId, eventId, failure } = this.#attempt(attemptId)
    if (failure === undefined) throw new Refusal(409, 'the attempt was acknowledged')
    const attempt = await this.#service.outbox.again(this.#enabled(webhookId), this.#event(eventId))
    if (attempt === undefined) throw new Refusal(409, 'the sandbox is ending, or the webhook was deleted')
    return this.#attemptView(attempt)
  }

  #webhook(id: string): WebhookRecord {
    return requireRecord(this.#service.store.webhooks, this.#partnerId, id, 'webhook')
  }

  #enabled(id: string): WebhookRecord {
    const record = this.#webhook(id)
    if (!record.enabled) throw new Refusal(409, 'a disabled webhook receives nothing')
    return record
  }

  #event(id: string): EventRecord {
    return requireRecord(this.#service.store.events, this.#partnerId, id, 'event')
  }

  #attempt(id: string): AttemptRecord {
    const attempt = this.#service.outbox.attempts.find(this.#partnerId, id)
    if (attempt === undefined) throw notFound('attempt')
    return attempt
  }

  #endpointView(record: WebhookRecord): EndpointView {
    return endpointView(record, this.#service.outbox.stateOf(record))
  }

  #attemptView(attempt: AttemptRecord): AttemptView {
    return {
      ...attempt,
      acknowledged: attempt.failure === undefined,
      label: this.#service.store.webhooks.find(this.#partnerId, attempt.webhookId)?.label ?? '',
      body: this.#bodyOf(attempt),
    }
  }

  #bodyOf({ body, eventId }: AttemptRecord): string {
    return body ?? this.#service.store.events.find(this.#partnerId, eventId)?.body ?? ''
  }

  #hasText({ text }: AttemptQuery): (attempt: AttemptRecord) => boolean {
    const wanted = text?.trim().toLowerCase() ?? ''
    if (wanted === '') return () => true
    return (attempt) => mentions(attempt, wanted) || this.#bodyOf(attempt).toLowerCase().includes(wanted)
  }
}
