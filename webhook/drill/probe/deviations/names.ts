import type { HeaderFields } from '../../sending/delivery.js'
import type { Deviation } from './deviation.js'

const known: Readonly<Record<string, readonly string[]>> = {
  'webhook-signature': [
    'x-webhook-signature',
    'x-signature',
    'signature',
    'x-hub-signature-256',
    'x-iron-signature',
    'svix-signature',
    'webhook-sig',
    'stripe-signature',
    'x-webhook-sig',
    'x-hub-signature',
    'x-signature-256',
    'x-hmac-signature',
    'x-hmac-sha256',
    'x-shopify-hmac-sha256',
    'x-slack-signature',
    'x-api-signature',
    'x-event-signature',
    'x-hook-signature',
    'x-payload-signature',
    'x-request-signature',
    'x-rampart-signature',
    'webhooksignature',
    'x-webhook-hmac',
    'x-signature-v1',
    'x-signature-hmac-sha256',
    'iron-signature',
    'iron-webhook-signature',
    'x-iron-webhook-signature',
    'webhook_signature',
  ],
  'webhook-timestamp': [
    'x-webhook-timestamp',
    'x-timestamp',
    'timestamp',
    'x-signature-timestamp',
    'x-iron-timestamp',
    'svix-timestamp',
    'webhook-ts',
    'x-request-timestamp',
    'x-slack-request-timestamp',
    'x-event-timestamp',
    'x-hook-timestamp',
    'x-hub-timestamp',
    'webhooktimestamp',
    'iron-timestamp',
    'iron-webhook-timestamp',
    'x-iron-webhook-timestamp',
    'signature-timestamp',
    'webhook_timestamp',
  ],
  'webhook-id': ['x-webhook-id', 'svix-id', 'x-event-id', 'x-request-id', 'x-iron-webhook-id', 'webhookid'],
}

/** The headers of a delivery, each with the other names that receivers listen to. */
export const otherNames: readonly string[] = Object.values(known).flat()

const ownName = (other: string): string =>
  Object.keys(known).find((name) => known[name]?.includes(other)) ?? other

/** A delivery whose headers stand under these other names as well. */
export function underNames(names: readonly string[]): Deviation {
  const headers = (fields: HeaderFields): HeaderFields => [
    ...fields,
    ...names.flatMap((name) => {
      const value = fields.find(([field]) => field === ownName(name))?.[1]
      return value === undefined ? [] : [[name, value] as const]
    }),
  ]
  const texts = names.map((name) => `"${name}" in place of "${ownName(name)}"`)
  return {
    mistake: 'other-header',
    aspect: 'names',
    description: names.length > 3 ? 'with headers of other names' : `with the header ${texts.join(' and ')}`,
    ...(names.length <= 3 && { title: `Your receiver listens to ${texts.join(' and ')}.` }),
    plan: { headers },
  }
}

/** All other names at once: one delivery shows whether a receiver listens to any of them. */
export const underOtherNames: Deviation = underNames(otherNames)
