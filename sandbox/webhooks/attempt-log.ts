import { type AttemptQuery, type AttemptRecord, fitsQuery, isNewer, type StoredAttempt } from './attempts.js'

/** Maximum of stored attempts per webhook. */
const mostAttempts = 1000

/** Statistics of a webhook's stored attempts. */
export interface AttemptSummary {
  /** Attempts that were acknowledged. */
  readonly delivered: number
  readonly failed: number
  /** The share of acknowledged attempts, from 0 to 1; absent without attempts. */
  readonly successRate?: number
  /** The median duration in milliseconds; absent without attempts. */
  readonly p50?: number
  /** The 95th percentile of durations in milliseconds. */
  readonly p95?: number
}

/** The percentile of sorted values. */
const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0

const summaryOf = (attempts: readonly StoredAttempt[]): AttemptSummary => {
  const delivered = attempts.filter(({ failure }) => failure === undefined).length
  if (attempts.length === 0) return { delivered: 0, failed: 0 }
  const durations = Float64Array.from(attempts, ({ duration }) => duration).sort()
  return {
    delivered,
    failed: attempts.length - delivered,
    successRate: delivered / attempts.length,
    p50: percentile(durations, 0.5),
    p95: percentile(durations, 0.95),
  }
}

/** A ring buffer of the newest attempts of one webhook. */
class AttemptRing {
  readonly partnerId: string
  readonly #slots: StoredAttempt[] = []
  /** The same attempts, oldest first by start, which may differ from the order in which they ended. */
  readonly #ordered: StoredAttempt[] = []
  #summary: AttemptSummary | undefined
  #turns = 0

  constructor(partnerId: string) {
    this.partnerId = partnerId
  }

  get turns(): number {
    return this.#turns
  }

  /** Returns the attempt whose slot was overwritten. */
  put(attempt: StoredAttempt): StoredAttempt | undefined {
    const slot = attempt.turn % mostAttempts
    const before = this.#slots[slot]
    this.#slots[slot] = attempt
    this.#turns = Math.max(this.#turns, attempt.turn + 1)
    this.#summary = undefined
    if (before !== undefined) this.#leave(before)
    this.#insert(attempt)
    return before
  }

  *newestFirst(): Generator<StoredAttempt> {
    for (let at = this.#ordered.length - 1; at >= 0; at -= 1) {
      const attempt = this.#ordered[at]
      if (attempt !== undefined) yield attempt
    }
  }

  /** Computed on demand, and cached until the next change. */
  summary(): AttemptSummary {
    this.#summary ??= summaryOf(this.#ordered)
    return this.#summary
  }

  #insert(attempt: StoredAttempt): void {
    let at = this.#ordered.length
    for (let before = this.#ordered[at - 1]; before !== undefined; before = this.#ordered[at - 1]) {
      if (!isNewer(before, attempt)) break
      at -= 1
    }
    if (at === this.#ordered.length) this.#ordered.push(attempt)
    else this.#ordered.splice(at, 0, attempt)
  }

  #leave(attempt: StoredAttempt): void {
    if (this.#ordered[0] === attempt) this.#ordered.shift()
    else this.#ordered.splice(this.#ordered.indexOf(attempt), 1)
  }
}

/** The log of attempts, limited for each webhook. */
export interface AttemptLog {
  /** Returns the sequence number of an attempt that starts now. */
  readonly begin: () => number
  readonly add: (attempt: AttemptRecord) => StoredAttempt
  readonly find: (partnerId: string, id: string) => StoredAttempt | undefined
  /** Newest first by start; `also` is an additional condition. */
  readonly list: (
    partnerId: string,
    query: AttemptQuery,
    also?: (attempt: StoredAttempt) => boolean,
  ) => Iterable<StoredAttempt>
  /** The attempts of one event, newest first. */
  readonly ofEvent: (partnerId: string, eventId: string) => readonly StoredAttempt[]
  readonly summary: (webhookId: string) => AttemptSummary
  /** Deletes the attempts of a webhook. */
  readonly forget: (webhookId: string) => void
}

/** The storage of attempts, by slot. */
export interface AttemptKeeping {
  readonly keep: (slot: string, attempt: StoredAttempt) => void
  readonly forget: (slot: string) => void
}

// Merges lists that are each sorted newest first.
const merged = function* (lists: readonly Iterable<StoredAttempt>[]): Generator<StoredAttempt> {
  const heads = lists.flatMap((list) => {
    const rest = list[Symbol.iterator]()
    const first = rest.next()
    return first.done === true ? [] : [{ rest, attempt: first.value }]
  })
  while (heads.length > 0) {
    const newest = heads.reduce((one, other) => (isNewer(other.attempt, one.attempt) ? other : one))
    yield newest.attempt
    const next = newest.rest.next()
    if (next.done === true) heads.splice(heads.indexOf(newest), 1)
    else newest.attempt = next.value
  }
}

const only = function* (
  list: Iterable<StoredAttempt>,
  fits: (attempt: StoredAttempt) => boolean,
): Generator<StoredAttempt> {
  for (const attempt of list) if (fits(attempt)) yield attempt
}

const slotOf = ({ webhookId, turn }: StoredAttempt): string => `${webhookId}/${turn % mostAttempts}`

/** Attempts by event. */
const createEventIndex = () => {
  const byEvent = new Map<string, StoredAttempt[]>()
  return {
    of: (eventId: string): readonly StoredAttempt[] => byEvent.get(eventId) ?? [],
    add: (attempt: StoredAttempt): void => {
      const known = byEvent.get(attempt.eventId)
      if (known === undefined) byEvent.set(attempt.eventId, [attempt])
      else known.push(attempt)
    },
    remove: (attempt: StoredAttempt): void => {
      const others = (byEvent.get(attempt.eventId) ?? []).filter((one) => one !== attempt)
      if (others.length === 0) byEvent.delete(attempt.eventId)
      else byEvent.set(attempt.eventId, others)
    },
  }
}

/** A log with the stored attempts of a table; new ones are also passed to `keeping`. */
export function createAttemptLog(known: Iterable<StoredAttempt>, keeping: AttemptKeeping): AttemptLog {
  const rings = new Map<string, AttemptRing>()
  const byId = new Map<string, StoredAttempt>()
  const events = createEventIndex()
  let places = 1
  const ringOf = ({ webhookId, partnerId }: AttemptRecord): AttemptRing => {
    const ring = rings.get(webhookId) ?? new AttemptRing(partnerId)
    rings.set(webhookId, ring)
    return ring
  }
  const drop = (attempt: StoredAttempt): void => {
    byId.delete(attempt.id)
    events.remove(attempt)
  }
  const put = (ring: AttemptRing, attempt: StoredAttempt): void => {
    const before = ring.put(attempt)
    if (before !== undefined) drop(before)
    byId.set(attempt.id, attempt)
    events.add(attempt)
    places = Math.max(places, attempt.place + 1)
  }
  for (const attempt of known) put(ringOf(attempt), attempt)
  return {
    begin: () => places++,
    add: (attempt) => {
      const ring = ringOf(attempt)
      const kept = { ...attempt, turn: ring.turns }
      put(ring, kept)
      keeping.keep(slotOf(kept), kept)
      return kept
    },
    find: (partnerId, id) => {
      const attempt = byId.get(id)
      return attempt?.partnerId === partnerId ? attempt : undefined
    },
    list: (partnerId, query, also = () => true) => {
      const fits = fitsQuery(query)
      const own = [...rings]
        .filter(([id, ring]) => ring.partnerId === partnerId && (query.webhookId ?? id) === id)
        .map(([, ring]) => only(ring.newestFirst(), (attempt) => fits(attempt) && also(attempt)))
      return merged(own)
    },
    ofEvent: (partnerId, eventId) =>
      events
        .of(eventId)
        .filter((attempt) => attempt.partnerId === partnerId)
        .sort((one, other) => (isNewer(one, other) ? -1 : 1)),
    summary: (webhookId) => (rings.get(webhookId) ?? new AttemptRing('')).summary(),
    forget: (webhookId) => {
      for (const attempt of rings.get(webhookId)?.newestFirst() ?? []) {
        drop(attempt)
        keeping.forget(slotOf(attempt))
      }
      rings.delete(webhookId)
    },
  }
}
