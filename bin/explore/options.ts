import type { ConfiguredAccess } from '../config/configured-access.js'
import type { TestOptions } from '../test/options.js'

/** Options of `rampart test --document`, as commander gives them. */
export interface ExploreOptions extends Omit<TestOptions, 'concurrency'> {
  /** Files or URLs of OpenAPI documents. */
  readonly document: readonly string[]
  /** Seconds that are spent on it. */
  readonly for: number
  /** Patterns of tags, paths and operation ids: what to explore, and what to leave out of that. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly allowDestructive?: boolean
  readonly allowRefs?: readonly string[]
  /** Header that carries the version, where there are several documents. */
  readonly versionHeader?: string
  /** Query parameter that carries it. */
  readonly versionQuery?: string
  readonly concurrency?: number
  readonly access?: ConfiguredAccess
}
