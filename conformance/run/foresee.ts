import type { Rule } from '../model/rule.js'
import { noWrites, Skip } from '../model/outcome.js'
import type { Session, Keys } from '../session/session.js'
import type { Plan } from '../model/plan.js'
import { type Rules, schedule, type Step } from './schedule.js'

/** The reason why a rule cannot be judged with the given options, or undefined when it can. */
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
  if (needs.includes('api-key') && apiKey === '' && plan.service.keyHeader !== undefined) {
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

/** The ending of a rule for a version, as far as known before the run. */
export interface Foreseen {
  readonly id: string
  readonly version: string
  /**
   * `run`: it is judged. `sandbox`: it is judged if the service has the controls of a sandbox. `skip`: a precondition
   * is missing. `open`: nothing is promised, so it is never judged.
   */
  readonly will: 'run' | 'sandbox' | 'skip' | 'open'
  /** The reason why it may not run, with the fix. */
  readonly reason?: string
}

const foreseeStep = ({ rule, version }: Step, plan: Plan, { apiKey, secondKey = '' }: Keys): Foreseen => {
  const step = { id: rule.id, version }
  if (rule.kind === 'open') return { ...step, will: 'open', reason: rule.reason }
  const missing = missingNeed(rule, { plan: { ...plan, allowWrites: true }, apiKey, secondKey })
  if (missing !== undefined) return { ...step, will: 'skip', reason: missing.message }
  const denied = missingNeed(rule, { plan, apiKey, secondKey })
  return denied === undefined
    ? { ...step, will: 'run' }
    : { ...step, will: 'sandbox', reason: denied.message }
}

/** Foresees the ending of each step of a plan, without requests. */
export function foresee(registry: Rules, plan: Plan, keys: Keys): Foreseen[] {
  return schedule(registry, plan).map((step) => foreseeStep(step, plan, keys))
}
