import { isIP } from 'node:net'
import * as addresses from '#bundled/ipaddr.js'

// As a namespace, because its functions call each other by `this`.

type Address = addresses.IPv4 | addresses.IPv6

/** Global unicast. Other assigned addresses contain an IPv4 address, or belong to one network. */
const globalUnicast = addresses.IPv6.parse('2000::')

/** Metadata services of clouds among shared and unique local addresses. */
const metadata = new Set(['100.100.100.200', 'fd00:ec2::254'].map((text) => addresses.parse(text).toString()))

/** Ranges of explicitly allowed hosts beside public ones. Without link-local ones, where clouds have their metadata. */
const hostRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'carrierGradeNat', 'uniqueLocal'])

/** An IP address without its zone; `undefined` for anything else, such as the short and octal forms of IPv4. */
const parsed = (text: string): Address | undefined => {
  const plain = text.replace(/%.*$/s, '')
  return isIP(plain) === 0 ? undefined : addresses.parse(plain)
}

const isUnicast = (address: Address): boolean =>
  address.range() === 'unicast' && (!(address instanceof addresses.IPv6) || address.match(globalUnicast, 3))

/** Whether an address is public. One with an embedded IPv4 address is not: a translator decides. */
export function isPublic(text: string): boolean {
  const address = parsed(text)
  return address !== undefined && isUnicast(address)
}

/** Whether an IP address is a loopback address. */
export function isLoopback(text: string): boolean {
  return parsed(text)?.range() === 'loopback'
}

/** Whether an address fits an allowed host: never link-local or that of a metadata service. */
export function isHost(text: string): boolean {
  const address = parsed(text)
  if (address === undefined || metadata.has(address.toString())) return false
  return isUnicast(address) || hostRanges.has(address.range())
}

/** The host of a URL if it is an IP address, without the brackets of IPv6. */
export function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? undefined : host
}

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

/** Parses a host as `allowedHostOf` does. Throws `TypeError` for anything else. */
export function hostNamed(text: string): AllowedHost {
  const host = allowedHostOf(text)
  if (host === undefined) throw new TypeError(`${JSON.stringify(text)} is not a host`)
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

/** Whether the host of a URL is explicitly allowed, and is an address rather than a name. */
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

const isLoopbackUrl = (url: URL): boolean => {
  const literal = literalOf(url)
  return literal === undefined ? isLocalName(url) : isLoopback(literal)
}

/** Whether a URL has no text that parsers silently change, so that it is the same everywhere. */
const isSpelledOut = (text: string): boolean => /^https?:\/\/[^/\\\s\p{C}][^\s\p{C}]*$/iu.test(text)

const loopbackHint = ({ allowsLoopback }: ReachableHosts): string =>
  allowsLoopback ? '' : '; for receivers on this machine start the sandbox with --allow-loopback-webhooks'

const hostHint = '; start the sandbox with --allow-webhook-host to allow one host'

const hostProblem = (url: URL, hosts: ReachableHosts): string | undefined => {
  if (isAllowedHost(url, hosts.allowedHosts) || (hosts.allowsLoopback && isLoopbackUrl(url))) return undefined
  if (url.protocol !== 'https:')
    return `must begin with https://${isLoopbackUrl(url) ? loopbackHint(hosts) : hostHint}`
  if (isLoopbackUrl(url))
    return `must lead to a public host, and this address is the machine itself${loopbackHint(hosts)}`
  const literal = literalOf(url)
  return literal === undefined || isPublic(literal)
    ? undefined
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
