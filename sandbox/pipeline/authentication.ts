import type { Clock } from '../primitives/clock.js'
import type { SeededRandom } from '../primitives/random.js'
import { Refusal } from '../primitives/refusal.js'
import type { ResponseContext, FaultSet } from './fault-set.js'

/** The default key of a sandbox. It is not secret. */
export const defaultApiKey = 'sandbox-key'

/** The key of a second partner, for testing that partners are isolated. It is not secret. */
export const secondApiKey = 'second-sandbox-key'

/** An example of a sub-partner id; any other uuid works too. */
export const subPartnerId = '5b1f0c2e-7d43-4a86-9e15-3c6d8f2a4b70'

type Headers = ResponseContext['headers']

/**
 * Returns the partner of a key. Throws `Refusal` 401 for a missing or unknown key. Faults may read the
 * headers too.
 */
export type Authenticate = (apiKey: string | undefined, headers?: Headers) => string

/**
 * Accepts the given keys, each of a separate partner (Authentication 1). Keys are never logged, stored or repeated in
 * a response; a partner's id is derived from the seed and the key by HMAC.
 */
export function createAuthentication(
  apiKeys: readonly string[],
  random: SeededRandom,
  faults: Pick<FaultSet, 'apiKey'>,
): Authenticate {
  const partners = new Map(apiKeys.map((apiKey) => [apiKey, random.named(`partner:${apiKey}`)]))
  return (apiKey, headers = {}) => {
    const given = faults.apiKey(apiKey, headers, apiKeys)
    if (given === undefined || given === '') throw new Refusal(401, "header 'X-API-Key' is required")
    const partnerId = partners.get(given)
    if (partnerId === undefined) throw new Refusal(401, "header 'X-API-Key' is not a key of this service")
    return partnerId
  }
}

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
