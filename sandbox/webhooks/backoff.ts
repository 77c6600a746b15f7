import type { SeededRandom } from '../primitives/random.js'

/** The schedule of retries, in milliseconds. */
export interface Backoff {
  /** The delay after the first failure; it doubles with each further one. */
  readonly first: number
  readonly longest: number
}

export const defaultBackoff: Backoff = { first: 1000, longest: 3_600_000 }

/**
 * The number of consecutive failures after which a webhook counts as paused: delays are long, and nothing else is
 * sent to it.
 */
export const pausedAfter = 6

const spread = 200
const whole = 1000

/** The longest delay of a schedule, including jitter. */
export function longestWait({ longest }: Backoff): number {
  return (longest * (whole + spread)) / whole
}

/**
 * The delay after a number of consecutive failures: exponential up to the maximum, with 20 % of jitter in either
 * direction, determined by the seed.
 */
export function waitAfter(
  { first, longest }: Backoff,
  failures: number,
  name: string,
  { integer }: Pick<SeededRandom, 'integer'>,
): number {
  const plain = Math.min(first * 2 ** Math.min(failures - 1, 52), longest)
  return Math.round((plain * integer(`backoff:${name}:${failures}`, whole - spread, whole + spread)) / whole)
}
