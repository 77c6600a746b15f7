import { isLoopback, isPublic, literalOf } from './addresses.js'
import { type AllowedHost, isAllowedHost } from './allowed-hosts.js'

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
  if (text === '') return 'must name where the events are received'
  if (text.length > longestUrl) return `must have at most ${longestUrl} characters`
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return 'must be a URL that begins with https:// and names a host'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must hold no user and no password'
  if (!isSpelledOut(text)) return 'must be spelled out, without spaces and characters that cannot be seen'
  return hostProblem(url, hosts)
}
