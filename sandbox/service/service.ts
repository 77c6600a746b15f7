import type { ReviseVerdict } from '../identification/submission/verdict.js'
import type { RateTable } from '../money/rates.js'
import type { UsesAlternative } from '../api/interpretations.js'
import type { SeededRandom } from '../primitives/random.js'
import type { Clock, TimeControl } from '../primitives/clock.js'
import type { Store } from '../state/store.js'
import type { Behaviours } from '../versions/index.js'
import type { Change } from '../webhooks/changes.js'
import type { EventFeed } from '../webhooks/stream.js'
import type { FullWebhookOptions } from '../webhooks/options.js'
import type { Outbox } from '../webhooks/outbox.js'

/** The supported versions, oldest first, and the default one. */
export interface VersionList {
  readonly supported: readonly string[]
  readonly default: string
}

/** The service that every handler uses: one per sandbox, shared by all of its partners. */
export interface Service {
  readonly store: Store
  readonly clock: Clock
  readonly time: TimeControl
  /** Returns the changes of records since the last call. */
  readonly takeChanges: () => readonly Change[]
  /** Announces events as they are logged. */
  readonly feed: EventFeed
  /** Delivers events to webhooks. */
  readonly outbox: Outbox
  readonly delivery: FullWebhookOptions
  /** Resolves when all changes are persisted; `undefined` if they are already. */
  readonly durable: () => Promise<void> | undefined
  readonly random: SeededRandom
  readonly rates: RateTable
  readonly versions: VersionList
  /** The documents by version, byte for byte as built. */
  readonly documents: ReadonlyMap<string, Uint8Array>
  readonly behavioursOf: (version: string) => Behaviours
  /** Whether a fault has disabled the check or promise of that name. */
  readonly isOff: (name: string) => boolean
  /** Lets faults change the verdict on a submission. */
  readonly reconsider: ReviseVerdict
  /** Whether the alternative reading of a passage is used. */
  readonly usesAlternative: UsesAlternative
  /** Whether the partners' accounts are enabled for FedNow. */
  readonly fedNow: boolean
}
