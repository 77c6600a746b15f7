import type { Entity } from '../state/repository.js'
import type { EventType } from '../api/event-types.js'

/** Why an attempt was made. */
export type Trigger = 'scheduled' | 'manual' | 'ping'

/** One attempt to deliver an event to a webhook; its id is the `webhook-id` that it was made with. */
export interface AttemptRecord extends Entity {
  readonly webhookId: string
  readonly eventId: string
  readonly type: EventType
  readonly customerId: string
  readonly trigger: Trigger
  /** When it was made, by the clock of the sandbox. */
  readonly at: Date
  readonly url: string
  /** The headers that were sent, the signature included. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent where no answer came. */
  readonly status?: number
  /** Why it does not count; absent when it was acknowledged. */
  readonly failure?: string
  /** The start of the response, as text that can be shown. */
  readonly excerpt: string
  /** Milliseconds of real time. */
  readonly duration: number
}

/** Attempts that are kept of each webhook, the newest ones. */
export const mostAttempts = 1000

/** An attempt in its place: among those of its webhook, and among all. */
export interface StoredAttempt extends AttemptRecord {
  readonly turn: number
  readonly place: number
}

/** Which attempts are asked for. */
export interface AttemptQuery {
  readonly webhookId?: string
  readonly type?: string
  readonly outcome?: 'acknowledged' | 'failed'
  /** Only what is older than the attempt in this place. */
  readonly before?: number
}

/** The attempts that were made, bounded for each webhook. */
export interface AttemptLog {
  readonly add: (attempt: AttemptRecord) => StoredAttempt
  readonly find: (partnerId: string, id: string) => StoredAttempt | undefined
  /** Newest first. */
  readonly list: (partnerId: string, query: AttemptQuery) => Iterable<StoredAttempt>
}

/** The newest attempts of one webhook: each takes the slot of the one that was made so many turns before. */
class Ring {
  readonly partnerId: string
  readonly #slots: StoredAttempt[] = []
  #turns = 0

  constructor(partnerId: string) {
    this.partnerId = partnerId
  }

  get turns(): number {
    return this.#turns
  }

  /** Returns the attempt whose slot it takes. */
  put(attempt: StoredAttempt): StoredAttempt | undefined {
    const slot = attempt.turn % mostAttempts
    const before = this.#slots[slot]
    this.#slots[slot] = attempt
    this.#turns = Math.max(this.#turns, attempt.turn + 1)
    return before
  }

  *newestFirst(): Generator<StoredAttempt> {
    for (let turn = this.#turns - 1; turn >= 0 && turn >= this.#turns - mostAttempts; turn -= 1) {
      const attempt = this.#slots[turn % mostAttempts]
      if (attempt !== undefined) yield attempt
    }
  }
}

// Puts lists that are each newest first together into one.
const merged = function* (lists: readonly Iterable<StoredAttempt>[]): Generator<StoredAttempt> {
  const heads = lists.flatMap((list) => {
    const rest = list[Symbol.iterator]()
    const first = rest.next()
    return first.done === true ? [] : [{ rest, attempt: first.value }]
  })
  while (heads.length > 0) {
    const newest = heads.reduce((one, other) => (other.attempt.place > one.attempt.place ? other : one))
    yield newest.attempt
    const next = newest.rest.next()
    if (next.done === true) heads.splice(heads.indexOf(newest), 1)
    else newest.attempt = next.value
  }
}

const isAsked =
  ({ type, outcome, before = Infinity }: AttemptQuery) =>
  (attempt: StoredAttempt): boolean =>
    attempt.place < before &&
    (type === undefined || attempt.type === type) &&
    (outcome === undefined || (attempt.failure === undefined) === (outcome === 'acknowledged'))

/** A log that begins with the attempts of a table; `keep` is told where each new one belongs. */
export function createAttemptLog(
  known: Iterable<StoredAttempt>,
  keep: (slot: string, attempt: StoredAttempt) => void,
): AttemptLog {
  const rings = new Map<string, Ring>()
  const byId = new Map<string, StoredAttempt>()
  // From 1, since nothing is asked for before 0.
  let places = 1
  const ringOf = ({ webhookId, partnerId }: AttemptRecord): Ring => {
    const ring = rings.get(webhookId) ?? new Ring(partnerId)
    rings.set(webhookId, ring)
    return ring
  }
  const put = (ring: Ring, attempt: StoredAttempt): void => {
    const before = ring.put(attempt)
    if (before !== undefined) byId.delete(before.id)
    byId.set(attempt.id, attempt)
    places = Math.max(places, attempt.place + 1)
  }
  for (const attempt of known) put(ringOf(attempt), attempt)
  return {
    add: (attempt) => {
      const ring = ringOf(attempt)
      const kept = { ...attempt, turn: ring.turns, place: places }
      put(ring, kept)
      keep(`${attempt.webhookId}/${kept.turn % mostAttempts}`, kept)
      return kept
    },
    find: (partnerId, id) => {
      const attempt = byId.get(id)
      return attempt?.partnerId === partnerId ? attempt : undefined
    },
    *list(partnerId, query) {
      const asked = isAsked(query)
      const own = [...rings]
        .filter(([id, ring]) => ring.partnerId === partnerId && (query.webhookId ?? id) === id)
        .map(([, ring]) => ring.newestFirst())
      for (const attempt of merged(own)) if (asked(attempt)) yield attempt
    },
  }
}
