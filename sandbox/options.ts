import type { SurfaceSource } from './pipeline/operation.js'
import type { Latency } from './pipeline/latency.js'
import type { Clock } from './primitives/clock.js'
import type { SandboxData } from './state/data.js'
import type { SandboxLogger } from './primitives/logger.js'
import type { WebhookOptions } from './webhooks/options.js'

/** The documents that a sandbox serves, byte for byte, and the version for callers that name none. */
export interface ServedDocuments {
  readonly versions: ReadonlyMap<string, { readonly bytes: Uint8Array }>
  readonly default: string
}

export interface SandboxOptions {
  readonly specs: ServedDocuments
  /** The code generated from each of the documents, by version. */
  readonly surfaces: ReadonlyMap<string, SurfaceSource>
  /** Makes ids, rates and signatures repeat; a fresh one is taken when none is given. */
  readonly seed?: number
  /** Rules to break, by name. */
  readonly faults?: readonly string[]
  /** The keys that are accepted, each of a partner of its own; `sandbox-key` alone by default. */
  readonly apiKeys?: readonly string[]
  readonly clock?: Clock
  readonly logger?: SandboxLogger
  /** How the places are read where the specification is ambiguous; `first` by default. */
  readonly reading?: 'first' | 'other'
  /** Requests a second for each key, before 429; none is refused by default. */
  readonly rateLimit?: number
  /** How long answers below `/api` take at least, drawn by the seed; no longer than needed by default. */
  readonly latency?: Latency
  /** Whether the partners' accounts are enabled for FedNow; they are by default. */
  readonly fedNow?: boolean
  /** How events are delivered. */
  readonly webhooks?: WebhookOptions
  /** Where the state is kept, with its own seed and reading; the service closes it. In memory when there is none. */
  readonly data?: SandboxData
}
