import type { SeededRandom } from '../primitives/random.js'
import { Refusal } from '../primitives/refusal.js'

/** The key that a sandbox accepts when it is told of no other. It is no secret. */
export const defaultApiKey = 'sandbox-key'

/** The key of a second partner, for who wants to see that partners see nothing of each other. It is no secret. */
export const secondApiKey = 'second-sandbox-key'

/** A sub-partner of whoever names it, as any other uuid is. */
export const subPartnerId = '5b1f0c2e-7d43-4a86-9e15-3c6d8f2a4b70'

/** Finds the partner that a key belongs to. Throws `Refusal` 401 for a key that is missing or unknown. */
export type Authenticate = (apiKey: string | undefined) => string

/**
 * Accepts the keys given, each of a partner of its own (Authentication 1). A key is never logged, stored with a
 * record or repeated in an answer; a partner's id follows from the seed and the key by an HMAC.
 */
export function createAuthentication(
  apiKeys: readonly string[],
  random: SeededRandom,
  isOff: (promise: string) => boolean,
): Authenticate {
  const idOf = (apiKey: string): string => random.named(`partner:${apiKey}`)
  const partners = new Map(apiKeys.map((apiKey) => [apiKey, idOf(apiKey)]))
  const nearly = (given: string): string | undefined =>
    apiKeys.find(
      (one) =>
        (isOff('authentication/unknown-key:prefix') && given.startsWith(one)) ||
        (isOff('authentication/unknown-key:case') && given.toLowerCase() === one.toLowerCase()),
    )
  return (apiKey) => {
    const isServed =
      (apiKey === undefined && isOff('authentication/key-required')) ||
      (apiKey === '' && isOff('authentication/key-required:empty'))
    const sent = isServed ? apiKeys[0] : apiKey
    const given = sent === undefined ? undefined : (nearly(sent) ?? sent)
    if (given === undefined || given === '') throw new Refusal(401, "header 'X-API-Key' is required")
    const partnerId = partners.get(given) ?? (isOff('authentication/unknown-key') ? idOf(given) : undefined)
    if (partnerId === undefined) throw new Refusal(401, "header 'X-API-Key' holds no key of this service")
    return partnerId
  }
}
