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

/** Valid calls that the service carried out: of each operation the last ones, and the smallest. */
export class AcceptedCalls {
  readonly #calls = new Map<Operation, Observed[]>()

  /** Keeps a call that was carried out with credentials and a method of its own. */
  look(observed: Observed): void {
    const { call, expectation } = observed.case
    const { status } = observed.exchange.response
    const isOrdinary = expectation === 'valid' && call.method === undefined && call.target === undefined
    if (!isOrdinary || status < 200 || status >= 300) return
    const known = this.#calls.get(call.operation) ?? []
    const smallest = smallestOf([observed, ...known])
    const last = [observed, ...known.filter((one) => one !== smallest)].slice(0, kept)
    this.#calls.set(call.operation, smallest && smallest !== observed ? [...last, smallest] : last)
  }

  /** The last one of each operation that reads. */
  get reads(): readonly Observed[] {
    const all = [...this.#calls].filter(([{ method }]) => method === 'get')
    return all.flatMap(([, [last]]) => last ?? [])
  }

  /** The last ones, the newest first, and the smallest. */
  of(operation: Operation): readonly Observed[] {
    return this.#calls.get(operation) ?? []
  }
}
