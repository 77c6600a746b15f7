import type { DocumentOutline } from './registry.js'
import type { Severity } from '../model/rule.js'
import type { RuleObservation } from './observation.js'
import type { ScenarioTools } from './tools.js'
import type { AnyOperations } from './operations.js'

/** The versions that a rule applies to: from one date, and before another. */
export interface VersionRange {
  readonly from?: string
  readonly before?: string
}

/** Preconditions of a rule: permission to create and change things, or a key. */
export type RuleNeed = 'writes' | 'api-key' | 'second-key'

/** The common members of user rules. */
export interface RuleText {
  /** `area/name` in lower case: stable, printed in reports, matched by `--rules`. */
  readonly id: `${string}/${string}`
  readonly title: string
  /** The promise, in one sentence. */
  readonly statement: string
  /** The source of the promise; the title of the pack when it is absent. */
  readonly section?: string
  /** An error, the default, breaks the contract; a warning is only reported. */
  readonly severity?: Severity
  /**
   * Each version separately (the default), the service as a whole once, the versions between two dates, or the versions
   * of these names.
   */
  readonly versions?: 'all' | 'service' | VersionRange | readonly string[]
  readonly needs?: readonly RuleNeed[]
  /** Further tags for `--tags`. */
  readonly tags?: readonly string[]
}

/** A rule that judges every exchange of a run, of any origin. */
export interface ObserverRule<Operations = AnyOperations> extends RuleText {
  /** Judges by `expect` and `violate`; an exchange without a call of either was not judged. */
  readonly observe: (seen: RuleObservation<Operations>) => void
  readonly run?: undefined
}

/** A rule with steps of its own. */
export interface ScenarioRule<Operations = AnyOperations> extends RuleText {
  /** Calls the service and judges by `expect` and `violate`. */
  readonly run: (tools: ScenarioTools<Operations>) => Promise<void>
  readonly observe?: undefined
  /** Time limit of its steps in seconds; 60 when it is absent. */
  readonly seconds?: number
}

/** A rule of a user's own. */
export type RuleDefinition<Operations = AnyOperations> = ObserverRule<Operations> | ScenarioRule<Operations>

/** A rule with the operations of any document. */
export type DefinedRule = RuleText & {
  // The parameter is `never`, so that rules typed by different documents fit into one list.
  readonly observe?: ((seen: never) => void) | undefined
  readonly run?: ((tools: never) => Promise<void>) | undefined
  readonly seconds?: number
}

/** Related rules of a user. */
export interface PackDefinition {
  readonly name: string
  readonly title?: string
  readonly rules: readonly DefinedRule[]
  /** Whether the rules apply to the service with these documents; to every service when it is absent. */
  readonly appliesTo?: (documents: readonly DocumentOutline[]) => boolean
}
