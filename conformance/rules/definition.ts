import type { DocumentOutline } from './registry.js'
import type { Severity } from '../model/rule.js'
import type { RuleObservation } from './observation.js'
import type { ScenarioTools } from './tools.js'
import type { AnyOperations } from './operations.js'

/** The versions that a rule is about: from one date on, and before another. */
export interface VersionRange {
  readonly from?: string
  readonly before?: string
}

/** What a rule needs besides a service that answers: leave to create and change things, or a key. */
export type RuleNeed = 'writes' | 'api-key' | 'second-key'

/** What every rule of a user's own has. */
export interface RuleText {
  /** `area/name` in lower case: stable, printed in reports, matched by `--rules`. */
  readonly id: `${string}/${string}`
  readonly title: string
  /** What is promised, in one sentence. */
  readonly statement: string
  /** Where it is written; the title of the pack when it is absent. */
  readonly section?: string
  /** An error, the default, breaks the contract; a warning is said and does not. */
  readonly severity?: Severity
  /**
   * Each version by itself, the default; the service as a whole, once; the versions between two dates; or those of
   * these names.
   */
  readonly versions?: 'all' | 'service' | VersionRange | readonly string[]
  readonly needs?: readonly RuleNeed[]
  /** Further words that `--tags` selects by. */
  readonly tags?: readonly string[]
}

/** A rule that looks at every exchange of a run, whoever sent it. */
export interface ObserverRule<Operations = AnyOperations> extends RuleText {
  /** Says by `expect` and `violate` what it judges; what it says nothing of was not judged. */
  readonly observe: (seen: RuleObservation<Operations>) => void
  readonly run?: undefined
}

/** A rule with steps of its own. */
export interface ScenarioRule<Operations = AnyOperations> extends RuleText {
  /** Calls the service, and says by `expect` and `violate` what it judges. */
  readonly run: (tools: ScenarioTools<Operations>) => Promise<void>
  readonly observe?: undefined
  /** How long its steps may take in seconds; 60 when it is absent. */
  readonly seconds?: number
}

/** A rule of a user's own. */
export type RuleDefinition<Operations = AnyOperations> = ObserverRule<Operations> | ScenarioRule<Operations>

/** A rule whose operations are those of any document. */
export type DefinedRule = RuleText & {
  // Of `never`, so that a rule that is typed by one document stands beside rules that are typed by another.
  readonly observe?: ((seen: never) => void) | undefined
  readonly run?: ((tools: never) => Promise<void>) | undefined
  readonly seconds?: number
}

/** Rules of a user's own that belong together. */
export interface PackDefinition {
  readonly name: string
  readonly title?: string
  readonly rules: readonly DefinedRule[]
  /** Whether the rules are about the service that serves these documents; about every one when it is absent. */
  readonly appliesTo?: (documents: readonly DocumentOutline[]) => boolean
}
