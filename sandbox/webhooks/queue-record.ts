/** The delivery progress of one webhook. */
export interface QueueRecord {
  readonly webhookId: string
  readonly partnerId: string
  /** The last event of the queue that was acknowledged or set aside, as were all before it. */
  readonly cursor?: string
  /** Events after the cursor that were acknowledged out of order, by a ping or a manual retry. */
  readonly ahead: readonly string[]
  /** Consecutive failures, without those of events set aside. */
  readonly failures: number
  /** How often in a row the first event was refused. */
  readonly refusals?: number
  /** When the next attempt is due, in milliseconds of the sandbox clock. */
  readonly nextAt?: number
}

/** The queue of a new webhook, which does not receive earlier events. */
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
