import type { ReviseVerdict } from '../identification/submission/errors.js'
import type { RateTable } from '../money/rates.js'
import type { EventType, Topic } from '../api/event-types.js'
import type { UsesAlternative } from '../api/interpretations.js'
import type { TermsLink } from '../api/schemas.js'
import type { SeededRandom } from '../primitives/random.js'
import type { Clock, TimeControl } from '../primitives/clock.js'
import type { CustomerRecord, WebhookRecord } from '../state/records.js'
import type { Store, Change } from '../state/store.js'
import type { Behaviours } from '../api/behaviours.js'
import type { FullWebhookOptions } from '../webhooks/options.js'
import type { Outbox } from '../webhooks/outbox.js'

/** The supported versions, oldest first, and the default one. */
export interface VersionList {
  readonly supported: readonly string[]
  readonly default: string
}

/** A check of requests that the document cannot express, and that a fault may omit. */
export type Check =
  | 'additional-chain'
  | 'additional-source'
  | 'batch-payout'
  | 'market-quotes'
  | 'own-recipient'
  | 'recipient-status'
  | 'references'
  | 'sender'
  | 'source-taken'
  | 'terms-first'
  | 'vasp-did'
  | 'wallet-proof'

/** An event that a webhook may receive. */
export interface Recipience {
  readonly webhook: WebhookRecord
  readonly type: EventType
  readonly topic: Topic
  /** The changes that caused the event; none for a ping. */
  readonly changes: readonly Change[]
}

/** Hooks with which faults change what the service does; by default they change nothing. */
export interface ServiceFaults {
  readonly checks: (isMade: boolean, check: Check) => boolean
  readonly verdict: ReviseVerdict
  /** Changes what a customer has to sign, signed or not. */
  readonly signings: (
    owed: readonly TermsLink[],
    customer: CustomerRecord,
    service: Pick<Service, 'behavioursOf' | 'random'>,
  ) => readonly TermsLink[]
  /** Decides whether a webhook receives an event. */
  readonly receives: (receives: boolean, event: Recipience) => boolean
}

/** The service that every handler uses: one per sandbox, shared by all of its partners. */
export interface Service {
  readonly store: Store
  readonly clock: Clock
  readonly time: TimeControl
  /** Returns the changes of records since the last call. */
  readonly takeChanges: () => readonly Change[]
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
  readonly faults: ServiceFaults
  /** Whether the alternative reading of a passage is used. */
  readonly usesAlternative: UsesAlternative
  /** Whether the partners' accounts are enabled for FedNow. */
  readonly fedNow: boolean
}
