import { firstBehaviours } from './2025-03-13.js'
import { fedNowArrives } from './2026-07-01.js'
import { termsComeFirst } from './2026-08-01.js'
import type { Behaviours, VersionChanges } from './behaviours.js'

export type { Behaviours, VersionChanges } from './behaviours.js'

/** Every version that changed behaviour, oldest first. A version that changes only its document is not listed. */
export const history: readonly VersionChanges[] = [fedNowArrives, termsComeFirst]

/**
 * The behaviour of a version: the first version's, with the changes of every version up to this one.
 * ISO dates sort as text; this is the one place that compares them.
 */
export const behavioursOf = (version: string, changes: readonly VersionChanges[] = history): Behaviours =>
  Object.assign(
    { ...firstBehaviours },
    ...changes.filter((entry) => entry.version <= version).map((entry) => entry.changes),
  )
