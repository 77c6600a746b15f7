import { hostNamed } from './url.js'
import { type Backoff, defaultBackoff } from './endpoint.js'
import { type Resolve, systemResolve } from './http-client.js'
import type { DigestEncoding } from './signing.js'

export interface WebhookOptions {
  /** Whether webhooks may be on this machine, also over http; by default only public https. */
  readonly allowsLoopback?: boolean
  /**
   * Hosts that webhooks may have although they are not public, also over http: names or addresses, optionally with a
   * port.
   */
  readonly allowedHosts?: readonly string[]
  /** The encoding of the signature's digest; hex by default. */
  readonly digest?: DigestEncoding
  /** Timeout of an endpoint in milliseconds of real time; 5000 by default. */
  readonly timeout?: number
  readonly backoff?: Partial<Backoff>
  /** Resolves host names; with the system resolver by default. */
  readonly resolve?: Resolve
}

/** Responses are due within 5 seconds (Limits). */
const defaultTimeout = 5000

/** The options with defaults filled in. Throws `TypeError` for an invalid host. */
export function fullOptions(options: WebhookOptions = {}) {
  return {
    allowsLoopback: options.allowsLoopback ?? false,
    allowedHosts: (options.allowedHosts ?? []).map(hostNamed),
    digest: options.digest ?? 'hex',
    timeout: options.timeout ?? defaultTimeout,
    resolve: options.resolve ?? systemResolve,
    backoff: { ...defaultBackoff, ...options.backoff },
  }
}

export type FullWebhookOptions = ReturnType<typeof fullOptions>
