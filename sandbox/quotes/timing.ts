import { isPegged } from '../money/rates.js'
import { plusMinutes } from '../primitives/clock.js'
import type { QuoteRequest } from './request.js'

const longestLock = { pegged: 2 * 24 * 60, other: 10 } as const
const hour = 60

/** The end of a quote's rate lock, and of the quote itself. */
export interface QuoteTimes {
  readonly rateLockUntil: Date
  readonly validUntil: Date
}

/**
 * The times of a new quote. A missing or excessive lock becomes the longest one for its currencies; under the policy
 * Return a quote ends with its lock.
 */
export function timesOf({ query, source, destination }: QuoteRequest, now: Date): QuoteTimes {
  const longest = isPegged(source, destination) ? longestLock.pegged : longestLock.other
  const lock = Math.min(query.rate_lock_duration_minutes ?? longest, longest)
  const expiry = query.expiry_in_hours * hour
  return {
    rateLockUntil: plusMinutes(now, lock),
    validUntil: plusMinutes(now, query.rate_expiry_policy === 'Return' ? Math.min(expiry, lock) : expiry),
  }
}
