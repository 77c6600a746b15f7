import type { Operation } from '../../runtime/surface.js'
import type { Observed } from '../model/observed.js'

const kept = 3

/** Valid calls that the service carried out, the last ones of each operation. */
export class AcceptedCalls {
  readonly #calls = new Map<Operation, Observed[]>()

  /** Keeps a call that was carried out with credentials and a method of its own. */
  look(observed: Observed): void {
    const { call, expectation } = observed.case
    const { status } = observed.exchange.response
    const isOrdinary = expectation === 'valid' && call.method === undefined && call.target === undefined
    if (!isOrdinary || status < 200 || status >= 300) return
    const known = this.#calls.get(call.operation) ?? []
    this.#calls.set(call.operation, [observed, ...known].slice(0, kept))
  }

  /** The last one of each operation that reads. */
  get reads(): readonly Observed[] {
    const all = [...this.#calls].filter(([{ method }]) => method === 'get')
    return all.flatMap(([, [last]]) => last ?? [])
  }

  /** The last ones, the newest first. */
  of(operation: Operation): readonly Observed[] {
    return this.#calls.get(operation) ?? []
  }
}
