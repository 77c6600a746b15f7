import type { Explorer } from '../model/explorer.js'
import type { ExploreViolation } from '../model/violation.js'
import type { Pool } from '../pool/pool.js'
import { type Resource, resourcesOf } from '../resources/resources.js'
import { causes } from './causes.js'
import { goThroughLists, liveBeside, liveThrough, type Stage } from './life.js'
import { type Round, TurnOver, Walk } from './walk.js'

/** How sequences are gone through. */
export interface StateOptions {
  /** How often they were gone through before; bodies and order differ from time to time. */
  readonly round?: number
  /** Longest time in milliseconds; without bound when it is absent. */
  readonly forMs?: number
  /** Milliseconds before each further look at what may come late. */
  readonly waits?: readonly number[]
}

const defaultWaits = [50, 150, 400, 1000]

/** Races show themselves now and then: they are given several times. */
const secondLooks = 3

/** A turn is not worth it in less. */
const leastTurnMs = 1500

type Sequence = (stage: Stage) => Promise<void>

/** The sequences, each with the part of the time after which it gives way to the next. */
const sequences: readonly (readonly [Sequence, number])[] = [
  [liveThrough, 0.5],
  [goThroughLists, 0.75],
  [liveBeside, 1],
]

const shuffled = (resources: readonly Resource[], random: () => number): readonly Resource[] =>
  resources
    .map((resource) => [random(), resource] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, resource]) => resource)

/** Whether creating and reading things is broken itself: every other sequence would show that again. */
const isUnsound = ({ creates, read }: Resource, known: ReadonlySet<string>): boolean =>
  creates.some((one) => known.has(causes.notReadable(one)) || known.has(causes.readsOtherwise(one))) ||
  (read !== undefined && known.has(causes.readingChanges(read)))

/** What one explorer was told: causes, which every round would find again, and numbers that were given. */
interface Before {
  readonly known: Set<string>
  count: number
}

const before = new WeakMap<Explorer, Before>()

/** Goes through sequences, first those of all resources side by side, then once more what seemed broken, alone. */
class Sequences {
  readonly #round: Round
  readonly #resources: readonly Resource[]
  readonly #number: number
  readonly #known: Set<string>

  constructor(round: Round, resources: readonly Resource[], number: number, known: Set<string>) {
    this.#round = round
    this.#resources = resources
    this.#number = number
    this.#known = known
  }

  async run(sequence: Sequence, order: readonly Resource[], until: number): Promise<void> {
    const { concurrency } = this.#round.explorer.settings
    const queue = order.filter((one) => !isUnsound(one, this.#known))
    const turnMs = Math.max(leastTurnMs, ((until - Date.now()) * 2 * concurrency) / Math.max(1, queue.length))
    const suspected: (readonly [Resource, readonly ExploreViolation[]])[] = []
    const work = async (): Promise<void> => {
      for (let one = queue.shift(); one && Date.now() < until; one = queue.shift()) {
        const found = await this.#once(sequence, one, Math.min(until, Date.now() + turnMs))
        if (found.length > 0) suspected.push([one, found])
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: concurrency }, work))
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    for (const [resource, found] of suspected) await this.#confirm(sequence, resource, found, until + turnMs)
  }

  /** What a sequence makes suspect. */
  async #once(sequence: Sequence, resource: Resource, until: number): Promise<readonly ExploreViolation[]> {
    const walk = new Walk(this.#round, until)
    try {
      await sequence({ walk, resource, resources: this.#resources, round: this.#number })
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error
    } finally {
      walk.release()
    }
    return walk.takeSuspicions().filter(({ cause }) => !this.#known.has(cause))
  }

  /** Only what is broken again is said: others may have changed things meanwhile, and some services are slow. */
  async #confirm(
    sequence: Sequence,
    resource: Resource,
    found: readonly ExploreViolation[],
    until: number,
  ): Promise<void> {
    let left = found
    for (let look = 0; look < secondLooks && left.length > 0; look++) {
      const seen = await this.#once(sequence, resource, until)
      const again = new Map(seen.map((one) => [one.cause, one] as const))
      for (const { cause } of left) {
        const confirmed = again.get(cause)
        if (!confirmed || this.#known.has(cause)) continue
        this.#known.add(cause)
        this.#round.explorer.violate(confirmed)
      }
      left = left.filter(({ cause }) => !this.#known.has(cause))
    }
  }
}

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
  const { round = 0, waits = defaultWaits, forMs = Infinity } = options
  const own = before.get(explorer) ?? { known: new Set<string>(), count: 0 }
  before.set(explorer, own)
  const resources = resourcesOf(explorer.api.operations)
  const order = round === 0 ? resources : shuffled(resources, () => explorer.random())
  const common: Round = { explorer, pool, waits, count: () => ++own.count }
  const all = new Sequences(common, resources, round, own.known)
  const began = Date.now()
  for (const [sequence, share] of sequences) await all.run(sequence, order, began + forMs * share)
}
