import { groupedBy, type JsonObject, objectOf, parametersIn } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Call, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { isPlain, type PlainValue, valuesIn } from '../resources/names.js'
import { beginsToCreate, type Resource } from '../resources/resources.js'
import { headerValue, jsonBody } from '../exchange/exchange.js'
import { isTurnedDown, ofExisting } from '../exchange/reading.js'
import {
  distinctSent,
  isNamesake,
  isSaidToBeNew,
  kindsElsewhere,
  madeAs,
  namedAs,
  namesIn,
} from './creations.js'
import type { Kinds } from './kinds.js'

/** A list with its path values in order. */
type ListCall = readonly [list: Operation, values: readonly PlainValue[]]

const hasFailed = ({ by }: Pick<CreatedThing, 'by'>): boolean => by.exchange.response.status >= 500

const operationOf = ({ by }: CreatedThing): Operation => by.case.call.operation

const keyOf = ({ path }: Operation, values: readonly unknown[]): string => `${path} ${values.join('/')}`

/** The list that a call reads. */
const listOf = ({ operation, path }: Call): string =>
  keyOf(
    operation,
    parametersIn(operation.path).map((name) => path[name]),
  )

/** Creations whose responses do not say what was created. */
export class Unnamed {
  readonly #kinds: Kinds
  readonly #all = new Set<CreatedThing>()
  /** Those whose things were found. Another thing may have the same text, or the thing may be made twice. */
  readonly #found = new Set<CreatedThing>()
  /** Refused creations by each text that only the run can have made up: a service may carry out what it refuses. */
  readonly #refused = new Map<unknown, CreatedThing>()
  /** Failed creations without such a text, by their names. */
  readonly #failed = new Map<unknown, CreatedThing>()
  /** The last failed POST of each operation with such a text. */
  readonly #failedPosts = new Map<Operation, CreatedThing>()
  /** Texts that only the run can have made up, of requests that may have been carried out. */
  readonly #maybeDone = new Set<unknown>()
  /** When lists were first read that were empty, so that what they show later was created since. */
  readonly #emptyAt = new Map<string, number>()

  constructor(kinds: Kinds) {
    this.#kinds = kinds
  }

  add(thing: CreatedThing): void {
    this.#all.add(thing)
  }

  /** Keeps a refused creation. It counts as one only if a list shows its thing. */
  refuse(thing: CreatedThing): void {
    const texts = distinctSent(thing.by)
    for (const [, text] of texts) this.#refused.set(text, thing)
    if (texts.length > 0 || !hasFailed(thing)) return
    for (const [, name] of namesIn(thing.by)) this.#failed.set(name, thing)
  }

  /** A failed creation whose thing a list seems to show: it cannot be told from that of another user. */
  takeFailed(
    thing: JsonObject,
    resource: Resource,
    wasThere: (at: number) => boolean,
  ): CreatedThing | undefined {
    if (this.#failed.size === 0) return undefined
    const isLike = (one: CreatedThing): boolean =>
      this.#kinds.mayCreate(operationOf(one), resource) &&
      isNamesake(thing, one.by) &&
      !wasThere(one.by.exchange.sentAt)
    for (const name of Object.values(thing)) {
      const failed = this.#failed.get(name)
      if (failed && isLike(failed) && this.#failed.delete(name)) return failed
    }
    return undefined
  }

  /** Keeps a failed POST. It counts as a creation only if the list that would show its thing cannot be read at the end. */
  fail(thing: CreatedThing): void {
    if (hasFailed(thing) && distinctSent(thing.by).length > 0)
      this.#failedPosts.set(operationOf(thing), thing)
  }

  /** The last failed creation of a kind by each operation. */
  failedOf(resource: Resource): readonly CreatedThing[] {
    const kindsOf = (operation: Operation): readonly Resource[] => [
      ...this.#kinds.createdBy(operation),
      ...kindsElsewhere(operation, this.#kinds),
    ]
    return [...this.#failedPosts].flatMap(([operation, one]) =>
      kindsOf(operation).includes(resource) ? [one] : [],
    )
  }

  /** Keeps the texts of a request unless it was refused for what it sends, and had not been sent before. */
  see(observed: Observed): void {
    if (isTurnedDown(observed.exchange) && !observed.exchange.isReplay) return
    for (const [, text] of distinctSent(observed)) this.#maybeDone.add(text)
  }

  /**
   * Whether a thing has a text that was sent in refused requests only. A thing that is
   * refused because it exists was made by another request, such as the creation of a thing that contains it.
   */
  isOnlyRefused(thing: JsonObject, by: Observed): boolean {
    const texts = distinctSent(by)
    return (
      isTurnedDown(by.exchange) &&
      !ofExisting.test(by.exchange.response.body) &&
      madeAs(thing, by) &&
      !texts.some(([, text]) => this.#maybeDone.has(text))
    )
  }

  get isEmpty(): boolean {
    return this.#all.size === 0
  }

  /** Those that surely created something. @param creating operations that created things before */
  createdIn(creating: ReadonlyMap<Operation, unknown>): readonly CreatedThing[] {
    const isShown = ({ by }: CreatedThing): boolean =>
      isSaidToBeNew(by) && madeAs(objectOf(jsonBody(by.exchange.response)), by)
    const showing = new Set([...this.#all].filter(isShown).map(operationOf))
    const creates = (one: CreatedThing): boolean =>
      hasFailed(one) ||
      creating.has(operationOf(one)) ||
      showing.has(operationOf(one)) ||
      one.by.exchange.response.status === 202 ||
      (this.#kinds.createdBy(operationOf(one)).length === 0 && isSaidToBeNew(one.by)) ||
      headerValue(one.by.exchange.response.headers, 'location') !== undefined ||
      beginsToCreate(operationOf(one).path) ||
      namedAs(this.#kinds.nounOf(operationOf(one)), one.by) !== undefined
    return [...this.#all].filter(creates)
  }

  /** Those of a kind, last those whose things were not found yet. */
  of(resource: Resource): readonly CreatedThing[] {
    return [...this.#found, ...this.#all].filter((one) => this.#kinds.mayCreate(operationOf(one), resource))
  }

  /** Refused creations of a kind that sent a text of a thing. */
  refusedAs(thing: JsonObject, resource: Resource): readonly CreatedThing[] {
    if (this.#refused.size === 0) return []
    const sent = new Set(Object.values(thing).flatMap((value) => this.#refused.get(value) ?? []))
    return [...sent].filter((one) => this.#kinds.mayCreate(operationOf(one), resource))
  }

  /** Records that a list is empty. With a query it may only show nothing of it, and a link may lead to its last page. */
  seeEmpty({ case: { call }, exchange }: Observed): void {
    const isOwn = (call.credentials ?? 'own') === 'own'
    const isWhole = isOwn && call.target === undefined && Object.keys(call.query).length === 0
    const key = listOf(call)
    if (isWhole && !this.#emptyAt.has(key)) this.#emptyAt.set(key, exchange.sentAt)
  }

  /**
   * Finds the creation of a thing that a list shows, by the texts that it was created with.
   * @param list the call that shows it
   * @param among those of its kind
   * @param wasThere whether the thing was there before a time
   */
  find(
    thing: JsonObject,
    list: Call,
    among: readonly CreatedThing[],
    wasThere: (at: number) => boolean,
  ): CreatedThing | undefined {
    const emptyAt = this.#emptyAt.get(listOf(list)) ?? Infinity
    const all = among.filter(({ by }) => {
      const { sentAt } = by.exchange
      return (madeAs(thing, by) || (emptyAt < sentAt && isNamesake(thing, by))) && !wasThere(sentAt)
    })
    for (const one of all) if (this.#all.delete(one)) this.#found.add(one)
    return all.at(-1)
  }

  /** Calls of the lists that may show such a thing by its texts. */
  get lists(): readonly ListCall[] {
    const byCall = groupedBy(
      [...this.#all, ...this.#found, ...this.#refused.values(), ...this.#failed.values()].map(({ by }) => by),
      ({ case: { call } }) => `${call.operation.pointer} ${JSON.stringify(call.path)}`,
    )
    const calls = new Map<string, ListCall>()
    for (const all of byCall.values()) {
      const { operation, path } = all[0].case.call
      const isRecognizable = all.some((by) => distinctSent(by).length > 0 || hasFailed({ by }))
      const kinds = this.#kinds.all.filter((one) => this.#kinds.mayCreate(operation, one))
      for (const list of kinds.flatMap(({ lists }) => lists)) {
        const values = Object.values(valuesIn(list.path, operation.path, path))
        const key = keyOf(list, values)
        if (values.every(isPlain) && (isRecognizable || this.#emptyAt.has(key)))
          calls.set(key, [list, values])
      }
    }
    return [...calls.values()]
  }
}
