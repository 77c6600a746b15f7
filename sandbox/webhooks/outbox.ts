import type { SandboxLogger } from '../primitives/logger.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Tables } from '../primitives/table.js'
import type { AttemptLog } from './attempt-log.js'
import type { StoredAttempt } from './attempts.js'
import type { DeliveryDependencies } from './delivery-client.js'
import type { Feed } from './feed.js'
import type { DeliveryQueue } from './queue.js'

/** The dependencies of the outbox. */
export interface OutboxDependencies extends DeliveryDependencies, Tables {
  /** The underlying store, without the wrapper that notifies the outbox. */
  readonly store: Pick<Store, 'webhooks' | 'events'>
  /** Resolves when all changes are persisted; `undefined` if they are already. */
  readonly durable: () => Promise<void> | undefined
  readonly log: SandboxLogger | undefined
}

/** The delivery state of a webhook. */
export interface QueueState {
  /** The number of pending events, including refused ones. */
  readonly pending: number
  /** Events refused while others are accepted: each is retried separately, without delaying others. */
  readonly refused: number
  /** Consecutive failures, without those of separately refused events. */
  readonly failures: number
  /** When the next attempt is due, by the sandbox clock. */
  readonly nextAt?: Date
  /** When the oldest pending event happened. */
  readonly waitingSince?: Date
}

/** A pending event; `refusals` and the time of its next attempt are present if it was set aside. */
export interface OwedEvent {
  readonly refusals?: number
  readonly nextAt?: Date
}

/** The state of a queue; without a queue nothing is pending. */
export function stateOfQueue(queue: DeliveryQueue | undefined): QueueState {
  if (queue === undefined) return { pending: 0, refused: 0, failures: 0 }
  const { dueAt = 0, waitingSince } = queue
  return {
    pending: queue.pending,
    refused: queue.aside.size,
    failures: queue.record.failures,
    ...(dueAt === 0 ? {} : { nextAt: new Date(dueAt) }),
    ...(waitingSince === undefined ? {} : { waitingSince }),
  }
}

/** Delivers every event to each of its webhooks, at least once, and in order except for refused ones. */
export interface Outbox {
  /** Accepts a newly logged event, which is delivered once it is persisted. */
  readonly take: (event: EventRecord) => void
  /** Checks for due deliveries after the clock was moved. */
  readonly wake: () => void
  /** Attempts delivery at once to a webhook that was changed. */
  readonly changed: (webhook: WebhookRecord) => void
  /** Removes the queue and the attempts of a deleted webhook. */
  readonly removed: (webhookId: string) => void
  /**
   * Retries those of the events that are pending for a webhook at once, in the order of the log; returns their
   * number.
   */
  readonly retry: (webhook: WebhookRecord, eventIds: ReadonlySet<string>) => number
  /** Delivers an event again at once; `undefined` if the sandbox closes, or the webhook is deleted, meanwhile. */
  readonly again: (webhook: WebhookRecord, event: EventRecord) => Promise<StoredAttempt | undefined>
  readonly stateOf: (webhook: WebhookRecord) => QueueState
  /** The state of a pending event; `undefined` if it is not pending. */
  readonly owed: (webhook: WebhookRecord, eventId: string) => OwedEvent | undefined
  readonly attempts: Pick<AttemptLog, 'find' | 'list' | 'ofEvent' | 'summary'>
  /** Announces attempts as they end. */
  readonly feed: Feed<StoredAttempt>
  /** Stops deliveries. Those in progress get a moment to finish, and are otherwise repeated after a restart. */
  readonly close: () => Promise<void>
}
