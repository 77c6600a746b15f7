import { headerValue, type RawDelivery } from '../delivery/delivery.js'
import { bodyReadings, frameReadings, millisecondFrames } from './bodies.js'
import type { Content } from './content.js'
import { type Digest, digestsIn, isWhole, otherDigest } from './digests.js'
import { keyReadings } from './keys.js'
import { type Mistake, mistake } from './mistakes.js'
import type { ExamineOptions } from './options.js'
import { type Budget, type Fit, type Readings, searchFit } from './search.js'

export interface Signature {
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
    return {
      keys: rightKeys,
      frames: [{ value: { before: timestamp, after: '' } }],
      bodies: [{ value: delivery.body }],
    }
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
  budget?: Budget,
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
