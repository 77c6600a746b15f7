import type { ReviseVerdict } from '../identification/submission/verdict.js'
import type { RateTable } from '../money/rates.js'
import type { UsesAlternative } from '../api/interpretations.js'
import type { SeededRandom } from '../primitives/random.js'
import type { Clock, TimeControl } from '../primitives/clock.js'
import type { Store } from '../state/store.js'
import type { Behaviours } from '../versions/index.js'
import type { Change } from '../webhooks/changes.js'
import type { EventFeed } from '../webhooks/feed.js'
import type { FullWebhookOptions } from '../webhooks/options.js'
import type { Outbox } from '../webhooks/outbox.js'

/** The versions that a sandbox serves, oldest first, and the one for callers that name none. */
export interface VersionList {
  readonly supported: readonly string[]
  readonly default: string
}

/** The service that every handler works with: one per sandbox, shared by all of its partners. */
export interface Service {
  readonly store: Store
  readonly clock: Clock
  readonly time: TimeControl
  /** The changes of records since this was last asked. */
  readonly takeChanges: () => readonly Change[]
  /** Tells of events as they are logged. */
  readonly feed: EventFeed
  /** Delivers events to webhooks. */
  readonly outbox: Outbox
  readonly delivery: FullWebhookOptions
  /** Resolves when all that was changed is kept; `undefined` when it is. */
  readonly durable: () => Promise<void> | undefined
  readonly random: SeededRandom
  readonly rates: RateTable
  readonly versions: VersionList
  /** The document of a version, byte for byte as it was built. */
  readonly documents: ReadonlyMap<string, Uint8Array>
  readonly behavioursOf: (version: string) => Behaviours
  /** True when a fault has switched off the check, or the promise, of that name. */
  readonly isOff: (name: string) => boolean
  /** Lets faults change the verdict on a submission; without any it stays as it is. */
  readonly reconsider: ReviseVerdict
  /** Whether the other of two readings is taken. */
  readonly usesAlternative: UsesAlternative
  /** Whether the partners' accounts are enabled for FedNow. */
  readonly fedNow: boolean
}
