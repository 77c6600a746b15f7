import { notFound, Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import { found } from '../service/find.js'
import type { AttemptSummary } from '../webhooks/attempt-log.js'
import type { AttemptQuery, AttemptRecord } from '../webhooks/attempts.js'
import { logEvent } from '../events/event-log.js'
import { exampleEvent } from '../events/example.js'
import type { EventType } from '../api/event-types.js'
import {
  type AttemptPage,
  type AttemptView,
  type EventView,
  openAttemptLists,
  type Page,
} from './attempt-lists.js'
import { endpointView, type EndpointView } from './endpoint-view.js'
import { changeEndpoint, type EndpointChange, registerEndpoint } from './registration.js'
import { type FailedSince, retryFailed, type Retried } from './retry-failed.js'
import { cancelRotation, type OverlapHours, rotateSecret, switchSecret } from './secret-rotation.js'
import type { EndpointInput } from './validation.js'

export type { AttemptPage, AttemptView, EventDelivery, EventView, Page } from './attempt-lists.js'
export type { EndpointState, EndpointView } from './endpoint-view.js'

/** A webhook with its secret, which is only returned once. */
export interface EndpointWithSecret {
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
