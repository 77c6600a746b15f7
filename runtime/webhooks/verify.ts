import { type Problem, problemsOf, type Validator } from '../validators.js'
import { bytesOf, concatenated, type RawBody, rawBytes } from './bytes.js'
import { diagnose } from './diagnose.js'
import { deduplicationKey, messageOf } from './event.js'
import { headerOf, type HeadersLike } from './headers.js'
import { isSigned, keysOf, type Secrets, usableSecrets } from './keys.js'
import { advice, type Reason } from './reasons.js'
import { digestsOf } from './signature.js'

/** Loads the validator of the body of each type of event, as generated code lists them. */
export type EventValidators = Readonly<Record<string, () => Promise<Validator>>>

export interface VerifyOptions {
  /** How many seconds the timestamp may differ from now, either way; 300 unless told. */
  readonly tolerance?: number
  /** The time, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: () => number
  /** Validators that the body has to satisfy, by the type of the event. A type that is not listed passes. */
  readonly validators?: EventValidators
  /** The member of an event that names its type; `type` unless told. */
  readonly tag?: string
  /** Whether to find out why a signature does not fit, which costs up to some hundred digests; true unless told. */
  readonly explain?: boolean
}

/** A delivery that is what it says it is. */
export interface Delivery<Event = unknown, Message = unknown, Type = unknown> {
  readonly verified: true
  /** The type of the event; undefined where its body has none. A type that no document names may come at any time. */
  readonly type: Type
  /** The body, as it was sent. */
  readonly event: Event
  /** The message in the event, out of its wrapping if it came in one. */
  readonly message: Message
  /** The header webhook-id: new with each attempt, and not covered by the signature. */
  readonly id: string | undefined
  /** When the attempt was signed. */
  readonly timestamp: Date
  /** Equal for all attempts at one event: the customer and the content of the message. */
  readonly deduplicationKey: string
}

/** A delivery that is not to be trusted. Holds no secret, and is not meant for the sender. */
export interface Rejection {
  readonly verified: false
  readonly reason: Reason
  /** The fix, in a sentence or two. */
  readonly advice: string
  /** The header that is missing. */
  readonly header?: string
  /** The problems of a body that does not satisfy its validator. */
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
  throw new RangeError('the tolerance has to be a number of seconds that is not negative')
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
  // Ten digits exactly: with nothing between the two, a digit could move from the body to the timestamp.
  if (!/^\d{10}$/.test(timestamp)) return rejection('malformed-timestamp')
  const digests = digestsOf(signature)
  return typeof digests === 'string' ? rejection(digests) : { timestamp, digests }
}

/** Refuses also what compares with nothing, such as a clock that is not a number. */
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

const refused = async (
  { type, event }: Delivery,
  validators: EventValidators = {},
): Promise<Rejection | undefined> => {
  const load = typeof type === 'string' && Object.hasOwn(validators, type) ? validators[type] : undefined
  const validate = await load?.()
  if (!validate || validate(event)) return undefined
  return rejection('invalid-body', { problems: problemsOf(validate.errors, event) })
}

const parsed = async (
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

/** As `verify`, of a body that may be anything. What an event is, the caller knows. */
export function judge<D extends Delivery>(
  rawBody: unknown,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions,
): Promise<Verification<D>>
/** The implementation: only the types of the caller know which deliveries there are. */
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
  const delivery = await parsed(body, { id, timestamp: time }, options.tag)
  return (delivery.verified && (await refused(delivery, options.validators))) || delivery
}

/**
 * Judges a delivery as Events, delivery 3 says: HMAC-SHA256 under the secret over webhook-timestamp and the raw body
 * with nothing between, compared in constant time, and a timestamp within the tolerance. Several secrets are tried
 * while one takes the place of another. Whatever is wrong with the delivery is an answer, with the reason.
 * @throws RangeError when the tolerance is no number of seconds
 */
export function verify<D extends Delivery = Delivery>(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: Secrets,
  options: VerifyOptions = {},
): Promise<Verification<D>> {
  return judge<D>(rawBody, headers, secrets, options)
}
