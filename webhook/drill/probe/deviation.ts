import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../../document/index.js'
import type { DeliveryFactory } from '../sending/delivery.js'
import type { HeaderLines, Delivery } from '../../delivery/delivery.js'

export interface SignedParts {
  readonly timestamp: string
  readonly body: string
  readonly id: string
  readonly event: JsonObject
  readonly method: string
  readonly path: string
  readonly url: string
}

/** The steps that make a delivery; without changes a valid one. */
export interface Plan {
  readonly key: (secret: string) => string | Buffer
  readonly clock: (now: string) => string
  readonly spell: (type: string) => string
  readonly members: (event: JsonObject) => JsonObject
  readonly signed: (parts: SignedParts) => string | Buffer
  readonly digest: (key: string | Buffer, text: string | Buffer) => Buffer
  readonly value: (digest: Buffer, parts: SignedParts) => string
  /** Whether a receiver with the mistake accepts the signature; other events are made until it does. */
  readonly isMeant: (value: string) => boolean
  readonly headers: (fields: HeaderLines, parts: SignedParts) => HeaderLines
  readonly contentType: string
  readonly method: string
}

/** The step that a deviation changes; deviations of different aspects can be combined. */
export type Aspect = 'key' | 'clock' | 'type' | 'members' | 'text' | 'value' | 'names' | 'request'

/** A change of deliveries that receivers with a certain mistake accept instead of valid ones. */
export interface Deviation {
  /** The mistake if the delivery is accepted. */
  readonly mistake: string
  readonly aspect: Aspect
  /** The delivery in words, after "an event". */
  readonly description: string
  /** The receiver's behaviour, as a sentence, if it is known more exactly than by the mistake. */
  readonly title?: string | undefined
  readonly plan: Partial<Plan>
  /** Its parts, of which a receiver that accepts the whole may need one alone. */
  readonly narrower?: readonly Deviation[] | undefined
}

const rightPlan = (factory: DeliveryFactory): Plan => ({
  key: (secret) => secret,
  clock: (now) => now,
  spell: (type) => type,
  members: (event) => event,
  signed: ({ timestamp, body }) => timestamp + body,
  digest: (key, text) => createHmac('sha256', key).update(text).digest(),
  value: (digest) => `v1=${digest.toString(factory.settings.encoding)}`,
  isMeant: () => true,
  headers: (fields) => fields,
  contentType: 'application/json',
  method: 'POST',
})

const mostTries = 2048

/** A delivery with all given deviations. */
export function deviating(factory: DeliveryFactory, deviations: readonly Deviation[]): Delivery {
  const plan = Object.assign(rightPlan(factory), ...deviations.map((one) => one.plan)) as Plan
  for (let tries = 1; ; tries += 1) {
    const { delivery, value } = planned(factory, plan)
    if (plan.isMeant(value) || tries === mostTries) return delivery
  }
}

const planned = (factory: DeliveryFactory, plan: Plan): { delivery: Delivery; value: string } => {
  const fresh = factory.event()
  const event = plan.members({ ...fresh, type: plan.spell(fresh.type) })
  const body = JSON.stringify(event)
  const timestamp = plan.clock(factory.timestamp())
  const { contentType, method } = plan
  const delivery = factory.delivery({ body, timestamp, contentType, method })
  const id = delivery.headers.find(([name]) => name === 'webhook-id')?.[1] ?? ''
  const { pathname = '', search = '', href: url = '' } = factory.settings.url ?? {}
  const parts = { timestamp, body, id, event, method, path: pathname + search, url }
  const value = plan.value(plan.digest(plan.key(factory.settings.secret), plan.signed(parts)), parts)
  const signed = (name: string, old: string): string => (name === 'webhook-signature' ? value : old)
  const headers = delivery.headers.map(([name, old]) => [name, signed(name, old)] as const)
  return { delivery: { ...delivery, headers: plan.headers(headers, parts) }, value }
}
