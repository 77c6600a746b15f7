import { groupedBy, type JsonObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { CreatedThing } from '../model/report.js'
import { isPlain, type PlainValue } from '../resources/names.js'
import { parametersIn } from '../resources/paths.js'
import { isCreating, type Resource } from '../resources/resources.js'
import { headerValue } from '../exchange/exchange.js'
import { distinctSent, madeAs, namedAs } from './creations.js'
import type { Kinds } from './kinds.js'

/** A list with its path values in order. */
type ListCall = readonly [list: Operation, values: readonly PlainValue[]]

const operationOf = ({ by }: CreatedThing): Operation => by.case.call.operation

/** Creations whose responses do not say what was created. */
export class Unnamed {
  readonly #kinds: Kinds
  readonly #all = new Set<CreatedThing>()

  constructor(kinds: Kinds) {
    this.#kinds = kinds
  }

  add(thing: CreatedThing): void {
    this.#all.add(thing)
  }

  get isEmpty(): boolean {
    return this.#all.size === 0
  }

  /** Those that surely created something. @param creating operations that created things before */
  createdIn(creating: ReadonlySet<Operation>): readonly CreatedThing[] {
    const creates = (one: CreatedThing): boolean =>
      creating.has(operationOf(one)) ||
      one.by.exchange.response.status === 202 ||
      headerValue(one.by.exchange.response.headers, 'location') !== undefined ||
      isCreating(operationOf(one).path) ||
      namedAs(this.#kinds.nounOf(operationOf(one)), one.by) !== undefined
    return [...this.#all].filter(creates)
  }

  of(resource: Resource): readonly CreatedThing[] {
    return [...this.#all].filter((one) => this.#kinds.mayCreate(operationOf(one), resource))
  }

  /**
   * Takes out the creation of a thing that a list shows, by the unique text that it was created with.
   * @param among those of its kind
   * @param wasThere whether the thing was there before a time
   */
  take(
    thing: JsonObject,
    among: readonly CreatedThing[],
    wasThere: (at: number) => boolean,
  ): CreatedThing | undefined {
    const found = among.find(
      (one) => this.#all.has(one) && madeAs(thing, one.by) && !wasThere(one.by.exchange.sentAt),
    )
    if (found) this.#all.delete(found)
    return found
  }

  /** Calls of the lists that may show such a thing by its unique text. */
  get lists(): readonly ListCall[] {
    const distinct = [...this.#all].filter(({ by }) => distinctSent(by).length > 0)
    const byCall = groupedBy(
      distinct.map(({ by }) => by.case.call),
      ({ operation, path }) => `${operation.pointer} ${JSON.stringify(path)}`,
    )
    const calls = new Map<string, ListCall>()
    for (const [{ operation, path }] of byCall.values()) {
      const kinds = this.#kinds.all.filter((one) => this.#kinds.mayCreate(operation, one))
      for (const list of kinds.flatMap(({ lists }) => lists)) {
        const values = parametersIn(list.path).map((name) => path[name])
        if (values.every(isPlain)) calls.set(`${list.path} ${values.join('/')}`, [list, values])
      }
    }
    return [...calls.values()]
  }
}
