import type { Latency } from './latency.js'

/** The options of `rampart sandbox`. */
export interface SandboxCommandOptions {
  readonly port: number
  readonly fault?: readonly string[]
  readonly reading?: 'first' | 'other'
  readonly data?: string
  readonly rateLimit?: number
  readonly latency?: Latency
  readonly seed?: number
  readonly webhook?: readonly string[]
  readonly webhookPort?: number
  readonly allowLoopbackWebhooks?: boolean
  readonly allowWebhookHost?: readonly string[]
  readonly webhookDigest: 'hex' | 'base64'
  readonly webhookRetry: number
  readonly listFaults?: boolean
  readonly json?: boolean
  readonly verbose?: boolean
}
