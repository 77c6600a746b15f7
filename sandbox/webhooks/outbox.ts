import type { SandboxLogger } from '../primitives/logger.js'
import type { EventRecord, WebhookRecord } from '../state/records.js'
import type { Store } from '../state/store.js'
import type { Tables } from '../primitives/table.js'
import type { AttemptLog } from './attempt-log.js'
import type { StoredAttempt } from './attempts.js'
import type { DeliveryDependencies } from './delivery-client.js'
import type { Feed } from './feed.js'

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
  /** Events that it is owed. */
  readonly pending: number
  /** Failures in a row. */
  readonly failures: number
  /** When the next attempt is due, by the clock of the sandbox. */
  readonly nextAt?: Date
  /** When the oldest event happened that it is owed. */
  readonly waitingSince?: Date
}

/** Delivers every event to every webhook that is owed it, in order for each, and at least once. */
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
  /** Whether a webhook is owed an event still. */
  readonly isOwed: (webhook: WebhookRecord, eventId: string) => boolean
  readonly attempts: Pick<AttemptLog, 'find' | 'list' | 'ofEvent' | 'summary'>
  /** Tells of attempts as they end. */
  readonly feed: Feed<StoredAttempt>
  /** Ends deliveries; what is on its way has a moment left, and is made again after a restart otherwise. */
  readonly close: () => Promise<void>
}
