import type { SeededRandom } from '../primitives/random.js'
import { Refusal } from '../primitives/refusal.js'

/** The default key of a sandbox. It is not secret. */
export const defaultApiKey = 'sandbox-key'

/** The key of a second partner, for testing that partners are isolated. It is not secret. */
export const secondApiKey = 'second-sandbox-key'

/** An example of a sub-partner id; any other uuid works too. */
export const subPartnerId = '5b1f0c2e-7d43-4a86-9e15-3c6d8f2a4b70'

/** Returns the partner of a key. Throws `Refusal` 401 for a missing or unknown key. */
export type Authenticate = (apiKey: string | undefined) => string

/**
 * Accepts the given keys, each of a separate partner (Authentication 1). Keys are never logged, stored or repeated in
 * a response; a partner's id is derived from the seed and the key by HMAC.
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
