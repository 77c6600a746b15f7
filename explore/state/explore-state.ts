import type { Explorer } from '../model/explorer.js'
import type { ExploreViolation } from '../model/violation.js'
import type { Pool } from '../pool/pool.js'
import { type Resource, resourcesOf } from '../resources/resources.js'
import { goThroughLists, liveBeside, liveThrough, type Stage } from './life.js'
import { causes } from './causes.js'
import { Walk } from './walk.js'

/** How sequences are gone through. */
export interface StateOptions {
  /** How often they were gone through before; bodies and order differ from time to time. */
  readonly round?: number
  /** Milliseconds before each further look at what may come late. */
  readonly waits?: readonly number[]
}

const defaultWaits = [50, 150, 400, 1000]

/** Races show themselves now and then: they are given several times. */
const secondLooks = 3

type Sequence = (stage: Stage) => Promise<void>

/**
 * Goes through a sequence, and through it again when something seems broken: only what is broken again is said, for
 * others may have changed things meanwhile, and some services are slow.
 */
const goThrough = async (sequence: Sequence, stage: Stage, known: Set<string>): Promise<void> => {
  const { walk } = stage
  const isNew = ({ cause }: ExploreViolation): boolean => !known.has(cause)
  await sequence(stage)
  let suspected = walk.takeSuspicions().filter(isNew)
  for (let look = 0; look < secondLooks && suspected.length > 0; look++) {
    await sequence(stage)
    const again = new Map(walk.takeSuspicions().map((one) => [one.cause, one]))
    for (const { cause } of suspected) {
      const confirmed = again.get(cause)
      if (!confirmed || known.has(cause)) continue
      known.add(cause)
      walk.explorer.violate(confirmed)
    }
    suspected = suspected.filter(isNew)
  }
}

const shuffled = (
  resources: readonly Resource[],
  { random }: { random: () => number },
): readonly Resource[] =>
  resources
    .map((resource) => [random(), resource] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, resource]) => resource)

/** Whether creating and reading things is broken itself: every other sequence would show that again. */
const isUnsound = ({ creates, read }: Resource, known: ReadonlySet<string>): boolean =>
  creates.some((one) => known.has(causes.notReadable(one)) || known.has(causes.readsOtherwise(one))) ||
  (read !== undefined && known.has(causes.readingChanges(read)))

/** Causes that were said, by explorer: every round would find them again. */
const saidBy = new WeakMap<Explorer, Set<string>>()

/**
 * Goes through sequences for each kind of thing, as far as the document has operations for them and the settings allow
 * them: from creation to after deletion, side by side, through the pages and filters of lists. To be called again and
 * again, with a growing round, for as long as there is time. What it created and did not delete stays in the pool.
 * @throws Stopped when the time is up, or the run was ended
 */
export async function exploreState(
  explorer: Explorer,
  pool: Pool,
  options: StateOptions = {},
): Promise<void> {
  const { round = 0, waits = defaultWaits } = options
  const known = saidBy.get(explorer) ?? new Set<string>()
  saidBy.set(explorer, known)
  const walk = new Walk(explorer, pool, waits)
  const resources = resourcesOf(explorer.api.operations)
  const order = round === 0 ? resources : shuffled(resources, { random: () => explorer.random() })
  for (const sequence of [liveThrough, goThroughLists, liveBeside])
    for (const resource of order) {
      if (isUnsound(resource, known)) continue
      const before = pool.created.length
      try {
        await goThrough(sequence, { walk, resource, resources, round }, known)
      } finally {
        // It is deleted, or nothing more is asked of it: others may refer to it.
        for (const thing of pool.created.slice(before)) pool.release(thing)
      }
    }
}
