/** The wait between retries, in milliseconds. */
export interface Backoff {
  /** The wait after the first failure; each further one doubles it. */
  readonly first: number
  readonly longest: number
}

const jitter = 0.2

/** The wait after a number of failures in a row: exponential up to the longest, with 20 % jitter. */
export function waitAfter({ first, longest }: Backoff, failures: number, random: () => number): number {
  const plain = Math.min(first * 2 ** Math.min(failures - 1, 52), longest)
  return Math.round(plain * (1 - jitter + 2 * jitter * random()))
}
