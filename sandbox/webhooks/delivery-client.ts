import { createHmac } from 'node:crypto'
import type { SeededRandom, Clock } from '../primitives/environment.js'
import { defined } from '../primitives/defined.js'
import { hostNamed } from './url.js'
import { type Backoff, defaultBackoff } from './endpoint.js'
import {
  type Resolve,
  systemResolve,
  createHttpClient,
  type DeliveryRequest,
  excerptOf,
  shownHeaders,
} from './http-client.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { AttemptRecord, Trigger } from './attempts.js'

/** The encoding of the signature's digest, which the specification does not show. */
type DigestEncoding = 'hex' | 'base64'

/**
 * The secret of a webhook. It is derived from the seed and the webhook, so that it need not be stored. It is text whose
 * bytes are the key, without the prefix that would make libraries decode it.
 */
export function secretOf({ sign }: Pick<SeededRandom, 'sign'>, webhookId: string): string {
  return `sandbox_${sign(`webhook-secret:${webhookId}`)}`
}

interface Attempted extends Pick<AttemptRecord, 'id' | 'at'> {
  readonly body: Buffer
}

const milliseconds = 1000

/** The headers of one attempt, signed over timestamp and raw body without separator (Delivery 2 to 4). */
export function signedHeaders(
  { id, at, body }: Attempted,
  secret: string,
  encoding: DigestEncoding,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / milliseconds))
  const digest = createHmac('sha256', secret).update(timestamp).update(body).digest(encoding)
  return {
    'content-type': 'application/json',
    'user-agent': 'rampart-sandbox',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1=${digest}`,
  }
}

export interface WebhookOptions {
  /** Whether webhooks may be on this machine, also over http; by default only public https. */
  readonly allowsLoopback?: boolean
  /** Hosts that need not be public, also over http: names or addresses, optionally with a port. */
  readonly allowedHosts?: readonly string[]
  /** The encoding of the signature's digest; hex by default. */
  readonly digest?: DigestEncoding
  /** Timeout of an endpoint in milliseconds of real time; 5000 by default. */
  readonly timeout?: number
  readonly backoff?: Partial<Backoff>
  /** Resolves host names; with the system resolver by default. */
  readonly resolve?: Resolve
}

/** Responses are due within 5 seconds (Limits). */
const defaultTimeout = 5000

/** The options with defaults filled in. Throws `TypeError` for an invalid host. */
export function fullOptions(options: WebhookOptions = {}) {
  return {
    allowsLoopback: options.allowsLoopback ?? false,
    allowedHosts: (options.allowedHosts ?? []).map(hostNamed),
    digest: options.digest ?? 'hex',
    timeout: options.timeout ?? defaultTimeout,
    resolve: options.resolve ?? systemResolve,
    backoff: { ...defaultBackoff, ...options.backoff },
  }
}

export type FullWebhookOptions = ReturnType<typeof fullOptions>

interface Delivery {
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
  readonly retries: (retries: boolean, attempt: AttemptRecord) => boolean
  /** The delay before the next attempt, in milliseconds. */
  readonly backoff: (delayMs: number) => number
  readonly attemptId: (id: string, webhookId: string, event: EventRecord) => string
  readonly signedAt: (now: Date, delivery: Delivery) => Date
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
  // Cached, because deriving a secret takes a considerable part of a delivery's time.
  const secrets = new Map<string, string>()
  /** Never rejects. */
  const deliver = async (delivery: Delivery): Promise<AttemptRecord> => {
    const { webhook, event, trigger, id, place } = delivery
    const secret = secrets.get(webhook.id) ?? secretOf(random, webhook.id)
    secrets.set(webhook.id, secret)
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
      ...defined({ status, failure }),
      ...(responseHeaders && { responseHeaders: shownHeaders(responseHeaders, secret) }),
      excerpt: excerptOf(bytes, secret),
      duration,
    }
  }
  return { deliver, forget: (webhookId: string) => void secrets.delete(webhookId), close }
}
