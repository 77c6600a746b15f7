import type { Scenario } from '../../../conformance/engine/context/context.js'
import { replayScenarios } from './replay.js'
import { idempotencyScopeScenarios } from './scope.js'

/** Idempotency keys: replays, and their scope. */
export const idempotencyScenarios: Readonly<Record<string, Scenario>> = {
  ...replayScenarios,
  ...idempotencyScopeScenarios,
}
