import { allowedHostOf, type AllowedHost } from './allowed-hosts.js'
import { type Backoff, defaultBackoff } from './backoff.js'
import { type Resolve, systemResolve } from './resolve.js'
import type { DigestEncoding } from './signing.js'

/** How a sandbox delivers events. */
export interface WebhookOptions {
  /** Whether webhooks may lead to this machine, by http too; public https alone by default. */
  readonly allowsLoopback?: boolean
  /** Hosts that webhooks may lead to although they are not public, by http too: names or addresses, with a port if need be. */
  readonly allowedHosts?: readonly string[]
  /** How the digest of a signature is written; in hex by default. */
  readonly digest?: DigestEncoding
  /** Milliseconds of real time that an endpoint has to answer; 5000 by default. */
  readonly timeout?: number
  readonly backoff?: Partial<Backoff>
  /** Finds the addresses of a name; as everything on this machine does by default. */
  readonly resolve?: Resolve
}

/** Answers are due within 5 seconds (Limits). */
const defaultTimeout = 5000

const hostIn = (text: string): AllowedHost => {
  const host = allowedHostOf(text)
  if (host === undefined) throw new TypeError(`${JSON.stringify(text)} names no host`)
  return host
}

/** How a sandbox delivers, with everything that was not said. Throws `TypeError` for a host that is none. */
export function fullOptions(options: WebhookOptions = {}) {
  return {
    allowsLoopback: options.allowsLoopback ?? false,
    allowedHosts: (options.allowedHosts ?? []).map(hostIn),
    digest: options.digest ?? 'hex',
    timeout: options.timeout ?? defaultTimeout,
    resolve: options.resolve ?? systemResolve,
    backoff: { ...defaultBackoff, ...options.backoff },
  }
}

export type FullWebhookOptions = ReturnType<typeof fullOptions>
