import { setTimeout as delay } from 'node:timers/promises'
import type { CreatedEntry, Fate } from '../model/created.js'
import type { Case } from '../model/case.js'
import type { CreatedThing } from '../model/thing.js'
import type { Observed } from '../model/observed.js'

/** How things are deleted. */
export interface CleaningUp {
  /** A call that deletes a thing, where its operation needs more than the path: required headers, for instance. */
  readonly callFor?: (thing: CreatedThing) => Promise<Case | undefined>
  /** Deletions on their way at the same time; 4 when it is absent. */
  readonly concurrency?: number
  /** What takes longer, in milliseconds, is kept; 30 seconds when it is absent. */
  readonly mostMs?: number
  /** Ends it: what was not deleted by then is kept. */
  readonly signal?: AbortSignal
}

const defaultMostMs = 30_000
const defaultConcurrency = 4
/** What is refused may be so for something that is deleted later. */
const mostRounds = 3

const plainCall = ({ deleteOperation: operation, pathValues: path }: CreatedThing): Case | undefined =>
  operation && {
    call: { operation, path, query: {}, header: {}, cookie: {} },
    expectation: 'open',
    source: 'state',
    aim: 'what the run created is deleted',
  }

const fateOf = ({ exchange, noAnswer }: Observed): Fate => {
  const { status } = exchange.response
  if (noAnswer !== undefined) return 'kept'
  if (status >= 200 && status < 300) return 'cancelled'
  return status === 404 || status === 410 ? 'gone' : 'refused'
}

/** Several requests may have been answered with one thing: the first counts, and it is deleted once. */
const distinct = (created: readonly CreatedThing[]): readonly CreatedThing[] =>
  [
    ...new Map(created.toReversed().map((one) => [`${one.api.version} ${one.path}`, one])).values(),
  ].toReversed()

const idOf = ({ path }: CreatedThing): string | undefined => {
  const last = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .findLast((segment) => segment !== '')
  try {
    return last === undefined ? undefined : decodeURIComponent(last)
  } catch {
    return last
  }
}

const entryOf = (thing: CreatedThing, fate: Fate): CreatedEntry => {
  const { operation } = thing.by.case.call
  const id = idOf(thing)
  return {
    operation: `${operation.method.toUpperCase()} ${operation.path}`,
    version: thing.api.version,
    ...(id !== undefined && { id }),
    fate,
  }
}

/**
 * Deletes what a run created, the last first, by the operation that the document has for it. What is refused is tried
 * again when others are gone.
 * @param send sends a call to the document of a thing; it may throw where nothing can be sent any more
 * @returns everything that was created, in order, with what became of it
 */
export async function cleanUp(
  created: readonly CreatedThing[],
  send: (deletion: Case, thing: CreatedThing) => Promise<Observed>,
  { callFor, concurrency = defaultConcurrency, mostMs = defaultMostMs, signal }: CleaningUp = {},
): Promise<readonly CreatedEntry[]> {
  const things = distinct(created)
  const fates = new Map<CreatedThing, Fate>(
    things.filter(({ isDeleted }) => isDeleted).map((one) => [one, 'cancelled']),
  )
  const ended = new AbortController()
  const end = (): void => ended.abort()
  const remove = async (thing: CreatedThing): Promise<void> => {
    const call = thing.deleteOperation && ((await callFor?.(thing)) ?? plainCall(thing))
    if (call && !ended.signal.aborted) fates.set(thing, fateOf(await send(call, thing)))
  }
  const round = async (queue: Iterator<CreatedThing>): Promise<void> => {
    for (let next = queue.next(); next.done !== true && !ended.signal.aborted; next = queue.next()) {
      // A service that is gone keeps what it has.
      await remove(next.value).catch(() => undefined)
    }
  }
  const work = async (): Promise<void> => {
    for (let count = 0; count < mostRounds; count++) {
      const left = things.filter((one) => (fates.get(one) ?? 'refused') === 'refused' && one.deleteOperation)
      if (left.length === 0 || ended.signal.aborted) return
      const queue = left.toReversed().values()
      await Promise.all(Array.from({ length: concurrency }, () => round(queue)))
      const now = left.filter((one) => fates.get(one) === 'refused')
      if (now.length === left.length) return
    }
  }
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true) end()
  const late = delay(mostMs, undefined, { signal: ended.signal }).catch(() => undefined)
  await Promise.race([work(), late])
  end()
  signal?.removeEventListener('abort', end)
  return things.map((one) => entryOf(one, fates.get(one) ?? 'kept'))
}
