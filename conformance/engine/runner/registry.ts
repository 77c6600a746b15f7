import type { Scenario } from '../context/context.js'
import type { ObserverRegistry } from '../observation/observer-runner.js'

/** The rules of a contract, with the observer or the scenario that judges each, by rule id. */
export interface Registry extends ObserverRegistry {
  readonly scenarios: Readonly<Record<string, Scenario>>
}
