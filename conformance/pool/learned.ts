import type { Operation } from '../../runtime/surface.js'
import type { Observed } from '../model/observed.js'
import { satisfies } from '../cases/index.js'
import type { Api } from '../model/api.js'
import type { ExploreSettings } from '../model/settings.js'
import { Pool } from './pool.js'

const kept = 3

/** How much a call says: beside one that says little, a refused one differs in few values. */
const sizeOf = ({ case: { call } }: Observed): number =>
  JSON.stringify([call.query, call.header, call.cookie, call.body?.value ?? null]).length

const smallestOf = (calls: readonly Observed[]): Observed | undefined =>
  calls.reduce<Observed | undefined>(
    (least, one) => (least && sizeOf(least) <= sizeOf(one) ? least : one),
    undefined,
  )

/** Calls that the service carried out: of each operation the last ones, the smallest, and the base of its cases. */
export class AcceptedCalls {
  readonly #calls = new Map<Operation, Observed[]>()
  readonly #bases = new Map<Operation, Observed>()

  /** Keeps a call that was carried out with credentials and a method of its own. */
  look(observed: Observed): void {
    const { call } = observed.case
    const { status } = observed.exchange.response
    const isOrdinary = call.method === undefined && call.target === undefined
    if (!isOrdinary || status < 200 || status >= 300) return
    const known = this.#calls.get(call.operation) ?? []
    const smallest = smallestOf([observed, ...known])
    const last = [observed, ...known.filter((one) => one !== smallest)].slice(0, kept)
    this.#calls.set(call.operation, smallest && smallest !== observed ? [...last, smallest] : last)
  }

  /** All that are kept, the newest of each operation last. */
  get all(): readonly Observed[] {
    return [...this.#calls.values()].flatMap((some) => some.toReversed())
  }

  /** The last one of each operation that reads. */
  get reads(): readonly Observed[] {
    const all = [...this.#calls].filter(([{ method }]) => method === 'get')
    return all.flatMap(([, [last]]) => last ?? [])
  }

  /** The last ones, the newest first, the smallest, and the base. */
  of(operation: Operation): readonly Observed[] {
    const [known, base] = [this.#calls.get(operation) ?? [], this.#bases.get(operation)]
    return base && !known.includes(base) ? [...known, base] : known
  }

  /** The call that cases of an operation differ from in one value each: always the same, once there is one. */
  baseOf(operation: Operation): Observed | undefined {
    const base = this.#bases.get(operation) ?? this.of(operation)[0]
    if (base) this.#bases.set(operation, base)
    return base
  }
}

/** What a run learned of one document of a service, by its rules and by its cases. */
export class Learned {
  readonly api: Api
  readonly pool: Pool
  /** Valid calls that the service carried out. */
  readonly accepted = new AcceptedCalls()
  /** Calls of rules that it carried out: whether the document allows them is not known. */
  readonly #ofRules = new AcceptedCalls()

  /** @param known values by name of a path parameter or of a member, which come before all others */
  constructor(api: Api, known: ExploreSettings['known']) {
    this.api = api
    this.pool = new Pool(api, known)
  }

  look(observed: Observed): void {
    const { expectation } = observed.case
    this.pool.learn(observed)
    if (expectation === 'valid') this.accepted.look(observed)
    if (expectation === 'unknown') this.#ofRules.look(observed)
  }

  /** Lets cases start from the calls of rules that the document allows. */
  async adopt(): Promise<void> {
    for (const one of this.#ofRules.all)
      if (await satisfies(this.api, one.case.call))
        this.accepted.look({ ...one, case: { ...one.case, expectation: 'valid' } })
  }
}
