import type { Operation } from '../../runtime/surface.js'
import type { Observed } from '../model/observed.js'

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
