import type { Scenario } from '../../../conformance/rules/context.js'
import { replayScenarios } from './replay.js'
import { idempotencyScopeScenarios } from './scope.js'

/** Idempotency keys: replays, and their scope. */
export const idempotencyScenarios: Readonly<Record<string, Scenario>> = {
  ...replayScenarios,
  ...idempotencyScopeScenarios,
}
