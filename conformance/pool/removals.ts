import { isSuccess } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'
import { lastNoun } from '../resources/names.js'
import { shapeOf } from '../resources/paths.js'
import { type Address, addressesIn, ownAddressOf } from './addresses.js'
import { keyOf } from './known-things.js'
import { referencesIn } from './references.js'

interface Removal extends Address {
  /** Unix times in milliseconds of its request and its response. */
  readonly from: number
  readonly to: number
}

/** Rounded down, as the times of requests are, so that what is sent after a response does not overlap it. */
const endOf = ({ sentAt, durationMs }: { readonly sentAt: number; readonly durationMs: number }): number =>
  sentAt + Math.floor(durationMs)

/** When the run deleted things: what is sent about one of them meanwhile may fail for that. */
export class Removals {
  readonly #all: Removal[] = []

  learn({ case: { call }, exchange, durationMs }: Observed): void {
    const { sentAt: from } = exchange
    const at = exchange.request.method === 'DELETE' && isSuccess(exchange) ? ownAddressOf(call) : undefined
    if (at) this.#all.push({ ...at, from, to: endOf({ sentAt: from, durationMs }) })
  }

  /** Whether a thing in the path, query or body of a request was deleted between the request and its response. */
  overlap({ case: { call }, exchange: { sentAt }, durationMs }: Observed): boolean {
    const end = endOf({ sentAt, durationMs })
    const meanwhile = this.#all.filter(({ from, to }) => from < end && sentAt < to)
    if (meanwhile.length === 0) return false
    const [addresses, references] = [addressesIn(call), referencesIn(call)]
    return meanwhile.some(
      ({ itemPath, values }) =>
        addresses.some(
          (one) => shapeOf(one.itemPath) === shapeOf(itemPath) && keyOf(one.values) === keyOf(values),
        ) ||
        references.some(
          ({ nouns, value, isId }) =>
            isId && nouns.includes(lastNoun(itemPath)) && String(value) === String(values.at(-1)),
        ),
    )
  }
}
