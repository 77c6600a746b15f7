import { isIP } from 'node:net'

import { literalOf } from './addresses.js'

/** A host that is allowed although it is not public, also over http; only on one port if that is set. */
export interface AllowedHost {
  /** As in a parsed URL, without a trailing dot. */
  readonly hostname: string
  readonly port?: number
}

const highestPort = 65_535
const withoutDot = (hostname: string): string => hostname.replace(/\.$/, '')

/**
 * Parses a host from the command line: a name or an address, optionally with a port (`host.docker.internal`,
 * `192.168.1.20:8080`, `[fd00::1]:8080`). `undefined` for anything else, such as wildcards, ranges and URLs.
 */
export function allowedHostOf(text: string): AllowedHost | undefined {
  if (isIP(text) === 6) return allowedHostOf(`[${text}]`)
  const [, host = '', port] = /^(\[[\d:A-F.]+\]|[^\s\p{C}:/\\?#@*%[\]]+)(?::(\d{1,5}))?$/iu.exec(text) ?? []
  if (host === '' || !URL.canParse(`http://${host}/`)) return undefined
  const hostname = withoutDot(new URL(`http://${host}/`).hostname)
  if (hostname === '') return undefined
  if (port === undefined) return { hostname }
  return Number(port) >= 1 && Number(port) <= highestPort ? { hostname, port: Number(port) } : undefined
}

/** The same. Throws `TypeError` for anything else. */
export function hostNamed(text: string): AllowedHost {
  const host = allowedHostOf(text)
  if (host === undefined) throw new TypeError(`${JSON.stringify(text)} names no host`)
  return host
}

/** Whether a text is a host that can be allowed, optionally with a port. */
export function isHostName(text: string): boolean {
  return allowedHostOf(text) !== undefined
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** Whether the host of a URL is explicitly allowed, regardless of spelling. */
export function isAllowedHost(url: URL, allowed: readonly AllowedHost[]): boolean {
  const hostname = withoutDot(url.hostname)
  return allowed.some((host) => host.hostname === hostname && (host.port ?? portOf(url)) === portOf(url))
}

/** The same, if the host is an address and not a name. */
export function isAllowedLiteral(url: URL, allowed: readonly AllowedHost[]): boolean {
  return literalOf(url) !== undefined && isAllowedHost(url, allowed)
}
