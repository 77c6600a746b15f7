import { createHmac } from 'node:crypto'
import { isObject, type JsonObject } from '../../../../document/index.js'
import type { DeliveryFactory } from '../../sending/delivery-factory.js'
import type { Delivery, HeaderFields } from '../../sending/delivery.js'

/** The texts that a signature may be made of. */
export interface SignedParts {
  readonly timestamp: string
  readonly body: string
  readonly id: string
  /** The body, parsed. */
  readonly event: JsonObject
}

/** How a delivery is made, step by step; a right one where nothing is changed. */
export interface Plan {
  readonly key: (secret: string) => string | Buffer
  readonly clock: (now: string) => string
  /** The name of a kind of event. */
  readonly spell: (type: string) => string
  readonly members: (event: JsonObject) => JsonObject
  readonly signed: (parts: SignedParts) => string | Buffer
  readonly digest: (key: string | Buffer, text: string | Buffer) => Buffer
  readonly value: (digest: Buffer, parts: SignedParts) => string
  readonly headers: (fields: HeaderFields) => HeaderFields
  readonly contentType: string
  readonly method: string
}

/** The step of a plan that a deviation changes: two of different aspects can be made together. */
export type Aspect = 'key' | 'clock' | 'type' | 'members' | 'text' | 'value' | 'names' | 'manner'

/** A way to make deliveries that receivers with a certain mistake take in place of right ones. */
export interface Deviation {
  /** The mistake that is shown when the delivery is taken. */
  readonly mistake: string
  readonly aspect: Aspect
  /** The delivery in words, as they go on after "an event". */
  readonly description: string
  /** What the receiver does, as a sentence, where that is known more exactly than the mistake has it. */
  readonly title?: string
  readonly plan: Partial<Plan>
}

const rightPlan = (factory: DeliveryFactory): Plan => ({
  key: (secret) => secret,
  clock: (now) => now,
  spell: (type) => type,
  members: (event) => event,
  signed: ({ timestamp, body }) => timestamp + body,
  digest: (key, text) => createHmac('sha256', key).update(text).digest(),
  value: (digest) => `v1=${digest.toString(factory.settings.encoding)}`,
  headers: (fields) => fields,
  contentType: 'application/json',
  method: 'POST',
})

/** A delivery that differs from a right one in everything that is given. */
export function deviating(factory: DeliveryFactory, deviations: readonly Deviation[]): Delivery {
  const plan = Object.assign(rightPlan(factory), ...deviations.map((one) => one.plan)) as Plan
  const fresh = factory.event()
  const event = plan.members({ ...fresh, type: plan.spell(fresh.type) })
  const body = JSON.stringify(event)
  const timestamp = plan.clock(factory.timestamp())
  const { contentType, method } = plan
  const delivery = factory.delivery({ body, timestamp, contentType, method })
  const id = delivery.headers.find(([name]) => name === 'webhook-id')?.[1] ?? ''
  const parts = { timestamp, body, id, event }
  const value = plan.value(plan.digest(plan.key(factory.settings.secret), plan.signed(parts)), parts)
  const headers = delivery.headers.map(
    ([name, old]) => [name, name === 'webhook-signature' ? value : old] as const,
  )
  return { ...delivery, headers: plan.headers(headers) }
}

/** A member of an event that is an object; an empty one where it is none. */
export function objectIn(event: JsonObject, name: string): JsonObject {
  const value = event[name]
  return isObject(value) ? value : {}
}
