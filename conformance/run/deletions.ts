import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '../../runtime/surface.js'
import { cached, parametersIn } from '../../document/index.js'
import { type Exchange, type HeaderList, headerValue, jsonBody } from '../exchange/exchange.js'
import {
  isEmptyAnswer,
  isMissing,
  isMoved,
  isRefusal,
  isSuccess,
  nestedScalars,
  objectBody,
  outcomeOf,
} from '../exchange/reading.js'
import type { Call } from '../model/case.js'
import { NoAnswer } from '../model/outcome.js'
import type { CreatedThing, Fate } from '../model/report.js'
import { eachAtOnce } from '../model/workers.js'
import { valuesInLocation } from '../pool/addresses.js'
import { rootOf } from '../requests/write-request.js'
import {
  decoded,
  itemPathOf,
  operationAt,
  targetOfReference,
  valuesByName,
  withoutSlash,
} from '../resources/paths.js'
import { markOfDeletion } from '../sequences/related.js'
import { conditionOf } from '../sequences/walk.js'

/** The state of a created thing at the end. */
export interface End {
  readonly fate: Fate
  readonly why?: string
  /** The next round retries it. */
  readonly isOpen?: true
}

const undeletable = 'the document has no DELETE of its path'
const unnamed = 'the response to its creation does not say where it is, or that it is new'
const failed = 'its creation failed, but a thing with its name is there'
const unanswered = 'its creation got no response, so it may be there'
const undone = ({ response: { status } }: Exchange, mark?: string): string =>
  `its deletion was answered ${status}, and it can still be read${mark === undefined ? '' : `, with another "${mark}"`}`
const unlikely = ({ response: { status } }: Exchange): string =>
  `its deletion was answered ${status}, as was that of another thing, which can still be read`

const whyKept = (thing: CreatedThing): string => {
  const { status } = thing.by.exchange.response
  if (status >= 500) return failed
  if (!isUnknown(thing)) return undeletable
  return status === 0 ? unanswered : unnamed
}

/** Whether neither the address nor the id of a thing is known. */
export function isUnknown({ path, id }: CreatedThing): boolean {
  return path === undefined && id === undefined
}

/** A deletion may be refused because of a thing that is deleted later, so it is retried. */
const mostRounds = 3

const readingOf = ({ api, deleteOperation, deleteBodies }: CreatedThing): Operation | undefined =>
  deleteOperation && !deleteBodies
    ? operationAt(api.operations, 'get', itemPathOf(deleteOperation))
    : undefined

/** @param isBelowDeleted many services answer 403 below something that was deleted */
const endOf = (exchange: Exchange, isBelowDeleted: boolean): End => {
  if (isSuccess(exchange)) return { fate: 'cancelled' }
  if (isMissing(exchange) || (exchange.response.status === 403 && isBelowDeleted)) return { fate: 'gone' }
  return { fate: 'refused', why: outcomeOf(exchange), isOpen: true }
}

/** Whether a thing is still there, as far as is known. */
export function hasStayed({ fate }: End): boolean {
  return fate === 'kept' || fate === 'refused'
}

/** The end of a deletion that proves nothing: the service was busy, or did not answer. */
const endOfFailed = (error: unknown): End => {
  const exchange = error instanceof NoAnswer ? error.exchange : undefined
  if (exchange && exchange.response.status > 0) return endOf(exchange, false)
  return { fate: 'kept', why: 'the deletion got no response', isOpen: true }
}

/** The thing at the address that a redirection of its deletion leads to; undefined where there is none. */
const movedTo = (thing: CreatedThing, exchange: Exchange): CreatedThing | undefined => {
  const { api, deleteOperation } = thing
  if (!deleteOperation || !isMoved(exchange)) return undefined
  const { path } = deleteOperation
  const values = valuesInLocation(path, exchange, rootOf(api, deleteOperation))
  return values && { ...thing, pathValues: valuesByName(path, values) }
}

/** The id of a thing: that in its path, or in the response to its creation. */
export function idOf({ path, id, deleteOperation }: CreatedThing): string | undefined {
  if (path === undefined) return id
  const last = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .findLast((segment) => segment !== '')
  const inParentheses = deleteOperation?.path.endsWith(')') && /\((?:\w+=)?'?(.*?)'?\)$/.exec(last ?? '')?.[1]
  return last === undefined ? undefined : decoded(inParentheses || last)
}

/** Whether a response has the id of a thing: some services answer 200 to reads of what is not there. */
const shows = (read: Exchange, thing: CreatedThing): boolean =>
  isSuccess(read) && nestedScalars(jsonBody(read.response)).some((one) => String(one) === idOf(thing))

const keyOf = ({ api, path }: CreatedThing): string => `${api.version} ${withoutSlash(path ?? '')}`

const prefixesOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)).filter((one) => one !== '')

/** The things above a thing, by its own path or by the path of its creation. */
const parentsOf = (one: CreatedThing, byPath: ReadonlyMap<string, CreatedThing>): readonly CreatedThing[] => {
  const { case: { call }, exchange: { request: { url } } } = one.by // prettier-ignore
  const createdAt = targetOfReference(url, url, rootOf(one.api, call.operation)) ?? ''
  // With its slash at the end, the path of a thing would be that of something above it.
  const own = withoutSlash(one.path ?? '')
  return [...prefixesOf(own), ...prefixesOf(createdAt)].flatMap(
    (path) => byPath.get(`${one.api.version} ${path}`) ?? [],
  )
}

/** A deletion that succeeded. */
interface Deletion {
  readonly thing: CreatedThing
  readonly deleted: Exchange
}

interface Reading {
  readonly concurrency: number
  /** The time until deletions show, in milliseconds. */
  readonly lateMs: number
  /** Unix time in milliseconds, after which nothing more is read. */
  readonly until: number
}

/** The deleted things that can still be read. @param deletions those of each operation, the last one first */
const stillThere = async (
  deletions: Iterable<readonly Deletion[]>,
  read: (thing: CreatedThing) => Promise<Exchange | undefined>,
  { concurrency, lateMs, until }: Reading,
): Promise<ReadonlyMap<CreatedThing, End>> => {
  const found = new Map<CreatedThing, End>()
  let wait: Promise<void> | undefined
  let hasWaited = false
  const waitOnce = (): Promise<void> => (wait ??= pause(lateMs).then(() => void (hasWaited = true)))
  const confirm = async (all: readonly Deletion[]): Promise<void> => {
    for (const [index, { thing, deleted }] of all.entries()) {
      const isLater = deleted.response.status === 202
      if (index > 0 && Date.now() >= until) {
        if (!isLater) found.set(thing, { fate: 'kept', why: unlikely(deleted) })
        continue
      }
      const look = async (): Promise<Exchange | undefined> => {
        const seen = await read(thing)
        return seen && (isLater ? isSuccess(seen) : shows(seen, thing)) ? seen : undefined
      }
      const isEarly = !hasWaited
      let seen = await look()
      // A mark, such as another state, stays.
      const mark = seen && markOfDeletion(objectBody(thing.by.exchange), objectBody(seen))
      if (seen && mark === undefined && isEarly) {
        await waitOnce()
        seen = await look()
      }
      if (seen) found.set(thing, { fate: 'kept', why: undone(deleted, mark) })
      // An operation deletes all things alike, but one that works asynchronously may have deleted only some of them.
      else if (!isLater) break
    }
  }
  await eachAtOnce([...deletions], concurrency, confirm, () => Date.now() >= until)
  return found
}

/** Sends a request about a thing; it may throw once nothing can be sent any more. */
export type Send = (
  operation: Operation,
  thing: CreatedThing,
  credentials: Call['credentials'],
  headers?: HeaderList,
  body?: unknown,
) => Promise<Exchange>

/** How many deletions are sent at once, and the Unix time in milliseconds after which nothing is tried again. */
export interface Retrying {
  readonly concurrency: number
  readonly retryUntil?: number
}

/** Deletes things, and keeps what has become of each. */
export class Deletions {
  readonly ends = new Map<CreatedThing, End>()
  readonly #things: readonly CreatedThing[]
  readonly #send: Send
  readonly #ended: AbortSignal
  readonly #byPath: ReadonlyMap<string, CreatedThing>
  /** Those that succeeded, by operation. */
  readonly #done = new Map<Operation, Deletion[]>()

  constructor(things: readonly CreatedThing[], send: Send, ended: AbortSignal) {
    this.#things = things
    this.#send = send
    this.#ended = ended
    this.#byPath = new Map(things.map((one) => [keyOf(one), one]))
    for (const one of things) {
      if (one.isDeleted) this.ends.set(one, { fate: 'cancelled' })
      else if (!one.deleteOperation) this.ends.set(one, { fate: 'kept', why: whyKept(one) })
    }
  }

  isBelowDeleted(thing: CreatedThing): boolean {
    const above = parentsOf(thing, this.#byPath)
    return above.some((one) => ['cancelled', 'gone'].includes(this.ends.get(one)?.fate ?? ''))
  }

  /** The newest first; what is refused is retried after the others, while there is time. */
  async all({ concurrency, retryUntil = Infinity }: Retrying): Promise<void> {
    const isLeft = (one: CreatedThing): boolean => this.ends.get(one)?.isOpen ?? !this.ends.has(one)
    for (let round = 0, before = Infinity; round < mostRounds; round++) {
      const left = this.#things.filter(isLeft).toReversed()
      const isStuck = round > 1 && left.length === before
      const isOver = (): boolean => this.#ended.aborted || (round > 0 && Date.now() > retryUntil)
      if (left.length === 0 || isStuck) return
      before = left.length
      const remove = (one: CreatedThing): Promise<void> =>
        this.#remove(one, round > 0).catch((error: unknown) => void this.ends.set(one, endOfFailed(error)))
      // Retries are sequential, because a service may fail only under concurrency.
      await eachAtOnce(left, round > 0 ? 1 : concurrency, remove, isOver)
    }
  }

  /** Reads what was deleted, and what may be gone with something else. */
  async confirm(reading: Reading): Promise<void> {
    const read = (thing: CreatedThing): Promise<Exchange | undefined> => this.#read(thing)
    for (const [thing, end] of await stillThere(this.#done.values(), read, reading)) this.ends.set(thing, end)
    for (const one of this.#things)
      if (!one.deleteOperation && this.isBelowDeleted(one) && !(await this.#isBeside(one)))
        this.ends.set(one, { fate: 'gone' })
  }

  async #read(thing: CreatedThing, reading = readingOf(thing)): Promise<Exchange | undefined> {
    if (!reading || this.#ended.aborted) return undefined
    return this.#send(reading, thing, 'own').catch(() => undefined)
  }

  async #remove(thing: CreatedThing, isRetry: boolean): Promise<void> {
    const { deleteOperation } = thing
    if (!deleteOperation) return
    // A service may let a thing be deleted only by the caller that created it.
    const credentials = isRetry ? 'own' : thing.by.case.call.credentials
    const guard = await this.#guardOf(thing)
    const first = await this.#delete(deleteOperation, thing, credentials, guard)
    const moved = movedTo(thing, first)
    const deleted = moved ? await this.#send(deleteOperation, moved, credentials, guard) : first
    const end = endOf(deleted, this.isBelowDeleted(thing))
    this.ends.set(thing, end)
    if (isSuccess(deleted)) cached(this.#done, deleteOperation, () => []).unshift({ thing, deleted })
    // Some services answer 400 to the deletion of a missing thing, and others 404 to that of a thing that they have.
    const seen = isRefusal(deleted) ? await this.#read(thing) : undefined
    if (seen && isMissing(seen)) this.ends.set(thing, { fate: 'gone' })
    else if (seen && isSuccess(seen) && !isEmptyAnswer(seen) && end.fate === 'gone')
      this.ends.set(thing, {
        fate: 'refused',
        why: `${outcomeOf(deleted)}, and it can still be read`,
        isOpen: true,
      })
  }

  /** Sends a deletion, with one body after the other where several may name the thing. */
  async #delete(
    operation: Operation,
    thing: CreatedThing,
    ...how: [Call['credentials'], HeaderList]
  ): Promise<Exchange> {
    const [first, ...others] = thing.deleteBodies ?? [undefined]
    let deleted = await this.#send(operation, thing, ...how, first)
    for (const body of others)
      if (isRefusal(deleted)) deleted = await this.#send(operation, thing, ...how, body)
    return deleted
  }

  /** The precondition of a deletion that declares one: the ETag that a read of the thing shows, or any. */
  async #guardOf(thing: CreatedThing): Promise<HeaderList> {
    const condition = thing.deleteOperation && conditionOf(thing.deleteOperation)
    if (!condition) return []
    const seen = await this.#read(thing)
    return [[condition.name, (seen && headerValue(seen.response.headers, 'etag')) ?? '*']]
  }

  /** A thing that an action on a deleted thing created may be another of its kind, which still exists. */
  async #isBeside(one: CreatedThing): Promise<boolean> {
    const parent = one.id === undefined ? undefined : parentsOf(one, this.#byPath).findLast(readingOf)
    const reading = parent && readingOf(parent)
    if (!reading) return false
    const name = parametersIn(reading.path).at(-1) ?? ''
    const beside = { ...parent, pathValues: { ...parent.pathValues, [name]: one.id } }
    const seen = await this.#read(beside, reading)
    return seen !== undefined && isSuccess(seen)
  }
}
