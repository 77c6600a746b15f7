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

/** A run whose steps are judged one by one by a test runner of the user's own. */
export interface OpenRun {
  /** Steps that are judged by themselves, in order. */
  readonly scenarios: readonly Step[]
  /** Steps that are judged by what was seen in the whole run. */
  readonly observers: readonly Step[]
  /** Judges one of the steps; an observer's result is that of what was seen so far. */
  readonly judge: (step: Step) => Promise<RuleResult>
  /** Closes connections and deletes what was created. */
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
