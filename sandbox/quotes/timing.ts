import { isPegged } from '../money/rates.js'
import { plusMinutes } from '../primitives/clock.js'
import type { QuoteRequest } from './request.js'

const longestLock = { pegged: 2 * 24 * 60, other: 10 } as const
const hour = 60

/** When the rate of a quote stops being fixed, and when the quote itself ends. */
export interface QuoteTimes {
  readonly rateLockUntil: Date
  readonly validUntil: Date
}

/**
 * The times of a quote made now. A lock that is missing or too long becomes the longest one for its currencies;
 * under the policy Return a quote does not outlive its lock.
 */
export function timesOf(
  { query, source, destination }: QuoteRequest,
  now: Date,
  isOff: (check: string) => boolean,
): QuoteTimes {
  const longest = isPegged(source, destination) ? longestLock.pegged : longestLock.other
  const lock = Math.min(query.rate_lock_duration_minutes ?? longest, longest)
  const expiry = query.expiry_in_hours * hour
  const clamped = query.rate_expiry_policy === 'Return' && !isOff('quote/expiry-within-lock')
  return {
    rateLockUntil: plusMinutes(now, lock),
    validUntil: plusMinutes(now, clamped ? Math.min(expiry, lock) : expiry),
  }
}
