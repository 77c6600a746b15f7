import type { Clock } from './clock.js'

const firstMs = 250
const maxBackoffMs = 8_000
const maxRetryAfterMs = 30_000

/** The `Retry-After` header, seconds or an HTTP date, as milliseconds from now; undefined when it is neither. */
const requested = (header: string, now: number): number | undefined => {
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/**
 * Milliseconds to wait before the next attempt: what the service requests, up to 30 seconds, or otherwise a time that
 * doubles with each failure, half of it random. `failures` counts from 1.
 */
export function retryDelay(failures: number, retryAfter: string | null, clock: Clock): number {
  const asked = retryAfter === null ? undefined : requested(retryAfter.trim(), clock.now())
  if (asked !== undefined) return Math.min(asked, maxRetryAfterMs)
  const full = Math.min(firstMs * 2 ** (failures - 1), maxBackoffMs)
  return Math.round(full / 2 + (full / 2) * clock.random())
}
