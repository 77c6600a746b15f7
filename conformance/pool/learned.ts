import { once } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Observed, Api } from '../model/case.js'
import { isSuccess } from '../exchange/reading.js'
import { satisfies } from '../cases/plans.js'
import type { ExploreSettings } from '../model/explorer.js'
import { Pool } from './pool.js'

const kept = 3

/** The size of a call; a refused call differs from a small accepted one in few values. */
const sizeOf = once(
  ({ case: { call } }: Observed): number =>
    JSON.stringify([call.query, call.header, call.cookie, call.body?.value ?? null]).length,
)

/** A list without items succeeds whatever is required of an item. */
const isEmptyList = ({ case: { call } }: Observed): boolean =>
  Array.isArray(call.body?.value) && call.body.value.length === 0

/** Calls that succeeded: the newest and the smallest of each operation, and the base of its cases. */
export class AcceptedCalls {
  readonly #calls = new Map<Operation, Observed[]>()
  readonly #bases = new Map<Operation, Observed>()

  /** Keeps a successful call with ordinary credentials and method. */
  look(observed: Observed): void {
    const { call } = observed.case
    const isOrdinary = call.method === undefined && call.target === undefined
    if (!isOrdinary || !isSuccess(observed.exchange)) return
    const known = this.#calls.get(call.operation) ?? []
    const [smallest] = [observed, ...known].toSorted((a, b) => sizeOf(a) - sizeOf(b))
    const last = [observed, ...known.filter((one) => one !== smallest)].slice(0, kept)
    this.#calls.set(call.operation, smallest && smallest !== observed ? [...last, smallest] : last)
  }

  /** All kept calls, the newest of each operation last. */
  get all(): readonly Observed[] {
    return [...this.#calls.values()].flatMap((some) => some.toReversed())
  }

  /** The newest call of each GET operation. */
  get reads(): readonly Observed[] {
    const all = [...this.#calls].filter(([{ method }]) => method === 'get')
    return all.flatMap(([, [last]]) => last ?? [])
  }

  /** The newest calls first, then the smallest, and the base. */
  of(operation: Operation): readonly Observed[] {
    const [known, base] = [this.#calls.get(operation) ?? [], this.#bases.get(operation)]
    return base && !known.includes(base) ? [...known, base] : known
  }

  /** Whether a case of an operation succeeded, not only a call of a rule. */
  readonly hasWorked = (operation: Operation): boolean =>
    this.of(operation).some((one) => one.case.origin !== 'rule')

  /** The call that cases of an operation vary, one value each; once it is chosen, only an empty list gives way. */
  baseOf(operation: Operation): Observed | undefined {
    const chosen = this.#bases.get(operation)
    const all = chosen && !isEmptyList(chosen) ? [chosen] : this.of(operation)
    const base = all.find((one) => !isEmptyList(one)) ?? chosen ?? all[0]
    if (base) this.#bases.set(operation, base)
    return base
  }
}

/** Knowledge of a run about one document of a service, from rules and cases. */
export class Learned {
  readonly api: Api
  readonly pool: Pool
  /** Valid calls that succeeded. */
  readonly accepted = new AcceptedCalls()
  /** Calls of rules that succeeded; whether the document allows them is unknown. */
  readonly #ofRules = new AcceptedCalls()
  readonly #hasCases: boolean

  /** @param known values by name of a path parameter or member, which take precedence; absent where no cases are made */
  constructor(api: Api, known?: ExploreSettings['known']) {
    this.api = api
    this.pool = new Pool(api, known)
    this.#hasCases = known !== undefined
  }

  look(observed: Observed): void {
    const { expectation } = observed.case
    this.pool.learn(observed)
    if (!this.#hasCases) return
    if (expectation === 'valid') this.accepted.look(observed)
    if (expectation === 'unknown') this.#ofRules.look(observed)
  }

  /** Makes the calls of rules that satisfy the document available to cases. */
  async adopt(): Promise<void> {
    for (const one of this.#ofRules.all)
      if (await satisfies(this.api, one.case.call))
        this.accepted.look({ ...one, case: { ...one.case, expectation: 'valid' } })
  }
}
