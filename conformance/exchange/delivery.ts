import { type Exchange, headerValue, jsonBody } from './exchange.js'
import { isObject, objectOf, once, textOf } from '../../document/index.js'

/** Events, event kinds: the delivered types. */
export const eventKinds = [
  'transaction',
  'new_autoramp',
  'new_bank_account',
  'deposit_address_created',
  'customer_created',
  'transaction_status',
  'transaction_refunded',
  'register_fiat_address_status',
  'customer_status',
  'customer_fiat_abilities',
  'register_autoramp_status',
  'identification_status',
  'ping',
] as const

export type EventKind = (typeof eventKinds)[number]

/** One webhook as it arrived. */
export interface Delivery {
  /** The request as received, with the receiver's response. */
  readonly exchange: Exchange
  readonly bytes: Uint8Array
  /** Unix time in milliseconds. */
  readonly arrivedAt: number
  /** The receiver's address that it was sent to; empty for the default one. */
  readonly address: string
  /** When it was answered; undefined until then, and if the sender did not wait. */
  readonly answeredAt?: number
  /** When the sender closed the connection before the response. */
  readonly abandonedAt?: number
}

/** Registering: an endpoint answers within 5 seconds. */
export const answerLimitMs = 5_000

type Sent = Pick<Delivery, 'exchange'>

// Cached, because every rule looks through all deliveries.
const contentIn = once(({ request }: Exchange) =>
  jsonBody({ status: 0, headers: [], body: request.body ?? '' }),
)

/** The JSON body of a delivery; undefined when it is not JSON. */
export function contentOf({ exchange }: Sent): unknown {
  return contentIn(exchange)
}

/** The container; tolerates a list around it, which is a violation. */
const containerOf = (delivery: Sent): Readonly<Record<string, unknown>> => {
  const content = contentOf(delivery)
  return objectOf(Array.isArray(content) ? content[0] : content)
}

/** The member `data`, which holds the notification. */
export function dataOf(delivery: Sent): Readonly<Record<string, unknown>> {
  return objectOf(containerOf(delivery)['data'])
}

/** The member `message`, beside `data` or inside it; the specification leaves this open. */
export function messageOf(delivery: Sent): unknown {
  return dataOf(delivery)['message'] ?? containerOf(delivery)['message']
}

/** Whether there is a message, which may be null. */
export function hasMessage(delivery: Sent): boolean {
  return 'message' in dataOf(delivery) || 'message' in containerOf(delivery)
}

/** The members of the message, without the wrapper that some services add. */
export function messageMembers(delivery: Delivery): Readonly<Record<string, unknown>> {
  const message = messageOf(delivery)
  const values = Object.values(objectOf(message))
  const [only] = values
  return values.length === 1 && isObject(only) ? only : objectOf(message)
}

/** Texts that may be the event type, those of the container first. */
const typesIn = (delivery: Sent): string[] => {
  const body = containerOf(delivery)
  return [body, body['data'], messageOf(delivery)]
    .flatMap((holder) => Object.values(objectOf(holder)))
    .filter((value) => typeof value === 'string')
}

const isKind = (text: string): text is EventKind => eventKinds.some((kind) => kind === text)

/** The event type, found by its value, because the specification does not show the name of its member. */
export function typeOf(delivery: Sent): EventKind | undefined {
  return typesIn(delivery).find(isKind)
}

const inSnakeCase = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll(/[-. ]/g, '_')
    .toLowerCase()

// Cached, because every cause is compared with all deliveries.
const kindIn = once(
  (exchange: Exchange) => typeOf({ exchange }) ?? typesIn({ exchange }).map(inSnakeCase).find(isKind),
)

/** The event kind, also of a misspelled type. */
export function kindOf({ exchange }: Sent): EventKind | undefined {
  return kindIn(exchange)
}

/** A word, as every type is one, in contrast to ids and times. */
const word = /^[a-z]+(?:[-_. :/][a-z]+)*$/i

/** True for a delivery without any type, also of no known kind: container and data have no word. */
export function isUntyped(delivery: Sent): boolean {
  const values = [containerOf(delivery), dataOf(delivery)].flatMap((holder) => Object.values(holder))
  return !values.some((value) => typeof value === 'string' && word.test(value))
}

/** The customer that a delivery is about. */
export function customerOf(delivery: Delivery): string | undefined {
  return textOf(dataOf(delivery)['customer_id'])
}

/** A text of this length does not occur inside another by chance. */
const unmistakable = 16

/** True when an id occurs in a delivery as a value, or, if it is long enough, inside a text. */
export function mentions(delivery: Delivery, id: string): boolean {
  const body = delivery.exchange.request.body ?? ''
  return body.includes(id.length < unmistakable ? JSON.stringify(id) : id)
}

/** The value of a header of a delivery. */
export function deliveryHeader({ exchange }: Delivery, name: string): string | undefined {
  return headerValue(exchange.request.headers, name)
}
