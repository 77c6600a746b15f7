import { isIP } from 'node:net'

import { literalOf, isLoopback, isPublic } from './addresses.js'

/** An allowed host that is not public, also over http; only on one port if that is set. */
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

const longestUrl = 2048

/** The hosts that deliveries may go to in addition to public ones. */
export interface ReachableHosts {
  readonly allowsLoopback: boolean
  readonly allowedHosts: readonly AllowedHost[]
}

const isLocalName = ({ hostname }: URL): boolean => /^(.*\.)?localhost\.?$/.test(hostname)

const leadsHome = (url: URL): boolean => {
  const literal = literalOf(url)
  return literal === undefined ? isLocalName(url) : isLoopback(literal)
}

const hasPublicHost = (url: URL): boolean => {
  const literal = literalOf(url)
  return literal === undefined ? !isLocalName(url) : isPublic(literal)
}

/**
 * Whether a URL contains no text that a URL parser would silently remove or add, so that it is the same in lists,
 * logs and receivers.
 */
const isSpelledOut = (text: string): boolean => /^https?:\/\/[^/\\\s\p{C}][^\s\p{C}]*$/iu.test(text)

const loopbackHint = ({ allowsLoopback }: ReachableHosts): string =>
  allowsLoopback ? '' : '; for receivers on this machine start the sandbox with --allow-loopback-webhooks'

const hostHint = '; start the sandbox with --allow-webhook-host to allow one host'

const hostProblem = (url: URL, hosts: ReachableHosts): string | undefined => {
  if (isAllowedHost(url, hosts.allowedHosts) || (hosts.allowsLoopback && leadsHome(url))) return undefined
  if (url.protocol !== 'https:')
    return `must begin with https://${leadsHome(url) ? loopbackHint(hosts) : hostHint}`
  if (hasPublicHost(url)) return undefined
  return leadsHome(url)
    ? `must lead to a public host, and this address is the machine itself${loopbackHint(hosts)}`
    : `must lead to a public host, and this address is private or reserved${hostHint}`
}

/**
 * The problem of a webhook's URL, to be printed after its name; it must be a public https URL (Registering). Loopback
 * and explicitly allowed hosts are also accepted over http. The addresses of a name are checked when connecting.
 */
export function urlProblem(text: string, hosts: ReachableHosts): string | undefined {
  if (text === '') return 'must be the URL of a receiver'
  if (text.length > longestUrl) return `must have at most ${longestUrl} characters`
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return 'must be a URL that begins with https:// and names a host'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password'
  if (!isSpelledOut(text)) return 'must not contain spaces or invisible characters'
  return hostProblem(url, hosts)
}
