import { type JsonObject, listOf, objectOf, parametersIn } from '../../document/index.js'
import { isDateTime } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import { type Exchange, jsonBody } from '../exchange/exchange.js'
import { isBusy, isMissing, isSuccess } from '../exchange/reading.js'
import type { CreatedThing } from '../model/report.js'
import type { ThingsBefore } from '../model/warnings.js'
import { eachAtOnce, whenAborted } from '../model/workers.js'
import { addressesOf, heldIn } from '../pool/addresses.js'
import { keyOf } from '../pool/known-things.js'
import type { Learned } from '../pool/learned.js'
import type { FirstList } from '../pool/first-lists.js'
import type { FirstObjects } from '../pool/first-objects.js'
import { targetOf, valuesByName, withoutSlash } from '../resources/paths.js'
import type { Resource } from '../resources/resources.js'
import type { CallOptions } from '../rules/request.js'
import { bodyFormOf } from '../sequences/bodies.js'
import { flatMembers, steadyMembers, unrelatedMember } from '../sequences/related.js'

/** The most things of a list that are read because it does not show them any more. */
const mostReads = 10

/** Sends a call once more; undefined where it gets no response. */
type Send = (operation: Operation, options: CallOptions) => Promise<Exchange | undefined>

/** A thing that a list shows, with the values of its paths, best first. */
interface Shown {
  readonly thing: JsonObject
  readonly addresses: readonly (readonly unknown[])[]
}

const thingsOf = ({ list, resource }: FirstList, exchange: Exchange): readonly Shown[] => {
  const texts = listOf(jsonBody(exchange.response)).filter((one) => typeof one === 'string')
  // A list of texts shows the ids of its things.
  const ids = texts.map((text) => ({ [resource.parameter.name]: text }))
  const { things } = heldIn(resource, { exchange }, 'list')
  return [...things, ...ids].map((thing) => ({
    thing,
    addresses: addressesOf(thing, resource, { ...list, exchange }),
  }))
}

/** Sends a list's request once more; undefined where it cannot be read any more. */
const listAgain = async (first: FirstList, send: Send): Promise<readonly Shown[] | undefined> => {
  const { operation, path, query } = first.list.case.call
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const values = parametersIn(operation.path).map((name) => String(path[name]))
  const exchange = await send(operation, { path: values, query: Object.fromEntries(texts) })
  return exchange && isSuccess(exchange) ? thingsOf(first, exchange) : undefined
}

/** The switches that the bodies of requests set; services change texts of states by themselves, but rarely these. */
const switchesOf = ({ resource, list }: FirstList): ReadonlySet<string> => {
  const { schemas } = list.api.surface
  const { creates, put, patch, nouns } = resource
  const forms = [...creates, put, patch].flatMap((one) => (one ? [bodyFormOf(one, schemas, nouns[0])] : []))
  return new Set(forms.flatMap(({ members }) => members.map(([name]) => name)))
}

/** The first member whose value has changed, of texts that stay the same by themselves and of switches. */
const changedMember = (before: JsonObject, after: JsonObject, set: ReadonlySet<string>) => {
  const [old, now] = [flatMembers(before), flatMembers(after)]
  const texts = steadyMembers(old).filter((name) => !isDateTime(String(old[name])))
  const switches = Object.keys(old).filter((name) => typeof old[name] === 'boolean' && set.has(name))
  return unrelatedMember(old, now, [...texts, ...switches])
}

const nameOf = (path: string): string => path.split('.').at(-1) ?? ''

/** The members of what the run wrote to that bodies set, and that a read shows otherwise now, or why none shows them. */
const changedByRun = async (
  { first, writes }: FirstObjects['written'][number],
  send: Send,
): Promise<readonly string[]> => {
  const { api, exchange, case: { call: { operation } } } = first // prettier-ignore
  const now = await send(operation, {})
  if (!now || isBusy(now.response)) return []
  const { status } = now.response
  if (status >= 500 || isMissing(now)) return [`${operation.path} (answers ${status})`]
  if (!isSuccess(now)) return []
  const forms = [...writes].map((one) => bodyFormOf(one, api.surface.schemas))
  const set = new Set(forms.flatMap(({ members }) => members.map(([name]) => nameOf(name))))
  const before = Object.entries(flatMembers(objectOf(jsonBody(exchange.response))))
  const own = Object.fromEntries(before.filter(([name]) => set.has(nameOf(name))))
  const member = changedMember(own, objectOf(jsonBody(now.response)), new Set(Object.keys(own)))
  return member === undefined ? [] : [`${operation.path} (${member})`]
}

/** The things that a list showed first, with what it shows of them now. */
const compare = (first: FirstList, again: readonly Shown[]) => {
  const after = new Map(again.flatMap(({ thing, addresses }) => addresses.map((one) => [keyOf(one), thing])))
  const set = switchesOf(first)
  return thingsOf(first, first.list.exchange).flatMap(({ thing, addresses: [values] }) => {
    const now = values && after.get(keyOf(values))
    const isListed = now !== undefined
    return values ? [{ values, isListed, member: now && changedMember(thing, now, set) }] : []
  })
}

/** Whether clients create and delete things of a kind, as opposed to the entries of a log, which every request adds to. */
const isManaged = ({ creates, remove }: Resource): boolean => creates.length > 0 && remove !== undefined

/** The contents of lists at the end of a run. */
export interface AtEnd {
  readonly before: ThingsBefore
  /** The targets of all things in them, without a slash at the end. */
  readonly listed: ReadonlySet<string>
  /** Things that the run may have created, which no response said; those without an address, because a list failed. */
  readonly left: readonly CreatedThing[]
}

/**
 * Reads once more the lists that were read before the run wrote anything, as far as there is time. A service may delete
 * and change more than it was asked to, and keep what it says to have deleted.
 */
export async function lookAtThingsBefore(
  { pool, accepted }: Pick<Learned, 'pool' | 'accepted'>,
  send: Send,
  { concurrency, forMs }: { readonly concurrency: number; readonly forMs: number },
): Promise<AtEnd> {
  const ended = AbortSignal.timeout(forMs)
  const [missing, changed] = [new Set<string>(), new Map<string, string>()]
  const [listed, left] = [new Set<string>(), new Map<string, CreatedThing>()]
  const [written, unexplained]: [string[], Set<string>] = [[], new Set()]
  const targetAt = ({ itemPath }: Resource, values: readonly unknown[]): string =>
    targetOf(itemPath, valuesByName(itemPath, values))
  const look = async (first: FirstList): Promise<void> => {
    const { read, itemPath } = first.resource
    const again = await listAgain(first, send)
    if (!again) {
      // Things below another one are deleted with it.
      if (first.resource.parents.length === 0)
        for (const one of pool.unnamed.failedOf(first.resource))
          left.set(one.by.case.call.operation.pointer, one)
      return
    }
    const seen = compare(first, again)
    // A page that shows more now was not full then, so what is new in it was created since.
    const wasWhole = again.length > thingsOf(first, first.list.exchange).length
    const before = new Set(seen.map(({ values }) => keyOf(values)))
    for (const { thing, addresses } of again) {
      const [values] = addresses
      if (!values) continue
      const target = targetAt(first.resource, values)
      listed.add(withoutSlash(target))
      if (before.has(keyOf(values))) continue
      const made = pool.leftAt({ itemPath, values }, thing, wasWhole)
      const isKnown = addresses.some((one) => pool.things.at({ itemPath, values: one })?.created)
      if (made) left.set(target, made)
      else if (wasWhole && isManaged(first.resource) && !isKnown) unexplained.add(target)
    }
    for (const { values, member } of seen)
      if (member !== undefined) changed.set(targetAt(first.resource, values), member)
    // Where no read ever found anything, a 404 proves nothing.
    if (!read || accepted.of(read).length === 0) return
    const unlisted = seen.filter(({ isListed }) => !isListed)
    for (const { values } of unlisted.slice(0, mostReads)) {
      const exchange = ended.aborted
        ? undefined
        : await send(read, { path: values.map(String), mayBeMissing: true })
      if (exchange && isMissing(exchange)) missing.add(targetAt(first.resource, values))
    }
  }
  const work = async (): Promise<void> => {
    await eachAtOnce(pool.firstLists.all, concurrency, look, () => ended.aborted)
    const lookAt = async (one: FirstObjects['written'][number]): Promise<void> =>
      void written.push(...(await changedByRun(one, send)))
    await eachAtOnce(pool.firstObjects.written, concurrency, lookAt, () => ended.aborted)
  }
  await Promise.race([work(), whenAborted(ended)])
  const before = {
    missing: [...missing],
    changed: [...changed].map(([target, name]) => `${target} (${name})`),
    written,
    unexplained: [...unexplained],
  }
  return { before, listed, left: [...left.values()] }
}
