import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { Chance } from '../primitives/random.js'
import { type Clock, plusMinutes } from '../primitives/clock.js'
import type { AttemptRecord, Trigger } from './attempts.js'
import { excerptOf } from './excerpt.js'
import type { FullWebhookOptions } from './options.js'
import { createPoster, type Letter } from './http-client.js'
import { secretOf, signedHeaders } from './signing.js'

/** A delivery that is about to be made. */
export interface Errand {
  readonly webhook: WebhookRecord
  readonly event: EventRecord
  readonly trigger: Trigger
  /** The `webhook-id`: another one for every attempt. */
  readonly id: string
}

/** What faults make of a delivery before it is signed, and after; without any it stays as it is. */
export interface Spoiling {
  readonly container: (body: string, errand: Errand) => string
  readonly letter: (letter: Letter, errand: Errand) => Letter
  /** Whether an attempt counts as acknowledged. */
  readonly counts: (acknowledged: boolean, errand: Errand) => boolean
  /** Whether an attempt that failed is made again. */
  readonly retries: (retries: boolean, attempt: AttemptRecord) => boolean
  readonly isOff: (promise: string) => boolean
}

/** What deliveries take of a sandbox. */
export interface CourierParts {
  readonly chance: Chance
  /** The time of the sandbox. */
  readonly now: Clock
  /** The time that receivers have: a clock of the sandbox that was moved would make every signature stale. */
  readonly receiversNow: Clock
  readonly options: FullWebhookOptions
  readonly spoil: Spoiling
}

/** Minutes by which a clock is late that a fault puts back. */
const LATE = 6

/** How many times too early a fault gives an answer up. */
const HASTE = 3

/** Makes deliveries, one attempt each. */
export interface Courier {
  /** Never rejects. */
  readonly deliver: (errand: Errand) => Promise<AttemptRecord>
  readonly close: () => Promise<void>
}

const partsOf = ({ webhook, event, trigger, id }: Errand) => ({
  id,
  partnerId: webhook.partnerId,
  webhookId: webhook.id,
  eventId: event.id,
  type: event.type,
  customerId: event.customerId,
  trigger,
})

/** A courier that signs every attempt anew and tells what came of it (Delivery). */
export const createCourier = ({ chance, now, receiversNow, options, spoil }: CourierParts): Courier => {
  const timeout = spoil.isOff('webhooks/slow-answer') ? options.timeout / HASTE : options.timeout
  const { post, close } = createPoster({ ...options, timeout })
  const firstTimes = new Map<string, Date>()
  const timeOfSignature = ({ event }: Errand): Date => {
    if (spoil.isOff('webhooks/timestamp')) return plusMinutes(receiversNow(), -LATE)
    if (!spoil.isOff('webhooks/retry-timestamp')) return receiversNow()
    const first = firstTimes.get(event.id) ?? receiversNow()
    firstTimes.set(event.id, first)
    return first
  }
  const secrets = new Map<string, string>()
  const secretFor = ({ id }: WebhookRecord): string => {
    const secret = secrets.get(id) ?? secretOf(chance, id)
    secrets.set(id, secret)
    return secret
  }
  const deliver = async (errand: Errand): Promise<AttemptRecord> => {
    const { webhook, event, id } = errand
    const secret = secretFor(webhook)
    const body = Buffer.from(spoil.container(event.body, errand))
    const signed = signedHeaders({ id, at: timeOfSignature(errand), body }, secret, options.digest)
    const letter = spoil.letter({ url: webhook.url, headers: signed, body }, errand)
    const at = now()
    const { status, failure, bytes, duration } = await post(letter)
    return {
      ...partsOf(errand),
      at,
      url: letter.url,
      headers: letter.headers,
      ...(status === undefined ? {} : { status }),
      ...(failure === undefined ? {} : { failure }),
      excerpt: excerptOf(bytes, secret),
      duration,
    }
  }
  return { deliver, close }
}
