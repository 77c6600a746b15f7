import type { Plan } from '../model/plan.js'
import { publish } from './publish.js'
import type { TimedJudged } from './report.js'
import { runStep } from './run-step.js'
import { schedule, type Step } from './schedule.js'
import { type Keys, Session } from './session.js'

/** Told of each step as it ends. */
export type OnStep = (step: { readonly id: string; readonly version: string }) => void

const timed = async (step: Step, session: Session): Promise<TimedJudged> => {
  const began = performance.now()
  return { ...(await runStep(step, session, false)), durationMs: performance.now() - began }
}

/** What the observers saw after the last step had ended. */
const remainder = async (session: Session): Promise<TimedJudged> => {
  await session.settle()
  const seen = { version: '*', requests: 0, result: null, observed: session.takeObserved() }
  return { ...publish(seen, session.redact), durationMs: 0 }
}

/**
 * Judges every step of a plan without a test runner, as many at the same time as the plan says. The judgements are in
 * the order of the schedule however the steps ended.
 */
export async function runPlan(plan: Plan, keys: Keys, onStep?: OnStep): Promise<readonly TimedJudged[]> {
  const session = await Session.open(plan, keys)
  const queue = schedule(plan).entries()
  const judged: TimedJudged[] = []
  const work = async (): Promise<void> => {
    // All workers share the one iterator, so that each step is taken once.
    for (const [index, step] of queue) {
      judged[index] = await timed(step, session)
      onStep?.({ id: step.rule.id, version: step.version })
    }
  }
  try {
    await Promise.all(Array.from({ length: plan.concurrency ?? 1 }, work))
    return [...judged, await remainder(session)]
  } finally {
    await session.close()
  }
}
