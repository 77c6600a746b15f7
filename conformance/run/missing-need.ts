import type { Rule } from '../model/rule.js'
import { noWrites, Skip } from '../model/outcome.js'
import type { Session } from '../session/session.js'

/** Why a rule cannot be judged with what the user gave, or undefined when it can. */
export function missingNeed(
  { needs }: Rule,
  { plan, apiKey, secondKey }: Pick<Session, 'plan' | 'apiKey' | 'secondKey'>,
): Skip | undefined {
  const { allowWrites, subjects } = plan
  if (needs.includes('writes') && !allowWrites) return new Skip(noWrites, 'writes')
  if (needs.includes('customer') && !allowWrites && subjects.customerId === undefined) {
    const reason =
      'it needs a customer; name one with --customer-id, or pass --allow-writes to have one created'
    return new Skip(reason, 'customer')
  }
  // The credentials of other services are not one key.
  if (needs.includes('api-key') && apiKey === '' && plan.service === undefined) {
    const reason = `it needs an API key; put one into the environment variable ${plan.apiKeyEnv}`
    return new Skip(reason, 'api-key')
  }
  if (needs.includes('second-key') && secondKey === '') {
    const reason = 'it needs the key of another partner; name its environment variable with --second-key-env'
    return new Skip(reason, 'second-key')
  }
  if (needs.includes('receiver') && plan.webhooks === undefined) {
    const reason =
      'it needs a receiver of webhooks; open one with --webhook-port, and register the URL that leads to it (--webhook-url) for all events'
    return new Skip(reason, 'receiver')
  }
  if (needs.includes('sub-partner') && subjects.subPartnerId === undefined) {
    return new Skip('it needs a sub-partner; name one with --sub-partner-id', 'sub-partner')
  }
  return undefined
}
