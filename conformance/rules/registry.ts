import type { Scenario } from './context.js'
import type { ObserverRegistry } from '../session/observer-runner.js'

/** The rules of a contract, with the observer or the scenario that judges each, by rule id. */
export interface Registry extends ObserverRegistry {
  readonly scenarios: Readonly<Record<string, Scenario>>
}
