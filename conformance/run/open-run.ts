import type { CreatedEntry } from '../model/thing.js'
import type { Plan } from '../model/plan.js'
import type { RuleResult } from '../model/report.js'
import { deleteCreated } from './delete-created.js'
import type { StepResult } from '../model/step-result.js'
import { observerResults } from './observer-results.js'
import type { Registry } from '../rules/registry.js'
import { runStep } from './run-rule.js'
import { looksOn, schedule, type Step } from './schedule.js'
import { type Keys, Session } from '../session/session.js'

/** A run whose steps a user's own test runner judges one by one. */
export interface OpenRun {
  /** Scenario steps, in order. */
  readonly scenarios: readonly Step[]
  /** Steps whose result depends on the whole run. */
  readonly observers: readonly Step[]
  /** Judges one step; an observer's result covers the exchanges so far. */
  readonly judge: (step: Step) => Promise<RuleResult>
  /** Closes connections and deletes created things. */
  readonly close: () => Promise<readonly CreatedEntry[]>
}

/** Opens a run. Loads the generated code of every version of the plan. */
export async function openRun(registry: Registry, plan: Plan, keys: Keys): Promise<OpenRun> {
  const session = await Session.open(registry, plan, keys)
  const steps = schedule(registry, plan)
  const judged: StepResult[] = []
  const judge = async (step: Step): Promise<RuleResult> => {
    const one = await runStep(registry, step, session)
    judged.push(one)
    if (one.result) return one.result
    const [result] = observerResults(
      registry,
      [step],
      judged.flatMap(({ observed }) => observed),
    )
    if (!result) throw new RangeError(`nobody judges ${step.rule.id}`)
    return result
  }
  return {
    scenarios: steps.filter(({ rule }) => !looksOn(rule)),
    observers: steps.filter(({ rule }) => rule.kind === 'observer'),
    judge,
    close: async () => {
      await session.close()
      return deleteCreated(plan, keys, session.created)
    },
  }
}
