import type { Entity } from '../state/repository.js'
import type { EventType } from '../api/event-types.js'
import type { HeaderLine } from './response-headers.js'

/** Why an attempt was made. */
export type Trigger = 'scheduled' | 'manual' | 'ping'

/** One attempt to deliver an event to a webhook; its id is the `webhook-id` that it was made with. */
export interface AttemptRecord extends Entity {
  readonly webhookId: string
  readonly eventId: string
  readonly type: EventType
  readonly customerId: string
  readonly trigger: Trigger
  /** When it began, by the clock of the sandbox. */
  readonly at: Date
  /** Its place among all attempts, in the order in which they began: it decides where times are equal. */
  readonly place: number
  readonly url: string
  /** The headers that were sent, the signature included. */
  readonly headers: Readonly<Record<string, string>>
  /** Absent where no answer came. */
  readonly status?: number
  /** Why it does not count; absent when it was acknowledged. */
  readonly failure?: string
  /** The headers of the answer, bounded, as text that can be shown; absent where none came. */
  readonly responseHeaders?: readonly HeaderLine[]
  /** The start of the response, as text that can be shown. */
  readonly excerpt: string
  /** Milliseconds of real time, until the answer was whole. */
  readonly duration: number
}

/** An attempt with the slot that it has among those of its webhook. */
export interface StoredAttempt extends AttemptRecord {
  readonly turn: number
}

/** Which attempts are asked for; what is absent leaves nothing out. */
export interface AttemptQuery {
  readonly webhookId?: string
  /** A kind of event, in snake_case. */
  readonly type?: string
  readonly outcome?: 'acknowledged' | 'failed'
  /** The status of the answer, a class of them such as `5xx`, or `none` for those that got none. */
  readonly status?: string
  readonly customerId?: string
  readonly eventId?: string
  /** Text within one of its ids, or within the JSON that was posted, in any case of letters. */
  readonly text?: string
  /** Only what began at this moment or later. */
  readonly from?: Date
  /** Only what began before this moment. */
  readonly to?: Date
  /** Only what is older than the attempt that this cursor is of. */
  readonly before?: string
}
