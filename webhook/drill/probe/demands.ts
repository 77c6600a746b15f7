import { objectOf } from '../../../document/index.js'
import type { Deviation } from './deviation.js'

/** An id of a form other than a UUID of version 4, of which it keeps what differs from one to the next. */
type Form = readonly [says: string, of: (uuid: string) => string | number]

const hexOf = (uuid: string): string => uuid.replaceAll('-', '').slice(8)

const numberOf = (uuid: string): number => Number.parseInt(hexOf(uuid).slice(-11), 16)

const beginning = (prefix: string): Form => [
  `that begins with "${prefix}"`,
  (uuid) => `${prefix}000${hexOf(uuid)}`,
]

// The short form first, because a receiver with a limit of length alone accepts others too.
const forms: readonly Form[] = [
  ['without hyphens, of at most 32 letters', (uuid) => uuid.replaceAll('-', '')],
  ['of digits alone', (uuid) => String(numberOf(uuid))],
  ['that is a UUID of version 7', (uuid) => `${uuid.slice(0, 14)}7${uuid.slice(15)}`],
  ['that is a ULID', (uuid) => `01${hexOf(uuid).toUpperCase()}`],
]

const ofIds = [...forms, ...['msg_', 'evt_', 'wh_', 'del_'].map(beginning)].map(([says, of]): Deviation => ({
  mistake: 'id-form',
  aspect: 'names',
  description: `with a webhook-id ${says}`,
  plan: {
    headers: (fields) =>
      fields.map(([name, value]) => [name, name === 'webhook-id' ? String(of(value)) : value]),
  },
}))

const customerForms: readonly Form[] = [
  ['that is a number', numberOf],
  ...forms,
  ...['cus_', 'cust_', 'customer_'].map(beginning),
]

const ofCustomers = customerForms.map(([says, of]): Deviation => ({
  mistake: 'customer-form',
  aspect: 'members',
  description: `with a data.customer_id ${says}`,
  plan: {
    members: (event) => {
      const data = objectOf(event['data'])
      return { ...event, data: { ...data, customer_id: of(String(data['customer_id'])) } }
    },
  },
}))

/** Headers that receivers demand, and no delivery has to have; `{type}` and `{id}` are those of the event. */
const demanded: readonly (readonly [name: string, value: string])[] = Object.entries({
  'webhook-event x-webhook-event x-event-type x-event webhook-type webhook-topic x-webhook-topic x-event-name':
    '{type}',
  'x-request-id x-correlation-id x-event-id x-delivery-id x-webhook-delivery webhook-delivery idempotency-key':
    '{id}',
  'webhook-attempt x-webhook-attempt x-api-version webhook-version x-webhook-version': '1',
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-proto': 'https',
  accept: '*/*',
  'user-agent': 'Iron-Webhooks/1.0',
}).flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const))

const withHeaders = (rows: typeof demanded, description: string): Deviation => ({
  mistake: 'header-demanded',
  aspect: 'names',
  description,
  plan: {
    headers: (fields, { event, id }) => {
      const others = fields.filter(([field]) => rows.every(([name]) => name !== field))
      const filled = (text: string): string =>
        text.replace('{type}', String(event['type'])).replace('{id}', id)
      return [...others, ...rows.map(([name, value]) => [name, filled(value)] as const)]
    },
  },
})

const withAll: Deviation = {
  ...withHeaders(demanded, 'with many other headers'),
  narrower: demanded.map((row) => withHeaders([row], `with the header "${row.join(': ')}"`)),
}

/** Deliveries for receivers that demand what the specification does not promise: a header, or a form of an id. */
export const ofDemands: readonly Deviation[] = [
  withAll,
  {
    mistake: 'header-demanded',
    aspect: 'names',
    description: 'without the header user-agent',
    plan: { headers: (fields) => fields.filter(([name]) => name !== 'user-agent') },
  },
  ...ofIds,
  ...ofCustomers,
]
