import { entriesOf, groupedBy } from '../../document/index.js'
import { type CreatedEntry, type CreatedThing, isExternalId } from '../model/report.js'
import { nameOf } from '../model/case.js'
import { whenAborted } from '../model/workers.js'
import { referencesIn } from '../pool/references.js'
import { scopeOfDeletion } from '../pool/scopes.js'
import { lastNoun } from '../resources/names.js'
import { itemPathOf, withoutSlash } from '../resources/paths.js'
import { withBodyDeletion } from './body-naming.js'
import { Deletions, type End, hasStayed, idOf, isUnknown, type Retrying, type Send } from './deletions.js'
import type { AtEnd } from './things-before.js'

const unfound = 'no read found it where the response to its creation says, so its deletion proves nothing'
const listed = 'a list still shows it'
const shown =
  'a list shows it that did not before, and a request that may have created it, or its response, names it'
const unread =
  'its creation failed, and the list that would show it could not be read at the end, so it may be there'

/** Several responses may show the same thing; the first one counts, so it is deleted once. */
const distinct = (created: readonly CreatedThing[]): readonly CreatedThing[] => {
  const byPath = new Map<unknown, CreatedThing>()
  for (const one of created) {
    // Things without a path and an id are never equal.
    const key = isUnknown(one)
      ? one
      : `${one.api.version} ${one.path ?? `#${one.id}`} ${JSON.stringify(scopeOfDeletion(one))}`
    const known = byPath.get(key)
    // A thing that was deleted and created again exists.
    if (!known || known.isDeleted) byPath.set(key, one)
  }
  return [...byPath.values()]
}

const entryOf = (thing: CreatedThing, { isOpen: _open, ...end }: End): CreatedEntry => {
  const { operation, body } = thing.by.case.call
  const id = idOf(thing)
  const externalId = entriesOf(body?.value).find(([name]) => isExternalId(name))?.[1]
  return {
    operation: nameOf(operation),
    version: thing.api.version,
    ...(id !== undefined && { id }),
    ...(typeof externalId === 'string' && { externalId }),
    ...end,
  }
}

/**
 * Whether the end of a thing does not prove that it is gone: no read found it, and some services answer 204 to the
 * deletion of anything. Where nothing was ever found or deleted, a 404 may be for the address.
 */
const doubtsIn = (things: readonly CreatedThing[], ends: ReadonlyMap<CreatedThing, End>) => {
  const deletersOf = (isMeant: (one: CreatedThing) => boolean): ReadonlySet<unknown> =>
    new Set(things.filter(isMeant).map((one) => one.deleteOperation))
  const missed = deletersOf(({ isMissed }) => isMissed === true)
  const found = deletersOf(({ isMissed }) => isMissed === false)
  const deleting = deletersOf((one) => ends.get(one)?.fate === 'cancelled')
  const deleted = things.filter((one) => ['cancelled', 'gone'].includes(ends.get(one)?.fate ?? ''))
  const deletedById = groupedBy(deleted, (one) => `${one.api.version} ${idOf(one)}`)
  /** Whether a creation referred to what is deleted: `department_id` of `POST /employees`. */
  const refersToDeleted = ({ api, by }: CreatedThing): boolean =>
    referencesIn(by.case.call).some(
      ({ nouns, value, isId }) =>
        isId &&
        deletedById
          .get(`${api.version} ${String(value)}`)
          ?.some(({ deleteOperation }) =>
            nouns.includes(lastNoun(deleteOperation ? itemPathOf(deleteOperation) : '')),
          ),
    )
  return (thing: CreatedThing, { fate }: End): boolean => {
    const { isMissed, deleteOperation: by, by: made } = thing
    // A PUT names the path itself, so what is missing there is not at another one.
    if (fate === 'gone' && isMissed && made.case.call.operation.method === 'put') return false
    // Others were found where their creations said, and many services delete what refers to a deleted thing.
    if (fate === 'gone' && isMissed && found.has(by) && refersToDeleted(thing)) return false
    if (fate === 'gone' && by !== undefined && !found.has(by) && !deleting.has(by)) return true
    const isDoubtful = isMissed ?? (missed.has(by) && !found.has(by))
    return isDoubtful && (fate === 'cancelled' || fate === 'gone')
  }
}

/** The contents of lists after the deletions, by version. */
type Seen = ReadonlyMap<string, Pick<AtEnd, 'listed' | 'left'>>

interface CleanUpOptions extends Retrying {
  /** Unix time in milliseconds. */
  readonly deadline: number
  /** Milliseconds until deletions have to show: some services show changes late. */
  readonly lateMs?: number
  /** Unix time in milliseconds, after which deletions are only read until they have to show. */
  readonly readUntil?: number
  /** Reads lists after the deletions. */
  readonly look?: () => Promise<Seen>
}

/**
 * Deletes what a run created, the newest first, and retries refused deletions after others.
 * @param send may throw once nothing can be sent any more; after the deadline what is left is kept
 * @returns everything that was created, in order, with its fate
 */
export async function cleanUp(
  created: readonly CreatedThing[],
  send: Send,
  options: CleanUpOptions,
): Promise<readonly CreatedEntry[]> {
  const { concurrency, deadline, lateMs = 1_500, readUntil = Infinity } = options
  const { look = () => Promise.resolve(new Map()) } = options
  const things = distinct(created).map(withBodyDeletion)
  const ended = AbortSignal.timeout(Math.max(0, deadline - Date.now()))
  const deletions = new Deletions(things, send, ended)
  if (!ended.aborted) await Promise.race([deletions.all(options), whenAborted(ended)])
  // A deletion that shows late is read once more after the time is up.
  const until = Math.max(Date.now() + lateMs, readUntil)
  await deletions.confirm({ concurrency, lateMs, until })
  const seen = await look()
  const isListed = ({ api, path }: CreatedThing): boolean =>
    path !== undefined && seen.get(api.version)?.listed.has(withoutSlash(path)) === true
  const isDoubtful = doubtsIn(things, deletions.ends)
  const provenEnd = (one: CreatedThing): End => {
    const end = deletions.ends.get(one) ?? { fate: 'kept', why: 'the time was up' }
    if (!hasStayed(end) && isListed(one)) return { fate: 'kept', why: listed }
    return isDoubtful(one, end) && !deletions.isBelowDeleted(one) ? { fate: 'kept', why: unfound } : end
  }
  const all = things.map((one) => ({ one, end: provenEnd(one) }))
  // A thing that stays may have another path, at which a list shows it.
  const isKnown = (thing: CreatedThing): boolean =>
    all.some(
      ({ one, end }) =>
        one.by === thing.by && (isUnknown(thing) || (hasStayed(end) && idOf(one) === idOf(thing))),
    )
  const left = [...seen.values()]
    .flatMap((one) => one.left)
    .filter((one) => !isKnown(one))
    .map(withBodyDeletion)
  const leftDeletions = new Deletions(left, send, ended)
  if (!ended.aborted) await Promise.race([leftDeletions.all(options), whenAborted(ended)])
  const endOfLeft = (one: CreatedThing): End =>
    (one.deleteOperation && leftDeletions.ends.get(one)) ?? {
      fate: 'kept',
      why: isUnknown(one) ? unread : shown,
    }
  return [...all.map(({ one, end }) => entryOf(one, end)), ...left.map((one) => entryOf(one, endOfLeft(one)))]
}
