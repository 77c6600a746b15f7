import type { Plan } from '../model/plan.js'
import type { TimedJudged } from './report.js'
import { runStep } from './run-step.js'
import { schedule } from './schedule.js'
import { type Keys, Session } from './session.js'

/**
 * Judges every step of a plan one after the other, without a test runner: for programs that have one of their own.
 */
export async function runPlan(plan: Plan, keys: Keys): Promise<readonly TimedJudged[]> {
  const session = await Session.open(plan, keys)
  const judged: TimedJudged[] = []
  try {
    for (const step of schedule(plan)) {
      const began = performance.now()
      judged.push({ ...(await runStep(step, session)), durationMs: performance.now() - began })
    }
    return judged
  } finally {
    await session.close()
  }
}
