import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookDocument } from '../events/documents.js'
import { type NamedSecret, type SecretForm, type Key, keyReadings } from './keys.js'
import { type Digest, digestsIn, isWhole, otherDigest } from './digests.js'
import { type Frame, bodyReadings, frameReadings, millisecondFrames } from './bodies.js'
import { type Mistake, type Reading, mistake } from '../signing/mistakes.js'
import { headerValue, type RawDelivery } from '../delivery/delivery.js'
import type { Content } from './content.js'

export interface ExamineOptions {
  readonly secrets: readonly NamedSecret[]
  readonly secretForm?: SecretForm
  readonly at: Date
  /** The tolerated distance of the timestamp in seconds; 300 by default. */
  readonly tolerance?: number
  readonly document: WebhookDocument
  /** False to skip the search for mistakes. */
  readonly explain?: boolean
  /** The effort of the search; about a second by default. */
  readonly budget?: Budget
}

/** The possible inputs of a signature, the right ones first. */
interface Readings {
  readonly keys: readonly Reading<Key>[]
  readonly frames: readonly Reading<Frame>[]
  readonly bodies: readonly Reading<Uint8Array>[]
}

/** The derivation of a signature: the matching digest, the secret, and all mistakes. */
interface Fit {
  readonly digest: Digest
  readonly secret: string
  readonly mistakes: readonly Mistake[]
}

/** Limits of the search, so that no delivery makes it slow. */
interface Budget {
  readonly tries: number
  readonly bytes: number
}

// About a second.
const usualBudget: Budget = { tries: 120_000, bytes: 256 * 1024 * 1024 }

const fits = (mac: Uint8Array, digest: Digest): boolean =>
  digest.bytes.length === mac.length && timingSafeEqual(mac, digest.bytes)

const macOf = ({ bytes }: Key, { before, after }: Frame, body: Uint8Array): Uint8Array =>
  createHmac('sha256', bytes).update(before).update(body).update(after).digest()

const wrongs = (parts: readonly { readonly mistake?: Mistake | undefined }[]): Mistake[] =>
  parts.flatMap(({ mistake }) => (mistake ? [mistake] : []))

const patterns = [0, 1].flatMap((key) => [0, 1].flatMap((frame) => [0, 1].map((body) => [key, frame, body])))

// The combinations with a number of mistakes, those of the body first.
const combinations = function* ({ keys, frames, bodies }: Readings, wrong: number) {
  const chosen = <T>(all: readonly Reading<T>[], count: number): readonly Reading<T>[] =>
    all.filter(({ mistake }) => (mistake === undefined) === (count === 0))
  for (const [ofKey = 0, ofFrame = 0, ofBody = 0] of patterns) {
    if (ofKey + ofFrame + ofBody !== wrong) continue
    const [someFrames, someBodies] = [chosen(frames, ofFrame), chosen(bodies, ofBody)]
    for (const key of chosen(keys, ofKey))
      for (const frame of someFrames) for (const body of someBodies) yield { key, frame, body }
  }
}

/** The derivation with the fewest mistakes that yields one of the digests; undefined when none is found. */
const searchFit = (
  readings: Readings,
  digests: readonly Digest[],
  { tries, bytes }: Budget,
): Fit | undefined => {
  let tried = 0
  let hashed = 0
  for (const wrong of [0, 1, 2, 3]) {
    for (const { key, frame, body } of combinations(readings, wrong)) {
      tried += 1
      hashed += body.value.length
      // The right derivation is always tried, however long the body.
      if (wrong > 0 && (tried > tries || hashed > bytes)) return undefined
      const mac = macOf(key.value, frame.value, body.value)
      const digest = digests.find((one) => fits(mac, one))
      if (digest) return { digest, secret: key.value.secret, mistakes: wrongs([digest, key, frame, body]) }
    }
  }
  return undefined
}

interface Signature {
  readonly mistakes: readonly Mistake[]
  /** Name of the matching secret, even if it matches only with a mistake. */
  readonly secret?: string
  readonly encoding?: Digest['form']
}

/** True for exactly ten digits; only such a timestamp is used in calculations (Events, delivery 3). */
export function isTime(timestamp: string): boolean {
  return /^\d{10}$/.test(timestamp)
}

const bodyMistake = (body: Uint8Array): Mistake | undefined => {
  if (body.length === 0) return mistake('body-empty', 'the body is empty')
  const start = Buffer.from(body.subarray(0, 64)).toString('latin1').trim()
  const name = /^(\[object \w+\]|undefined|null|b'|<Buffer )/.exec(start)
  return name ? mistake('body-not-text', `the body begins with ${JSON.stringify(name[0])}`) : undefined
}

const readingsOf = (
  delivery: RawDelivery,
  timestamp: string,
  content: Content,
  options: ExamineOptions,
): Readings => {
  const keys = keyReadings(options.secrets, options.secretForm ?? 'text')
  if (options.explain === false) {
    const rightKeys = keys.filter((key) => key.mistake === undefined)
    const frames = [{ value: { before: timestamp, after: '' } }]
    return { keys: rightKeys, frames, bodies: [{ value: delivery.body }] }
  }
  const id = headerValue(delivery.headers, 'webhook-id')
  const frames = frameReadings({ timestamp, id, bodyTime: content.time })
  return { keys, frames, bodies: bodyReadings(delivery.body) }
}

const rightOnly = ({ keys, bodies }: Readings): Omit<Readings, 'frames'> => ({
  keys: keys.filter((key) => key.mistake === undefined || key.mistake.code === 'another-secret'),
  bodies: bodies.slice(0, 1),
})

const fitOf = (
  readings: Readings,
  digests: readonly Digest[],
  timestamp: string,
  budget = usualBudget,
): Fit | undefined => {
  const whole = digests.filter(isWhole)
  if (whole.length === 0) return undefined
  const fit = searchFit(readings, whole, budget)
  if (fit || readings.frames.length === 1 || !isTime(timestamp)) return fit
  return searchFit({ ...rightOnly(readings), frames: millisecondFrames(timestamp) }, whole, budget)
}

/** The secret that matches the signature of a delivery, and the mistakes involved. */
export function signatureOf(
  delivery: RawDelivery,
  timestamp: string,
  content: Content,
  options: ExamineOptions,
): Signature {
  const header = headerValue(delivery.headers, 'webhook-signature')
  const digests = digestsIn(header ?? '')
  if (!('length' in digests)) return { mistakes: [digests] }
  const readings = readingsOf(delivery, timestamp, content, options)
  const fit = fitOf(readings, digests, timestamp, options.budget)
  if (fit) return { secret: fit.secret, encoding: fit.digest.form, mistakes: fit.mistakes }
  const keys = rightOnly(readings).keys.map(({ value }) => value.bytes)
  const other = otherDigest(digests, keys, timestamp, delivery.body)
  const written = digests.flatMap((digest) => (digest.mistake ? [digest.mistake] : [])).slice(0, 1)
  const unknown = mistake('no-match', 'it was signed with another secret, or for another body or timestamp')
  return { mistakes: [...written, other ?? bodyMistake(delivery.body) ?? unknown] }
}
