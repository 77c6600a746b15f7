import { type JsonObject, objectOf } from '../../../document/index.js'
import { topicOf } from '../../events/documents.js'
import { capitalised } from '../rules/transport.js'
import type { HeaderLines } from '../../delivery/delivery.js'
import type { Deviation } from './deviation.js'

/** Other names of headers that receivers read, the likeliest first. */
const headerNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    'webhook-signature': `
      x-webhook-signature x-signature signature x-hub-signature-256 x-iron-signature svix-signature
      webhook-sig stripe-signature x-webhook-sig x-hub-signature x-signature-256 x-hmac-signature
      x-hmac-sha256 x-shopify-hmac-sha256 x-slack-signature x-api-signature x-event-signature
      x-hook-signature x-payload-signature x-request-signature x-rampart-signature webhooksignature
      x-webhook-hmac x-signature-v1 x-signature-hmac-sha256 iron-signature iron-webhook-signature
      x-iron-webhook-signature webhook_signature webhook-sign webhook-hmac webhook-digest
      webhook-signature-256 x-webhook-sign x-webhook-signature-256 x-webhook-digest x-sign x-hmac
      x-callback-signature x-auth-signature`,
    'webhook-timestamp': `
      x-webhook-timestamp x-timestamp timestamp x-signature-timestamp x-iron-timestamp svix-timestamp
      webhook-ts x-request-timestamp x-slack-request-timestamp x-event-timestamp x-hook-timestamp
      x-hub-timestamp webhooktimestamp iron-timestamp iron-webhook-timestamp x-iron-webhook-timestamp
      signature-timestamp webhook_timestamp webhook-time x-webhook-time x-webhook-ts x-time`,
    'webhook-id': `
      x-webhook-id svix-id x-event-id x-request-id x-iron-webhook-id webhookid`,
  }).map(([name, others]) => [name, others.trim().split(/\s+/)]),
)

/** The other names, by header. */
export const nameGroups: readonly (readonly string[])[] = Object.values(headerNames)

const ownName = (other: string): string =>
  Object.keys(headerNames).find((name) => headerNames[name]?.includes(other)) ?? other

const mostShown = 3

/** A delivery with copies of its headers under other names. */
export function underNames(names: readonly string[]): Deviation {
  const headers = (fields: HeaderLines): HeaderLines => [
    ...fields,
    ...names.flatMap((name) => {
      const value = fields.find(([field]) => field === ownName(name))?.[1]
      return value === undefined ? [] : [[name, value] as const]
    }),
  ]
  const replaced = [...new Set(names.map((name) => `"${ownName(name)}"`))].join(' or ')
  const texts = names.map((name) => `"${name}" in place of "${ownName(name)}"`).join(' and ')
  const isAny = names.length > mostShown
  return {
    mistake: 'other-header',
    aspect: 'names',
    description: isAny ? `with other names of ${replaced}` : `with the header ${texts}`,
    title: `Your receiver reads ${isAny ? `another name of ${replaced}` : texts}.`,
    plan: { headers },
  }
}

/** The headers in the spelling of languages that look headers up by it. */
export const inCapitals: Deviation = {
  mistake: 'header-case',
  aspect: 'names',
  description: 'with headers such as Webhook-Signature',
  plan: { headers: (fields) => fields.map(([name, value]) => [capitalised(name), value]) },
}

/** All other names at once, to see with one delivery whether a receiver reads any of them. */
export const underOtherNames: Deviation = underNames(nameGroups.flat())

interface Alias {
  readonly title: string
  readonly members: (event: JsonObject) => JsonObject
}

const typeUnder = (name: string): Alias => ({
  title: `Your receiver reads the kind of an event from "${name}" instead of "type".`,
  members: ({ type }) => ({ [name]: type ?? null }),
})

const dataUnder = (name: string): Alias => ({
  title: `Your receiver reads the notification from "${name}" instead of "data".`,
  members: ({ data }) => ({ [name]: data ?? null }),
})

/** Other names under which receivers look for members of a container; one event can have them all. */
const aliases: readonly Alias[] = [
  {
    title: 'Your receiver expects an id in the container.',
    members: (event) => ({ id: objectOf(objectOf(event['data'])['message'])['id'] ?? null }),
  },
  {
    title: 'Your receiver reads the customer from "customerId" instead of "customer_id".',
    members: ({ data }) => ({ data: { customerId: objectOf(data)['customer_id'] ?? null } }),
  },
  {
    title: 'Your receiver reads the message from "object" instead of "message".',
    members: ({ data }) => ({ data: { object: objectOf(data)['message'] ?? null } }),
  },
  ...'event event_type eventType kind topic name action event_name Type'.split(' ').map(typeUnder),
  ...'payload body content object notification Data'.split(' ').map(dataUnder),
  {
    title: 'Your receiver reads the members of "data" from the top of the container.',
    members: (event) => ({ ...objectOf(event['data']), ...objectOf(objectOf(event['data'])['message']) }),
  },
  {
    title: 'Your receiver reads the fields of "message" from "data" itself.',
    members: (event) => {
      const data = objectOf(event['data'])
      return { data: { ...objectOf(data['message']), type: event['type'] ?? null, ...data } }
    },
  },
  {
    title: 'Your receiver expects the message in an object that is named after its topic.',
    members: (event) => {
      const data = objectOf(event['data'])
      const message = objectOf(data['message'])
      const type = String(event['type'])
      const topic = topicOf(type)
      return { data: { ...data, message: { ...message, [topic]: message, Event: message } } }
    },
  },
  {
    title: 'Your receiver expects the container to hold the version, or a time of creation.',
    members: ({ timestamp: at }) => ({ version: '1', created_at: at ?? null, created: 1, api_version: '1' }),
  },
]

const withAliases = (event: JsonObject, used: readonly Alias[]): JsonObject => {
  const result: Record<string, unknown> = { ...event }
  for (const { members } of used) {
    for (const [name, value] of Object.entries(members(event))) {
      const before = result[name]
      const isMerged = name === 'data' && typeof before === 'object'
      result[name] = isMerged ? { ...before, ...Object(value) } : (before ?? value)
    }
  }
  return result
}

const holding = (used: readonly Alias[], description: string): Deviation => ({
  mistake: 'other-members',
  aspect: 'members',
  description,
  title: used.length === 1 ? used[0]?.title : undefined,
  plan: { members: (event) => withAliases(event, used) },
})

/** An event with its kind and data under all known names. */
export const underAllNames: Deviation = {
  ...holding(aliases, 'that holds its kind and data under other names as well'),
  narrower: aliases.map((alias) => holding([alias], 'with one more name')),
}

/** Events whose own timestamp is a number. */
export const ofContainerTimes: readonly Deviation[] = [
  ['seconds', 1000],
  ['milliseconds', 1],
].map(([unit, divisor]) => ({
  mistake: 'container-timestamp',
  aspect: 'members',
  description: `whose container has its timestamp as a number of ${unit}`,
  plan: { members: (event) => ({ ...event, timestamp: Math.floor(Date.now() / Number(divisor)) }) },
}))
