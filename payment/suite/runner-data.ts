import type { Plan } from '../../conformance/model/plan.js'
import type { StepResult } from '../../conformance/model/step-result.js'

/** The data that travels through the test runner: the plan to its workers, each judgement back. */
export interface RunnerData {
  readonly plan: Plan
  readonly judged: StepResult
}

declare module 'vitest' {
  interface ProvidedContext {
    plan: RunnerData['plan']
  }
  interface TaskMeta {
    judged?: RunnerData['judged']
  }
}
