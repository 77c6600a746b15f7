import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { SeededRandom } from '../primitives/random.js'
import type { Clock } from '../primitives/clock.js'
import type { AttemptRecord, Trigger } from './attempts.js'
import { excerptOf, shownHeaders } from './excerpt.js'
import type { FullWebhookOptions } from './options.js'
import { createHttpClient, type DeliveryRequest } from './http-client.js'
import { createSecretCache, signedHeaders } from './signing.js'

export interface Delivery {
  readonly webhook: WebhookRecord
  readonly event: EventRecord
  readonly trigger: Trigger
  /** The `webhook-id`, which differs for every attempt. */
  readonly id: string
  /** Its sequence number among all attempts. */
  readonly place: number
}

/** Hooks with which faults change a delivery, before and after it is signed; by default they change nothing. */
export interface DeliveryFaults {
  readonly deliveryBody: (body: string, delivery: Delivery) => string
  readonly deliveryRequest: (request: DeliveryRequest, delivery: Delivery) => DeliveryRequest
  readonly counts: (acknowledged: boolean, delivery: Delivery) => boolean
  /** Whether a failed attempt is retried. */
  readonly retries: (retries: boolean, attempt: AttemptRecord) => boolean
  readonly attemptId: (id: string, webhookId: string, event: EventRecord) => string
  /** Changes the time that an attempt is signed with. */
  readonly signedAt: (now: Date, delivery: Delivery) => Date
  /** Changes the milliseconds to wait for a response. */
  readonly timeout: (timeout: number) => number
  /** Whether a webhook gets its due events. */
  readonly serves: (isEnabled: boolean, webhook: WebhookRecord) => boolean
}

export interface DeliveryDependencies {
  readonly random: SeededRandom
  /** The sandbox clock. */
  readonly now: Clock
  /** The real clock, as receivers have it: with the sandbox clock moved, every signature would be stale. */
  readonly receiversNow: Clock
  readonly options: FullWebhookOptions
  readonly faults: DeliveryFaults
}

/** A client that signs each attempt and returns its outcome (Delivery). */
export function createDeliveryClient({ random, now, receiversNow, options, faults }: DeliveryDependencies) {
  const { post, close } = createHttpClient({ ...options, timeout: faults.timeout(options.timeout) })
  const secrets = createSecretCache(random)
  const deliver = async (delivery: Delivery): Promise<AttemptRecord> => {
    const { webhook, event, trigger, id, place } = delivery
    const secret = secrets.of(webhook.id)
    const text = faults.deliveryBody(event.body, delivery)
    const body = Buffer.from(text)
    const signedAt = faults.signedAt(receiversNow(), delivery)
    const signed = signedHeaders({ id, at: signedAt, body }, secret, options.digest)
    const request = faults.deliveryRequest({ url: webhook.url, headers: signed, body }, delivery)
    const posted = request.body === body ? text : request.body.toString()
    const at = now()
    const { status, failure, responseHeaders, bytes, duration } = await post(request)
    return {
      id,
      place,
      partnerId: webhook.partnerId,
      webhookId: webhook.id,
      eventId: event.id,
      type: event.type,
      customerId: event.customerId,
      trigger,
      at,
      url: request.url,
      headers: request.headers,
      ...(posted === event.body ? {} : { body: posted }),
      ...(status === undefined ? {} : { status }),
      ...(failure === undefined ? {} : { failure }),
      ...(responseHeaders === undefined ? {} : { responseHeaders: shownHeaders(responseHeaders, secret) }),
      excerpt: excerptOf(bytes, secret),
      duration,
    }
  }
  return {
    /** Never rejects. */
    deliver,
    /** Removes cached data of a webhook. */
    forget: secrets.forget,
    close,
  }
}
