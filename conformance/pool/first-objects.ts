import { cached, isObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isRefusal, isSafe, isSuccess } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'

/** The requests of a run to a path without an id, such as `/settings`. */
interface Written {
  first?: Observed
  /** Unix time in milliseconds of the first request that may have changed what is there. */
  writtenAt: number
  readonly writes: Set<Operation>
}

const unwritten = (): Written => ({ writtenAt: Infinity, writes: new Set() })

/** The objects that the run read at paths without an id, and those that it wrote there later. */
export class FirstObjects {
  readonly #byPath = new Map<string, Written>()

  learn(observed: Observed): void {
    const { case: { call }, exchange } = observed // prettier-ignore
    const { operation } = call
    if (operation.path.includes('{') || isRefusal(exchange)) return
    const at = cached(this.#byPath, operation.path, unwritten)
    if (!isSafe(exchange.request.method)) {
      at.writes.add(operation)
      at.writtenAt = Math.min(at.writtenAt, exchange.sentAt)
    } else if (operation.method === 'get' && isSuccess(exchange) && isPlainRead(observed))
      at.first ??= observed
  }

  /** The objects that were read before the run wrote to their paths, with the operations that wrote. */
  get written(): readonly { readonly first: Observed; readonly writes: ReadonlySet<Operation> }[] {
    return [...this.#byPath.values()].flatMap(({ first, writtenAt, writes }) =>
      first && writtenAt < Infinity && first.exchange.sentAt + first.durationMs < writtenAt
        ? [{ first, writes }]
        : [],
    )
  }
}

const isPlainRead = ({ case: { call }, exchange }: Observed): boolean =>
  (call.credentials ?? 'own') === 'own' &&
  call.target === undefined &&
  Object.keys(call.query).length === 0 &&
  isObject(jsonBody(exchange.response))
