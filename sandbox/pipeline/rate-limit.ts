import type { Clock } from '../primitives/clock.js'
import { Refusal } from '../primitives/refusal.js'

/** Counts a request of a partner. Throws `Refusal` 429 if it exceeds the limit. */
export type RateLimit = (partnerId: string) => void

const secondMs = 1000

/** Limits the requests of each partner per clock second; unlimited by default. */
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
