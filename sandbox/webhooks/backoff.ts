import type { SeededRandom } from '../primitives/random.js'

/** When failed deliveries are tried again, in milliseconds. */
export interface Backoff {
  /** The wait after the first failure; each further one doubles it. */
  readonly first: number
  readonly longest: number
}

export const defaultBackoff: Backoff = { first: 1000, longest: 3_600_000 }

/** Failures in a row after which a webhook counts as paused: waits are long then, and nothing else is sent to it. */
export const pausedAfter = 6

const spread = 200
const whole = 1000

/** The longest wait that jitter makes of a schedule. */
export function longestWait({ longest }: Backoff): number {
  return (longest * (whole + spread)) / whole
}

/**
 * How long to wait after so many failures in a row: exponential, up to the longest, with 20 % of jitter to either side
 * that the seed decides.
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
