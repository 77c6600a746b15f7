import type { CreatedEntry } from '../model/created.js'
import type { Plan } from '../model/plan.js'
import { cancelCreated } from '../engine/runner/cancel-created.js'
import type { TimedStepResult } from '../model/step-result.js'
import { runContract, type RunOptions } from './run-contract.js'
import { runPlan } from '../engine/runner/run-plan.js'
import type { Registry } from '../engine/runner/registry.js'
import { registry as specified } from './registry.js'
import type { Keys } from '../engine/session/session.js'

/** The results of a run. */
export interface SuiteRun {
  readonly judged: readonly TimedStepResult[]
  /** Areas of the rules that belong to the part that was run; absent for a whole run. */
  readonly areas?: readonly string[]
  /** Everything that was created, and what became of it. */
  readonly created: readonly CreatedEntry[]
}

/**
 * Judges a plan, or one part of it as the test runner cuts it, and cancels what was created where that can be done.
 * @param registry the rules with their judges; those of the specification when it is absent
 * @throws RampartError VITEST_MISSING where a part is asked for; a plain Error, which is a bug of rampart, when a rule itself breaks.
 */
export async function runSuite(
  plan: Plan,
  keys: Keys,
  options: RunOptions = {},
  registry: Registry = specified,
): Promise<SuiteRun> {
  const part = await (options.shard === undefined
    ? runPlan(registry, plan, keys, options).then((judged) => ({ judged }))
    : runContract(plan, options))
  const made = part.judged.flatMap(({ created = [] }) => created)
  return { ...part, created: await cancelCreated(plan, keys, made, options.signal?.aborted === true) }
}
