import { isIP } from 'node:net'

import { literalOf } from './literal.js'

/** A host that deliveries may go to although it is not public, by http too; on one port where one is named. */
export interface AllowedHost {
  /** As URLs spell it once they are parsed, without a dot at its end. */
  readonly hostname: string
  readonly port?: number
}

const highestPort = 65_535
const withoutDot = (hostname: string): string => hostname.replace(/\.$/, '')

/**
 * A host as the command line names it: a name or an address, and a port if need be (`host.docker.internal`,
 * `192.168.1.20:8080`, `[fd00::1]:8080`). `undefined` for anything else: no wildcard, no range, no URL.
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

/** Whether a text names a host that webhooks can be allowed to lead to, and perhaps a port. */
export function isWebhookHost(text: string): boolean {
  return allowedHostOf(text) !== undefined
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** Whether a URL leads to a host that is allowed by name, however either is spelled. */
export function isAllowedHost(url: URL, allowed: readonly AllowedHost[]): boolean {
  const hostname = withoutDot(url.hostname)
  return allowed.some((host) => host.hostname === hostname && (host.port ?? portOf(url)) === portOf(url))
}

/** The same where the URL names an address, and not a name that leads to one. */
export function isAllowedLiteral(url: URL, allowed: readonly AllowedHost[]): boolean {
  return literalOf(url) !== undefined && isAllowedHost(url, allowed)
}
