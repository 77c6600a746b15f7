import type { Plan } from '../model/plan.js'
import { missingNeed } from './missing-need.js'
import { type Rules, schedule, type Step } from './schedule.js'
import type { Keys } from '../session/session.js'

/** The outlook of a rule for a version, as far as can be known before anything is sent. */
export interface Foreseen {
  readonly id: string
  readonly version: string
  /**
   * `run`: it is judged. `sandbox`: it is judged when the service shows the controls of a sandbox. `skip`: something
   * is missing. `open`: nothing is promised, so it is never judged.
   */
  readonly will: 'run' | 'sandbox' | 'skip' | 'open'
  /** Why it does not simply run, and how to provide what is missing. */
  readonly reason?: string
}

const foreseeStep = ({ rule, version }: Step, plan: Plan, { apiKey, secondKey = '' }: Keys): Foreseen => {
  const step = { id: rule.id, version }
  if (rule.kind === 'open') return { ...step, will: 'open', reason: rule.reason }
  const missing = missingNeed(rule, { plan: { ...plan, allowWrites: true }, apiKey, secondKey })
  if (missing !== undefined) return { ...step, will: 'skip', reason: missing.message }
  const leave = missingNeed(rule, { plan, apiKey, secondKey })
  return leave === undefined ? { ...step, will: 'run' } : { ...step, will: 'sandbox', reason: leave.message }
}

/** The outlook of a plan, step by step, without asking the service for anything. */
export function foresee(registry: Rules, plan: Plan, keys: Keys): Foreseen[] {
  return schedule(registry, plan).map((step) => foreseeStep(step, plan, keys))
}
