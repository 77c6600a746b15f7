import { isObject } from '../json.js'
import {
  bytesOf,
  type Bytes,
  fromBase64,
  fromHex,
  concatenated,
  type RawBody,
  rawBytes,
  headerOf,
  type HeadersLike,
  isSigned,
  keysOf,
  type Secrets,
  usableSecrets,
} from './bytes.js'
import { type Reason, advice, diagnose } from './diagnose.js'
import { type Problem, problemsOf, type Validator } from '../validators.js'

/**
 * The message of an event, unwrapped from an object with one key if there is one; undefined if there is no message.
 * The specification does not show which of the two forms a service sends.
 */
export function messageOf(event: unknown): unknown {
  if (!isObject(event)) return undefined
  const message =
    isObject(event['data']) && 'message' in event['data'] ? event['data']['message'] : event['message']
  if (!isObject(message) || 'id' in message) return message
  const [inner, ...others] = Object.values(message)
  return isObject(inner) && others.length === 0 ? inner : message
}

// Sorts members, so that the text does not depend on their order.
const ordered = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

const identityOf = (event: unknown): unknown => {
  const message = messageOf(event)
  if (!isObject(event) || message === undefined) return event
  const data = event['data']
  return [isObject(data) ? (data['customer_id'] ?? null) : null, message]
}

/**
 * The key that all attempts of a delivery share: data.customer_id and the content of the message, since each retry
 * has its own webhook-id (Events, delivery 6). An event of another shape is used as a whole. 64 hexadecimal digits.
 */
export async function deduplicationKey(event: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(JSON.stringify(identityOf(event), ordered)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const prefix = 'v1='
const digestLength = 32
// Lengths of SHA-1, SHA-224, SHA-384 and SHA-512. MD5 is missing, because it has the length of a signature cut in
// half.
const otherLengths: ReadonlySet<number> = new Set([20, 28, 48, 64])

// A 32-byte digest in base64 is never valid hexadecimal: its length is odd, or it ends with "=".
const digestOf = (text: string): Bytes | undefined => fromHex(text) ?? fromBase64(text)

/**
 * The digests in a webhook-signature header. There may be several, separated by commas or spaces, each prefixed
 * `v1=`, in hexadecimal of either case or in base64, since the specification does not show the encoding (Events,
 * delivery 2 and 3).
 */
const digestsOf = (header: string): readonly Bytes[] | Reason => {
  const signed = header.split(/[\s,;]+/).filter((part) => part.startsWith(prefix))
  if (signed.length === 0) return 'wrong-prefix'
  const digests = signed
    .map((part) => digestOf(part.slice(prefix.length)))
    .filter((digest) => digest !== undefined)
  const fitting = digests.filter(({ length }) => length === digestLength)
  if (fitting.length > 0) return fitting
  return digests.some(({ length }) => otherLengths.has(length)) ? 'algorithm' : 'malformed-signature'
}

/** Loads the validator of each event type's body, as generated code lists them. */
export type EventValidators = Readonly<Record<string, () => Promise<Validator>>>

export interface VerifyOptions {
  /** The seconds by which the timestamp may differ from now, in either direction; 300 by default. */
  readonly tolerance?: number
  /** The time, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: () => number
  /** Validators for the body, by type of the event. A type that is not listed is accepted. */
  readonly validators?: EventValidators
  /** The member of an event that contains its type; `type` by default. */
  readonly tag?: string
  /** Whether to find the reason for a wrong signature, which costs up to some hundred digests; true by default. */
  readonly explain?: boolean
}

/** A verified delivery. */
export interface Delivery<Event = unknown, Message = unknown, Type = unknown> {
  readonly verified: true
  /** The type of the event; undefined if its body has none. Undocumented types may occur at any time. */
  readonly type: Type
  /** The parsed body. */
  readonly event: Event
  /** The message in the event, unwrapped if necessary. */
  readonly message: Message
  /** The header webhook-id: new with each attempt, and not covered by the signature. */
  readonly id: string | undefined
  /** The time at which the attempt was signed. */
  readonly timestamp: Date
  /** Equal for all attempts of one event: derived from the customer and the content of the message. */
  readonly deduplicationKey: string
}

/** The rejection of a delivery. Contains no secret, and is not meant for the sender. */
export interface Rejection {
  readonly verified: false
  readonly reason: Reason
  /** The fix, in one or two sentences. */
  readonly advice: string
  /** The missing header. */
  readonly header?: string
  /** The problems that the validator found in the body. */
  readonly problems?: readonly Problem[]
}

/** `verify` for the deliveries of one document. */
export type Verify<D extends Delivery> = (
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options?: VerifyOptions,
) => Promise<Verification<D>>

export type Verification<D extends Delivery = Delivery> = D | Rejection

const rejection = (reason: Reason, more: Pick<Rejection, 'header' | 'problems'> = {}): Rejection => ({
  verified: false,
  reason,
  advice: advice[reason],
  ...more,
})

const toleranceOf = ({ tolerance = 300 }: VerifyOptions): number => {
  if (tolerance >= 0) return tolerance
  throw new RangeError('the tolerance must be a number of seconds, 0 or more')
}

interface Head {
  readonly timestamp: string
  readonly digests: readonly Uint8Array[]
}

const headOf = (headers: HeadersLike): Head | Rejection => {
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signature = headerOf(headers, 'webhook-signature')
  if (timestamp === undefined) return rejection('missing-header', { header: 'webhook-timestamp' })
  if (signature === undefined) return rejection('missing-header', { header: 'webhook-signature' })
  // Exactly ten digits: since there is no separator, a digit could otherwise move from the body to the timestamp.
  if (!/^\d{10}$/.test(timestamp)) return rejection('malformed-timestamp')
  const digests = digestsOf(signature)
  return typeof digests === 'string' ? rejection(digests) : { timestamp, digests }
}

/** Also rejects NaN, for which comparisons are false. */
const untimely = (timestamp: string, options: VerifyOptions): Rejection | undefined => {
  const age = (options.now ?? Date.now)() / 1000 - Number(timestamp)
  if (Math.abs(age) <= toleranceOf(options)) return undefined
  return rejection(age < 0 ? 'future' : 'stale')
}

const typeOf = (event: unknown, tag: string): string | undefined => {
  const isTagged = typeof event === 'object' && event !== null && Object.hasOwn(event, tag)
  const type: unknown = isTagged ? Reflect.get(event, tag) : undefined
  return typeof type === 'string' ? type : undefined
}

const bodyRejection = async (
  { type, event }: Delivery,
  validators: EventValidators = {},
): Promise<Rejection | undefined> => {
  const load = typeof type === 'string' && Object.hasOwn(validators, type) ? validators[type] : undefined
  const validate = await load?.()
  if (!validate || validate(event)) return undefined
  return rejection('invalid-body', { problems: problemsOf(validate.errors, event) })
}

const parseDelivery = async (
  body: Uint8Array,
  head: Pick<Delivery, 'id' | 'timestamp'>,
  tag = 'type',
): Promise<Verification> => {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    const key = await deduplicationKey(event)
    const content = { type: typeOf(event, tag), event, message: messageOf(event), deduplicationKey: key }
    return { verified: true, ...content, ...head }
  } catch {
    return rejection('not-json')
  }
}

/** Like `verify`, for a body of any type. The type parameter is the caller's knowledge about events. */
export function judge<D extends Delivery>(
  rawBody: unknown,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions,
): Promise<Verification<D>>
/** The implementation, which does not know the types of deliveries. */
export async function judge(
  rawBody: unknown,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions,
): Promise<Verification> {
  toleranceOf(options)
  const body = rawBytes(rawBody)
  if (body === undefined) return rejection('parsed-body')
  const usable = usableSecrets(secrets)
  if (usable.length === 0) return rejection('empty-secret')
  const head = headOf(headers)
  if ('reason' in head) return head
  const { timestamp, digests } = head
  const id = headerOf(headers, 'webhook-id')
  if (!(await isSigned(concatenated([bytesOf(timestamp), body]), digests, await keysOf(usable)))) {
    const isExplained = options.explain !== false
    const delivery = { body, timestamp, id, digests, secrets: usable }
    return rejection(isExplained ? await diagnose(delivery) : 'wrong-secret')
  }
  const late = untimely(timestamp, options)
  if (late) return late
  const time = new Date(Number(timestamp) * 1000)
  const delivery = await parseDelivery(body, { id, timestamp: time }, options.tag)
  return (delivery.verified && (await bodyRejection(delivery, options.validators))) || delivery
}

/**
 * Verifies a delivery (Events, delivery 3): HMAC-SHA256 over webhook-timestamp and the raw body without
 * separator, compared in constant time, and a timestamp within the tolerance. Several secrets are tried
 * during rotation. Problems of the delivery are returned as a rejection with the reason.
 * @throws RangeError when the tolerance is not a number of seconds
 */
export function verify<D extends Delivery = Delivery>(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<Verification<D>> {
  return judge<D>(rawBody, headers, secrets, options)
}
