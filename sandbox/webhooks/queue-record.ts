/** How far the delivery to one webhook has come. */
export interface QueueRecord {
  readonly webhookId: string
  readonly partnerId: string
  /** The last event of its line that was acknowledged or stepped aside: everything before it was, too. */
  readonly cursor?: string
  /** Events behind the cursor that were acknowledged out of turn, by a ping or a manual retry. */
  readonly ahead: readonly string[]
  /** Failures in a row, those of events that stepped aside apart. */
  readonly failures: number
  /** How often in a row the first event was answered, and refused. */
  readonly refusals?: number
  /** When the next attempt is due, by the clock of the sandbox, in milliseconds. */
  readonly nextAt?: number
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
