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
  /** Not the store that tells the outbox of changes. */
  readonly store: Pick<Store, 'webhooks' | 'events'>
  /** Resolves when all that was changed is kept; `undefined` when it is. */
  readonly durable: () => Promise<void> | undefined
  readonly log: SandboxLogger | undefined
}

/** How the delivery to a webhook stands. */
export interface QueueState {
  /** Events that it is owed, those that it refuses among them. */
  readonly pending: number
  /** Events that it refuses while it takes others: each is tried again on its own, and holds up none. */
  readonly refused: number
  /** Failures in a row, those of events that it refuses apart. */
  readonly failures: number
  /** When the next attempt is due, by the clock of the sandbox. */
  readonly nextAt?: Date
  /** When the oldest event happened that it is owed. */
  readonly waitingSince?: Date
}

/** An event that is owed; `refusals` and the time of its next attempt are there where it stepped aside. */
export interface OwedEvent {
  readonly refusals?: number
  readonly nextAt?: Date
}

/** The state of a queue; of none it is that nothing is owed. */
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

/** Delivers every event to every webhook that is owed it, at least once; in order, but for those that are refused. */
export interface Outbox {
  /** Takes an event that was just logged: it is delivered when it is kept. */
  readonly take: (event: EventRecord) => void
  /** Looks again at what is due, since the clock was moved. */
  readonly wake: () => void
  /** Tries a webhook at once that was changed. */
  readonly changed: (webhook: WebhookRecord) => void
  /** Forgets a webhook that was removed, what it was owed, and its attempts. */
  readonly removed: (webhookId: string) => void
  /** Tries those of the events that a webhook is owed at once, in the order of the log; returns how many they are. */
  readonly retry: (webhook: WebhookRecord, eventIds: ReadonlySet<string>) => number
  /** Delivers an event once more, at once; `undefined` where the sandbox ends, or the webhook goes, meanwhile. */
  readonly again: (webhook: WebhookRecord, event: EventRecord) => Promise<StoredAttempt | undefined>
  readonly stateOf: (webhook: WebhookRecord) => QueueState
  /** How an event stands that a webhook is owed still; `undefined` where it is not. */
  readonly owed: (webhook: WebhookRecord, eventId: string) => OwedEvent | undefined
  readonly attempts: Pick<AttemptLog, 'find' | 'list' | 'ofEvent' | 'summary'>
  /** Tells of attempts as they end. */
  readonly feed: Feed<StoredAttempt>
  /** Ends deliveries; what is on its way has a moment left, and is made again after a restart otherwise. */
  readonly close: () => Promise<void>
}
