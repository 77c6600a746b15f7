import type { JsonObject } from '../../document/index.js'
import type { Observed } from '../model/case.js'
import { shapeOf } from '../resources/paths.js'
import type { Operation } from '../../runtime/surface.js'
import type { Kinds } from './kinds.js'
import { keepsMost } from './creations.js'
import { type Address } from './addresses.js'
import { keyOf } from './known-things.js'

const addressKey = ({ itemPath, values }: Address): string => `${shapeOf(itemPath)} ${keyOf(values)}`

const mostAddresses = 1_000
/** The most PUTs kept of each address, the last ones. */
const mostPuts = 5

/** PUTs that failed where nothing was: services may carry out a part of what they answer with 500. */
export class FailedPuts {
  readonly #byAddress = new Map<string, { readonly address: Address; readonly puts: readonly Observed[] }>()

  get isEmpty(): boolean {
    return this.#byAddress.size === 0
  }

  add(address: Address, put: Observed): void {
    const key = addressKey(address)
    const puts = [...(this.#byAddress.get(key)?.puts ?? []), put].slice(-mostPuts)
    if (puts.length > 1 || this.#byAddress.size < mostAddresses) this.#byAddress.set(key, { address, puts })
  }

  /** The PUT that made a thing at an address, of which nothing more is asked then. */
  take(address: Address, thing: JsonObject): Observed | undefined {
    if (this.isEmpty) return undefined
    const key = addressKey(address)
    const made = this.#byAddress.get(key)?.puts.findLast((one) => keepsMost(thing, one))
    if (made) this.#byAddress.delete(key)
    return made
  }

  /** The reads of the addresses at which there may be something, with the values of their paths. */
  reads(kinds: Kinds): readonly (readonly [read: Operation, values: readonly unknown[]])[] {
    return Array.from(this.#byAddress.values()).flatMap(({ address: { itemPath, values } }) => {
      const read = kinds.at(itemPath)?.read
      return read ? [[read, values] as const] : []
    })
  }
}
