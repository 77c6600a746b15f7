import type { Entity } from '../state/repository.js'
import type { EventType } from '../api/event-types.js'
import type { HeaderLine } from './response-headers.js'

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

/** An attempt with its slot among those of its webhook. */
export interface StoredAttempt extends AttemptRecord {
  readonly turn: number
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
