import type { CreatedEntry } from '../../conformance/model/created.js'
import type { Plan } from '../../conformance/model/plan.js'
import { cancelCreated } from '../../conformance/run/cancel-created.js'
import type { TimedStepResult } from '../../conformance/model/step-result.js'
import { runContract, type RunOptions } from './run-contract.js'
import { areaOf } from '../../conformance/run/schedule.js'
import { runPlan } from '../../conformance/run/run-plan.js'
import type { Registry } from '../../conformance/rules/registry.js'
import { registry as specified } from '../pack/registry.js'
import type { Keys } from '../../conformance/session/session.js'

/** The results of a run. */
export interface SuiteRun {
  readonly judged: readonly TimedStepResult[]
  /** Areas of the rules that belong to the part that was run; absent for a whole run. */
  readonly areas?: readonly string[]
  /** Everything that was created, and what became of it. */
  readonly created: readonly CreatedEntry[]
}

type RunPart = Omit<SuiteRun, 'created'>

/**
 * Runs a part of a plan. Rules of the user's own are code that no other thread has: the first part judges them, by what
 * they send themselves.
 */
const runShard = async (
  registry: Registry,
  plan: Plan,
  keys: Keys,
  options: RunOptions,
): Promise<RunPart> => {
  const own = registry.rules.filter(({ pack }) => pack !== undefined)
  const part = await runContract(plan, options)
  if (own.length === 0 || options.shard?.startsWith('1/') !== true) return part
  const ids = own.map(({ id }) => id).filter((id) => plan.rules.includes(id))
  const judged = await runPlan({ ...registry, rules: own }, { ...plan, rules: ids }, keys, options)
  return { judged: [...part.judged, ...judged], areas: [...part.areas, ...own.map(areaOf)] }
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
  const part: RunPart = await (options.shard === undefined
    ? runPlan(registry, plan, keys, options).then((judged) => ({ judged }))
    : runShard(registry, plan, keys, options))
  const made = part.judged.flatMap(({ created = [] }) => created)
  return { ...part, created: await cancelCreated(plan, keys, made, options.signal?.aborted === true) }
}
