import type { Plan } from '../model/plan.js'
import type { Judged } from '../model/step-result.js'

/** What travels through the test runner: the plan to its workers, each judgement back. */
export interface RunnerData {
  readonly plan: Plan
  readonly judged: Judged
}

declare module 'vitest' {
  interface ProvidedContext {
    plan: RunnerData['plan']
  }
  interface TaskMeta {
    judged?: RunnerData['judged']
  }
}
