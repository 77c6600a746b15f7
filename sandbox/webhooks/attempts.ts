import type { Entity } from '../state/repository.js'
import type { EventType } from '../api/event-types.js'
import type { Table } from '../primitives/table.js'
import type { HeaderLine } from './excerpt.js'
import type { WriteBuffer } from './owed.js'

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
  /** The posted body, where a fault made it another than that of the event. */
  readonly body?: string
  /** Absent if there was no response. */
  readonly status?: number
  /** Why it does not count; absent if it was acknowledged. */
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
  /** An event type, in snake_case. */
  readonly type?: string
  readonly outcome?: 'acknowledged' | 'failed'
  /** The status of the response, a class such as `5xx`, or `none` for attempts without a response. */
  readonly status?: string
  readonly customerId?: string
  readonly eventId?: string
  /** Text in one of its ids or in the posted JSON, case-insensitive. */
  readonly text?: string
  readonly from?: Date
  readonly to?: Date
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

/** Whether an attempt started after another. */
function isNewer(one: Position, other: Position): boolean {
  const apart = one.at.getTime() - other.at.getTime()
  return apart === 0 ? one.place > other.place : apart > 0
}

/** Whether a text is a valid status filter: `503`, `5xx`, `none`. */
export function isStatusWanted(text: string): boolean {
  return /^(?:[1-9](?:\d\d|xx)|none)$/.test(text)
}

const fitsStatus = (wanted: string | undefined, { status }: AttemptRecord): boolean => {
  if (wanted === undefined) return true
  if (wanted === 'none' || status === undefined) return wanted === 'none' && status === undefined
  return wanted.endsWith('xx') ? wanted.startsWith(`${status}`.slice(0, 1)) : wanted === `${status}`
}

const fitsOutcome = (wanted: AttemptQuery['outcome'], { failure }: AttemptRecord): boolean =>
  wanted === undefined || (failure === undefined) === (wanted === 'acknowledged')

const fitsTime = ({ from, to }: AttemptQuery, { at }: AttemptRecord): boolean =>
  (from === undefined || at >= from) && (to === undefined || at < to)

/** The conditions of a query on an attempt, except for text and webhook. */
function fitsQuery(query: AttemptQuery): (attempt: AttemptRecord) => boolean {
  const { type, outcome, status, customerId, eventId, before } = query
  const end = before === undefined ? undefined : positionOf(before)
  return (attempt) =>
    (end === undefined || isNewer(end, attempt)) &&
    (type === undefined || attempt.type === type) &&
    (customerId === undefined || attempt.customerId === customerId) &&
    (eventId === undefined || attempt.eventId === eventId) &&
    fitsOutcome(outcome, attempt) &&
    fitsStatus(status, attempt) &&
    fitsTime(query, attempt)
}

/** Whether one of the ids of an attempt contains a lower-case text. */
export function mentions({ id, webhookId, eventId, customerId }: AttemptRecord, text: string): boolean {
  return [id, webhookId, eventId, customerId].some((one) => one.includes(text))
}

/** Maximum of stored attempts per webhook. */
const mostAttempts = 1000

/** Statistics of a webhook's stored attempts. */
export interface AttemptSummary {
  readonly delivered: number
  readonly failed: number
  /** The share of acknowledged attempts, from 0 to 1; absent without attempts. */
  readonly successRate?: number
  /** The median duration in milliseconds; absent without attempts. */
  readonly p50?: number
  /** The 95th percentile of durations in milliseconds. */
  readonly p95?: number
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0

const summaryOf = (attempts: readonly AttemptRecord[]): AttemptSummary => {
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

/** The log of attempts, limited for each webhook. It begins with those of a table, to which changes are written. */
export class AttemptLog {
  readonly #kept: Table<AttemptRecord>
  readonly #writes: WriteBuffer
  readonly #byId = new Map<string, AttemptRecord>()
  readonly #byWebhook = new Map<string, AttemptRecord[]>()
  #places = 1

  constructor(kept: Table<AttemptRecord>, writes: WriteBuffer) {
    this.#kept = kept
    this.#writes = writes
    for (const attempt of kept.values()) this.#load(attempt)
  }

  /** Returns the sequence number of an attempt that starts now. */
  begin(): number {
    return this.#places++
  }

  add(attempt: AttemptRecord): void {
    this.#writes.put(this.#kept, attempt.id, attempt)
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
    const { webhookId } = query
    const lists =
      webhookId === undefined ? [...this.#byWebhook.values()] : [this.#byWebhook.get(webhookId) ?? []]
    const own = lists.filter(([first]) => first?.partnerId === partnerId).flat()
    for (const attempt of own.sort((one, other) => (isNewer(one, other) ? -1 : 1)))
      if (fits(attempt) && also(attempt)) yield attempt
  }

  summary(webhookId: string): AttemptSummary {
    return summaryOf(this.#byWebhook.get(webhookId) ?? [])
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
    this.#writes.remove(this.#kept, attempt.id)
  }
}
