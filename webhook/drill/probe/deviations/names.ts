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
    'webhook-sign',
    'webhook-hmac',
    'webhook-digest',
    'webhook-signature-256',
    'x-webhook-sign',
    'x-webhook-signature-256',
    'x-webhook-digest',
    'x-sign',
    'x-hmac',
    'x-callback-signature',
    'x-auth-signature',
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
    'webhook-time',
    'x-webhook-time',
    'x-webhook-ts',
    'x-time',
  ],
  'webhook-id': ['x-webhook-id', 'svix-id', 'x-event-id', 'x-request-id', 'x-iron-webhook-id', 'webhookid'],
}

/** Other header names that receivers read, by header. */
export const nameGroups: readonly (readonly string[])[] = Object.values(known)

/** All other names in one list. */
export const otherNames: readonly string[] = Object.values(known).flat()

const ownName = (other: string): string =>
  Object.keys(known).find((name) => known[name]?.includes(other)) ?? other

/** A delivery with copies of its headers under other names. */
export function underNames(names: readonly string[]): Deviation {
  const headers = (fields: HeaderFields): HeaderFields => [
    ...fields,
    ...names.flatMap((name) => {
      const value = fields.find(([field]) => field === ownName(name))?.[1]
      return value === undefined ? [] : [[name, value] as const]
    }),
  ]
  const replaced = [...new Set(names.map((name) => `"${ownName(name)}"`))].join(' or ')
  const texts = names.map((name) => `"${name}" in place of "${ownName(name)}"`)
  return {
    mistake: 'other-header',
    aspect: 'names',
    description:
      names.length > 3 ? `with other names of ${replaced}` : `with the header ${texts.join(' and ')}`,
    title:
      names.length > 3
        ? `Your receiver listens to another name of ${replaced}.`
        : `Your receiver listens to ${texts.join(' and ')}.`,
    plan: { headers },
  }
}

/** All other names at once, to see with one delivery whether a receiver reads any of them. */
export const underOtherNames: Deviation = underNames(otherNames)
