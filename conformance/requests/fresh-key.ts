import { randomUUID } from 'node:crypto'
import type { Call } from '../model/call.js'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const isKey = (name: string): boolean => /^(x-)?idempotency-?key$/i.test(name)

/** Whether the service may replay a response of an earlier run, because the call's idempotency key is not fresh. */
export function hasOldKey(call: Call): boolean {
  return Object.entries(call.header).some(([name, value]) => isKey(name) && !uuid.test(String(value)))
}

/**
 * A call with a fresh idempotency key, because the service would replay the response to the old one. A key that is no
 * UUID is deliberate and stays.
 */
export function withFreshKey(call: Call): Call {
  const keys = Object.entries(call.header).filter(([name, value]) => isKey(name) && uuid.test(String(value)))
  if (keys.length === 0) return call
  const fresh = Object.fromEntries(keys.map(([name]) => [name, randomUUID()]))
  return { ...call, header: { ...call.header, ...fresh } }
}
