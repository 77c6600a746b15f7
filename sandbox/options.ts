import type { SurfaceSource } from './pipeline/operation.js'
import type { Latency } from './pipeline/latency.js'
import type { Fault } from './faults/index.js'
import type { Clock } from './primitives/clock.js'
import type { SandboxData } from './state/data.js'
import type { SandboxLogger } from './primitives/logger.js'
import type { WebhookOptions } from './webhooks/options.js'

/** The documents that a sandbox serves, byte for byte, and the default version. */
export interface ServedDocuments {
  readonly versions: ReadonlyMap<string, { readonly bytes: Uint8Array }>
  readonly default: string
}

export interface SandboxOptions {
  readonly specs: ServedDocuments
  /** The generated code of each document, by version. */
  readonly surfaces: ReadonlyMap<string, SurfaceSource>
  /** Makes ids, rates and signatures reproducible; random by default. */
  readonly seed?: number
  /** Faults to enable: known ones by name, or further ones. */
  readonly faults?: readonly (string | Fault)[]
  /** The accepted keys, each of a separate partner; only `sandbox-key` by default. */
  readonly apiKeys?: readonly string[]
  readonly clock?: Clock
  readonly logger?: SandboxLogger
  /** The reading of ambiguous passages in the specification; `first` by default. */
  readonly reading?: 'first' | 'other'
  /** Requests per second and key before 429; unlimited by default. */
  readonly rateLimit?: number
  /** Artificial latency of responses below `/api`, determined by the seed; none by default. */
  readonly latency?: Latency
  /** Whether the partners' accounts are enabled for FedNow; true by default. */
  readonly fedNow?: boolean
  /** Hosts that requests may name besides those of this machine: names or addresses, optionally with a port. */
  readonly allowedHosts?: readonly string[]
  readonly webhooks?: WebhookOptions
  /** Storage for the state, with its own seed and reading; the service closes it. In memory by default. */
  readonly data?: SandboxData
}
