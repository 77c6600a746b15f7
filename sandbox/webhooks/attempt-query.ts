import type { AttemptQuery, AttemptRecord } from './attempts.js'

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
