import type { Table, Tables } from '../primitives/environment.js'
import type { EventRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Endpoint, PendingEvent } from './endpoint.js'
import type { Entity } from '../state/repository.js'
import type { EventType } from '../api/event-types.js'
import type { HeaderLine } from './http-client.js'

/** Holds values back until they are persisted, in order; those of a failed write wait for the next. */
export function createDurabilityBarrier<T extends object>(
  durable: () => Promise<void> | undefined,
  pass: (one: T) => void,
) {
  let held: readonly T[] = []
  const push = (): void => {
    const mine = held
    held = []
    const passOn = (): void => {
      const before = held
      held = []
      for (const one of [...before, ...mine]) pass(one)
    }
    const waiting = durable()
    if (waiting === undefined) passOn()
    else waiting.then(passOn, () => (held = [...held, ...mine])).catch(() => undefined)
  }
  return {
    /** Passes waiting values on, once all writes so far are on disk. */
    push,
    hold: (one: T): void => {
      held = [...held, one]
      push()
    },
  }
}

/** The time for which writes are buffered, in milliseconds of real time; lost progress causes a second delivery. */
const bufferTime = 50

type WriteBuffer = ReturnType<typeof createWriteBuffer>

/** Buffers progress, so that responses need not wait for it: losing it only repeats a delivery. */
export function createWriteBuffer(written: () => void) {
  const byTable = new Map<unknown, Map<string, () => void>>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (byTable.size === 0) return
    for (const writes of byTable.values()) for (const write of writes.values()) write()
    byTable.clear()
    written()
  }
  const buffer = (table: unknown, key: string, write: () => void): void => {
    const writes = byTable.get(table) ?? new Map<string, () => void>()
    byTable.set(table, writes.set(key, write))
    timer ??= setTimeout(flush, bufferTime).unref()
  }
  return {
    put: <T>(table: Table<T>, key: string, value: T) => buffer(table, key, () => void table.set(key, value)),
    remove: <T>(table: Table<T>, key: string) => buffer(table, key, () => void table.delete(key)),
    flush,
  }
}

interface PendingRecord extends Omit<PendingEvent, 'event'> {
  readonly webhookId: string
  readonly partnerId: string
  readonly eventId: string
}

const keyOf = (webhookId: string, eventId: string): string => `${webhookId}/${eventId}`

/** Opens the stored pending events of all webhooks. */
export function openPendingEvents(
  { table }: Tables,
  store: Pick<Store, 'webhooks' | 'events'>,
  writes: WriteBuffer,
) {
  const owed = table<PendingRecord>('owed')
  const known = [...owed.values()].sort((one, other) => one.order - other.order)
  let orders = known.at(-1)?.order ?? 0
  const restored = known.flatMap((record) => {
    const { partnerId, webhookId, eventId } = record
    const event = store.events.find(partnerId, eventId)
    if (event !== undefined && store.webhooks.find(partnerId, webhookId) !== undefined)
      return [{ ...record, event }]
    writes.remove(owed, keyOf(webhookId, eventId))
    return []
  })
  return {
    /** Those of an earlier process, oldest first. Events of webhooks that were deleted since are dropped. */
    restored,
    /** Stores a new event at once, because that must happen together with the change that caused it. */
    add: ({ webhookId, partnerId }: Endpoint, event: EventRecord): PendingEvent => {
      const record = { order: ++orders, failures: 0, dueAt: 0 }
      owed.set(keyOf(webhookId, event.id), { ...record, webhookId, partnerId, eventId: event.id })
      return { ...record, event }
    },
    /** Stores the progress of a delivery. */
    mark: (endpoint: Endpoint, eventId: string): void => {
      const { webhookId, partnerId } = endpoint
      const [pending, key] = [endpoint.find(eventId), keyOf(webhookId, eventId)]
      if (pending === undefined) return writes.remove(owed, key)
      const { event: _event, ...record } = pending
      writes.put(owed, key, { ...record, webhookId, partnerId, eventId })
    },
    forget: (webhookId: string): void => {
      for (const record of owed.values())
        if (record.webhookId === webhookId) writes.remove(owed, keyOf(webhookId, record.eventId))
    },
  }
}

export type Trigger = 'scheduled' | 'manual' | 'ping'

/** One attempt to deliver an event to a webhook; its id is its `webhook-id`. */
export interface AttemptRecord extends Entity {
  readonly webhookId: string
  readonly eventId: string
  readonly type: EventType
  readonly customerId: string
  readonly trigger: Trigger
  /** When it started, by the sandbox clock. */
  readonly at: Date
  /** Its sequence number among all attempts by start, which orders attempts with equal times. */
  readonly place: number
  readonly url: string
  /** The headers that were sent, including the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** The posted body, if a fault changed it. */
  readonly body?: string
  /** Absent if there was no response. */
  readonly status?: number
  /** The reason of a failure; absent if it was acknowledged. */
  readonly failure?: string
  /** The headers of the response, limited and safe to show; absent if there was none. */
  readonly responseHeaders?: readonly HeaderLine[]
  /** The start of the response, safe to show. */
  readonly excerpt: string
  /** Milliseconds of real time, until the end of the response. */
  readonly duration: number
}

/** A filter for attempts; absent members match everything. */
export interface AttemptQuery {
  readonly webhookId?: string
  readonly type?: string
  readonly outcome?: 'acknowledged' | 'failed'
  readonly customerId?: string
  readonly eventId?: string
  /** Text in one of its ids or in the posted JSON, case-insensitive. */
  readonly text?: string
  readonly before?: string
}

type Position = Pick<AttemptRecord, 'at' | 'place'>

const cursorForm = /^(\d{1,15})-(\d{1,15})$/

/** The cursor of an attempt, after which older ones begin. */
export function cursorOf({ at, place }: Position): string {
  return `${at.getTime()}-${place}`
}

/** Whether a text can be the cursor of an attempt. */
export function isCursor(text: string): boolean {
  return cursorForm.test(text)
}

const positionOf = (cursor: string): Position => {
  const [, at, place] = cursorForm.exec(cursor) ?? []
  return { at: new Date(Number(at)), place: Number(place) }
}

const isNewer = (one: Position, other: Position): boolean =>
  (one.at.getTime() - other.at.getTime() || one.place - other.place) > 0

/** The conditions of a query on an attempt, except for text and webhook. */
const fitsQuery = (query: AttemptQuery): ((attempt: AttemptRecord) => boolean) => {
  const { outcome, before } = query
  const end = before === undefined ? undefined : positionOf(before)
  const exact = (['type', 'customerId', 'eventId'] as const).filter((name) => query[name] !== undefined)
  return (attempt) =>
    (end === undefined || isNewer(end, attempt)) &&
    exact.every((name) => attempt[name] === query[name]) &&
    (outcome === undefined || (attempt.failure === undefined) === (outcome === 'acknowledged'))
}

/** Whether one of the ids of an attempt contains a lower-case text. */
export function mentions({ id, webhookId, eventId, customerId }: AttemptRecord, text: string): boolean {
  return [id, webhookId, eventId, customerId].some((one) => one.includes(text))
}

const mostAttempts = 1000

/** The log of attempts, limited for each webhook. It begins with those of a table, to which changes are written. */
export class AttemptLog {
  readonly #byId = new Map<string, AttemptRecord>()
  readonly #byWebhook = new Map<string, AttemptRecord[]>()
  #places = 1

  constructor(
    private readonly kept: Table<AttemptRecord>,
    private readonly writes: WriteBuffer,
  ) {
    for (const attempt of kept.values()) this.#load(attempt)
  }

  /** Returns the sequence number of an attempt that starts now. */
  begin(): number {
    return this.#places++
  }

  add(attempt: AttemptRecord): void {
    this.writes.put(this.kept, attempt.id, attempt)
    const own = this.#load(attempt)
    if (own.length > mostAttempts) for (const oldest of own.splice(0, 1)) this.#drop(oldest)
  }

  find(partnerId: string, id: string): AttemptRecord | undefined {
    const attempt = this.#byId.get(id)
    return attempt?.partnerId === partnerId ? attempt : undefined
  }

  /** @yields those that fit a query and an additional condition, newest first by start */
  *list(
    partnerId: string,
    query: AttemptQuery,
    also: (attempt: AttemptRecord) => boolean = () => true,
  ): Generator<AttemptRecord> {
    const fits = fitsQuery(query)
    const { webhookId: only } = query
    const lists = only === undefined ? [...this.#byWebhook.values()] : [this.#byWebhook.get(only) ?? []]
    const own = lists.filter(([first]) => first?.partnerId === partnerId).flat()
    for (const attempt of own.sort((one, other) => (isNewer(one, other) ? -1 : 1)))
      if (fits(attempt) && also(attempt)) yield attempt
  }

  forget(webhookId: string): void {
    for (const attempt of this.#byWebhook.get(webhookId) ?? []) this.#drop(attempt)
    this.#byWebhook.delete(webhookId)
  }

  /** Adds an attempt to those of its webhook, by start, which may differ from the order in which attempts end. */
  #load(attempt: AttemptRecord): AttemptRecord[] {
    this.#byId.set(attempt.id, attempt)
    this.#places = Math.max(this.#places, attempt.place + 1)
    const own = this.#byWebhook.get(attempt.webhookId) ?? []
    this.#byWebhook.set(attempt.webhookId, own)
    const before = own.findLastIndex((one) => !isNewer(one, attempt))
    own.splice(before + 1, 0, attempt)
    return own
  }

  #drop(attempt: AttemptRecord): void {
    this.#byId.delete(attempt.id)
    this.writes.remove(this.kept, attempt.id)
  }
}
