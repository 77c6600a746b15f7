import { type Exchange, headerValue, jsonBody } from './exchange.js'
import { isObject } from '../../document/index.js'

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

/** A delivered type. */
export type EventKind = (typeof eventKinds)[number]

/** One webhook as it arrived. */
export interface Delivery {
  /** The request as it came, and what the receiver answered. */
  readonly exchange: Exchange
  /** The body, byte by byte. */
  readonly bytes: Uint8Array
  /** Unix time in milliseconds. */
  readonly arrivedAt: number
  /** Which address of the receiver it came to: its own is the empty text. */
  readonly address: string
  /** When it was answered; undefined before, and for good where the sender did not wait. */
  readonly answeredAt?: number
  /** When the sender ended the connection without an answer. */
  readonly abandonedAt?: number
}

/** Registering: an endpoint answers within 5 seconds. */
export const answerLimitMs = 5_000

/** The body of a delivery as JSON; undefined when it is none. */
export function contentOf({ exchange }: Delivery): unknown {
  return jsonBody({ status: 0, headers: [], body: exchange.request.body ?? '' })
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** The container, also where it stands in a list, which it should not. */
const containerOf = (delivery: Delivery): Readonly<Record<string, unknown>> => {
  const content = contentOf(delivery)
  return membersOf(Array.isArray(content) ? content[0] : content)
}

/** The member `data`, in which the notification sits. */
export function dataOf(delivery: Delivery): Readonly<Record<string, unknown>> {
  return membersOf(containerOf(delivery)['data'])
}

/** The member `message`: beside `data` or inside it, which is open. */
export function messageOf(delivery: Delivery): unknown {
  return dataOf(delivery)['message'] ?? containerOf(delivery)['message']
}

/** Members of the message, out of the wrapper that some services put around it. */
export function messageMembers(delivery: Delivery): Readonly<Record<string, unknown>> {
  const message = messageOf(delivery)
  const values = Object.values(membersOf(message))
  const [only] = values
  return values.length === 1 && isObject(only) ? only : membersOf(message)
}

/** Texts that may be the type, those of the container before what is in it. */
const typesIn = (delivery: Delivery): string[] => {
  const body = containerOf(delivery)
  return [body, body['data'], messageOf(delivery)]
    .flatMap((holder) => Object.values(membersOf(holder)))
    .filter((value) => typeof value === 'string')
}

const isKind = (text: string): text is EventKind => eventKinds.some((kind) => kind === text)

/** The delivered type, by its value: the name of the member that holds it is not shown. */
export function typeOf(delivery: Delivery): EventKind | undefined {
  return typesIn(delivery).find(isKind)
}

const inSnakeCase = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll(/[-. ]/g, '_')
    .toLowerCase()

/** The kind of a delivery, also of one that does not spell its type as it should. */
export function kindOf(delivery: Delivery): EventKind | undefined {
  return typeOf(delivery) ?? typesIn(delivery).map(inSnakeCase).find(isKind)
}

/** The customer that a delivery is about. */
export function customerOf(delivery: Delivery): string | undefined {
  const id = dataOf(delivery)['customer_id']
  return typeof id === 'string' ? id : undefined
}

/** As long as this, a text stands in no other by chance. */
const unmistakable = 16

/** True when an id stands anywhere in a delivery as a value; one that is long enough also inside a text. */
export function mentions(delivery: Delivery, id: string): boolean {
  const body = delivery.exchange.request.body ?? ''
  return body.includes(id.length < unmistakable ? JSON.stringify(id) : id)
}

/** The value of a header of a delivery. */
export function deliveryHeader({ exchange }: Delivery, name: string): string | undefined {
  return headerValue(exchange.request.headers, name)
}
