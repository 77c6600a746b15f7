import type { EventRecord } from '../state/records.js'

/** How far the delivery to one webhook has come. */
export interface QueueRecord {
  readonly webhookId: string
  readonly partnerId: string
  /** The last event of its queue that was acknowledged: everything before it was, too. */
  readonly cursor?: string
  /** Events behind the cursor that were acknowledged out of turn, by a ping or a manual retry. */
  readonly ahead: readonly string[]
  /** Failures in a row. */
  readonly failures: number
  /** When the next attempt is due, by the clock of the sandbox, in milliseconds. */
  readonly nextAt?: number
}

const longestTail = 1024

/** The events that one webhook is owed, in their order: the first is tried until it is acknowledged. */
export class DeliveryQueue {
  record: QueueRecord
  /** Whether its queue is being worked on. */
  busy = false
  /** Attempts that this process made. */
  made = 0
  timer: NodeJS.Timeout | undefined
  /** Events whose attempt out of turn is on its way. */
  readonly express = new Set<string>()
  /** Events that somebody wants to be tried again now. */
  readonly byHand = new Set<string>()
  #events: EventRecord[] = []
  #first = 0
  readonly #waiting = new Set<string>()

  constructor(record: QueueRecord) {
    this.record = record
  }

  get head(): EventRecord | undefined {
    return this.#events[this.#first]
  }

  /** Events that are not acknowledged yet. */
  get pending(): number {
    return this.#waiting.size
  }

  isOwed(eventId: string): boolean {
    return this.#waiting.has(eventId)
  }

  /** Adds an event behind all others; one that was acknowledged out of turn is passed over in its turn. */
  add(event: EventRecord): void {
    this.#events.push(event)
    if (!this.record.ahead.includes(event.id)) this.#waiting.add(event.id)
    this.#advance()
  }

  /** Takes an event out of what is owed, in its turn or not, and ends a row of failures. */
  acknowledge(eventId: string): void {
    const { nextAt: _due, ...record } = this.record
    const wasOwed = this.#waiting.delete(eventId)
    this.byHand.delete(eventId)
    this.record = {
      ...record,
      failures: 0,
      ahead: wasOwed ? [...record.ahead, eventId] : record.ahead,
    }
    this.#advance()
  }

  /** Moves the cursor over everything that was acknowledged. */
  #advance(): void {
    for (let { head } = this; head !== undefined && !this.#waiting.has(head.id); head = this.head) {
      const { id } = head
      this.record = { ...this.record, cursor: id, ahead: this.record.ahead.filter((one) => one !== id) }
      this.#first += 1
    }
    if (this.#first < longestTail) return
    this.#events = this.#events.slice(this.#first)
    this.#first = 0
  }
}

/** The queue of a webhook that is new: what happened before it is not for it. */
export function newQueue({
  id,
  partnerId,
}: {
  readonly id: string
  readonly partnerId: string
}): QueueRecord {
  return {
    webhookId: id,
    partnerId,
    ahead: [],
    failures: 0,
  }
}
