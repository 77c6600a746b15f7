import type { IncomingMessage } from 'node:http'

import { Refusal } from '../primitives/refusal.js'
import { isLoopback, literalOf } from '../webhooks/addresses.js'
import { type AllowedHost, hostNamed, isAllowedHost } from '../webhooks/allowed-hosts.js'

const notThisMachine =
  'the host of this request is not this machine: use 127.0.0.1 or localhost, or start the sandbox with --allow-host to allow another'

/** The address that a connection was made to; that of IPv4 on a socket of IPv6 without its prefix. */
const ownAddress = ({ socket }: IncomingMessage): string | undefined =>
  socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '')

// Almost every request has one of these, and reading a URL takes a tenth of the time of a request.
const usual = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/

const isAccepted = (host: string, request: IncomingMessage, allowed: readonly AllowedHost[]): boolean => {
  if (usual.test(host)) return true
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  if (isAllowedHost(url, allowed)) return true
  const literal = literalOf(url)
  if (literal === undefined) return /^(.+\.)?localhost$/.test(url.hostname)
  return isLoopback(literal) || literal === ownAddress(request)
}

/**
 * Makes the check of the `Host` header. Any name beside those of this machine may be a DNS rebinding attack: a page of
 * that name could read and change everything. An address cannot be rebound, so the one that was connected to is fine.
 * @param names allowed besides, with a port if need be
 */
export function createHostCheck(names: readonly string[]): (request: IncomingMessage) => Refusal | undefined {
  const allowed = names.map(hostNamed)
  return (request) => {
    const { host } = request.headers
    if (host === undefined)
      // HTTP/1.0 needs none, and no browser speaks it.
      return request.httpVersion === '1.0' ? undefined : new Refusal(400, "header 'Host' is required")
    return isAccepted(host, request, allowed) ? undefined : new Refusal(403, notThisMachine)
  }
}
