import type { Entity } from '../state/repository.js'
import type { EventType } from '../api/event-types.js'
import type { HeaderLine } from './excerpt.js'

/** The reason for an attempt. */
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
  /** Only attempts that started at this moment or later. */
  readonly from?: Date
  /** Only attempts that started before this moment. */
  readonly to?: Date
  /** Only attempts older than the one of this cursor. */
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
export function isNewer(one: Position, other: Position): boolean {
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
export function fitsQuery(query: AttemptQuery): (attempt: AttemptRecord) => boolean {
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
