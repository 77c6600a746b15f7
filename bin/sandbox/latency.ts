import { InvalidArgumentError } from 'commander'

/** Milliseconds of real time, both ends included. */
export interface Latency {
  readonly min: number
  readonly max: number
}

const longest = 60_000

/** Reads `--latency`: `200`, or a range such as `50-300`. Throws `InvalidArgumentError`. */
export function latencyFrom(text: string): Latency {
  const [, low, high = low] = /^([0-9]{1,5})(?:-([0-9]{1,5}))?$/.exec(text) ?? []
  const [min, max] = [Number(low), Number(high)]
  if (low === undefined || min > max || max > longest)
    throw new InvalidArgumentError(`It must be milliseconds, or a range such as 50-300, up to ${longest}.`)
  return { min, max }
}

/** A latency in words. */
export function latencyText({ min, max }: Latency): string {
  return `${min === max ? min : `${min}-${max}`} ms`
}
