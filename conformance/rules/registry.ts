import type { Scenario } from './context.js'
import type { ObserverRegistry } from '../session/observer-runner.js'

/** How the service that a pack is about is spoken to, and how it shows what it is. */
export interface PackService {
  /** The header by which a request asks for a version. */
  readonly versionHeader: string
  /** The header that carries the key of the run. */
  readonly keyHeader: string
}

/** The rules of a contract, with the observer or the scenario that judges each, by rule id. */
export interface Registry extends ObserverRegistry {
  readonly scenarios: Readonly<Record<string, Scenario>>
  /** Calls that cases start from, where documents alone do not show how to make them; made once for each version. */
  readonly prepare?: Scenario
  /** How the service is spoken to, where a pack says so. */
  readonly service?: PackService
}
