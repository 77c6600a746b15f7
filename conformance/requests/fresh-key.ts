import { randomUUID } from 'node:crypto'
import type { Call } from '../model/call.js'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const isKey = (name: string): boolean => /^(x-)?idempotency-?key$/i.test(name)

/** Whether the service may know the key of a call from an earlier run, and repeat what it answered then. */
export function hasOldKey(call: Call): boolean {
  return Object.entries(call.header).some(([name, value]) => isKey(name) && !uuid.test(String(value)))
}

/**
 * A call with an idempotency key of its own: with that of another call, a service would repeat the response to that one.
 * A key that is no UUID was meant to be what it is.
 */
export function withFreshKey(call: Call): Call {
  const keys = Object.entries(call.header).filter(([name, value]) => isKey(name) && uuid.test(String(value)))
  if (keys.length === 0) return call
  const fresh = Object.fromEntries(keys.map(([name]) => [name, randomUUID()]))
  return { ...call, header: { ...call.header, ...fresh } }
}
