import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Digest } from './digests.js'
import type { Frame } from './bodies.js'
import type { Key } from './keys.js'
import type { Mistake, Reading } from './mistakes.js'

/** The possible inputs of a signature, the right ones first. */
export interface Readings {
  readonly keys: readonly Reading<Key>[]
  readonly frames: readonly Reading<Frame>[]
  readonly bodies: readonly Reading<Uint8Array>[]
}

/** The derivation of a signature: the matching digest, the secret, and all mistakes. */
export interface Fit {
  readonly digest: Digest
  readonly secret: string
  readonly mistakes: readonly Mistake[]
}

/** Limits of the search, so that no delivery makes it slow. */
export interface Budget {
  readonly tries: number
  readonly bytes: number
}

// About a second.
const usualBudget: Budget = { tries: 120_000, bytes: 256 * 1024 * 1024 }

const fits = (mac: Uint8Array, digest: Digest): boolean =>
  digest.bytes.length === mac.length && timingSafeEqual(mac, digest.bytes)

const macOf = ({ bytes }: Key, { before, after }: Frame, body: Uint8Array): Uint8Array =>
  createHmac('sha256', bytes).update(before).update(body).update(after).digest()

const wrongs = (parts: readonly { readonly mistake?: Mistake }[]): Mistake[] =>
  parts.flatMap(({ mistake }) => (mistake ? [mistake] : []))

const patterns = [0, 1].flatMap((key) => [0, 1].flatMap((frame) => [0, 1].map((body) => [key, frame, body])))

// The combinations with a number of mistakes, those of the body first.
const combinations = function* ({ keys, frames, bodies }: Readings, wrong: number) {
  const chosen = <T extends { readonly mistake?: Mistake }>(all: readonly T[], count: number): readonly T[] =>
    all.filter(({ mistake }) => (mistake === undefined) === (count === 0))
  for (const [ofKey = 0, ofFrame = 0, ofBody = 0] of patterns) {
    if (ofKey + ofFrame + ofBody !== wrong) continue
    const [someFrames, someBodies] = [chosen(frames, ofFrame), chosen(bodies, ofBody)]
    for (const key of chosen(keys, ofKey))
      for (const frame of someFrames) for (const body of someBodies) yield { key, frame, body }
  }
}

/** The derivation with the fewest mistakes that yields one of the digests; undefined when none is found. */
export function searchFit(
  readings: Readings,
  digests: readonly Digest[],
  { tries, bytes }: Budget = usualBudget,
): Fit | undefined {
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
      if (!digest) continue
      const mistakes = wrongs([digest, key, frame, body])
      return { digest, secret: key.value.secret, mistakes }
    }
  }
  return undefined
}
