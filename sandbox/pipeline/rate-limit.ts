import type { Clock } from '../primitives/clock.js'
import { Refusal } from '../primitives/refusal.js'

/** Counts a request of a partner. Throws `Refusal` 429 for one too many. */
export type RateLimit = (partnerId: string) => void

const secondMs = 1000

/** At most so many requests of each partner in every second of the clock; without a limit none is refused. */
export function createRateLimit(perSecond: number | undefined, clock: Clock): RateLimit {
  if (perSecond === undefined) return () => {}
  let second = 0
  let counts = new Map<string, number>()
  return (partnerId) => {
    const now = Math.floor(clock().getTime() / secondMs)
    if (now !== second) counts = new Map()
    second = now
    const count = (counts.get(partnerId) ?? 0) + 1
    counts.set(partnerId, count)
    if (count > perSecond)
      throw new Refusal(429, `more than ${perSecond} requests in a second`, { 'retry-after': '1' })
  }
}
