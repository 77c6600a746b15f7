import { finished } from 'node:stream/promises'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { Refusal } from '../primitives/refusal.js'
import { isLoopback, literalOf } from '../webhooks/addresses.js'
import { type AllowedHost, hostNamed, isAllowedHost } from '../webhooks/url.js'

/** Timeout for receiving the headers and the body of a request, in milliseconds. */
export const longestArrival = 60_000

/** Limit on the headers of a request, in bytes: a key alone may exceed Node's default of 16 KB. */
export const largestHeaders = 128 * 1024

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long',
}

const endWith = (socket: Duplex, reason: string): void => {
  const body = JSON.stringify(reason)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Responds to bytes that are not HTTP with 400 and a JSON string, and closes the connection. */
export function refuseConnection({ code }: { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  endWith(socket, reasons[code ?? ''] ?? 'the request is not HTTP')
}

/**
 * Responds to requests that Node would reject itself, without a body or any response: CONNECT and unknown
 * expectations.
 */
export function answerDroppedRequests(server: Server): void {
  server.on('connect', (_request, socket) => endWith(socket, 'this service opens no tunnels'))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * Reads the rest of a body that is too large, because a caller that is still sending when the connection closes never
 * sees the response.
 */
export async function drainOversized(request: IncomingMessage, error: Error): Promise<void> {
  if (!('code' in error) || error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return
  request.resume()
  await finished(request, { writable: false }).catch(() => {})
}

const notThisMachine =
  'the host of this request is not this machine: use 127.0.0.1 or localhost, or start the sandbox with --allow-host to allow another'

/** The address that a connection was made to; an IPv4 address on an IPv6 socket has no prefix. */
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
 * Makes the check of the `Host` header. Any name beside those of this machine may be a DNS rebinding attack:
 * a page of that name could read and change everything. An address cannot be rebound, so that of the
 * connection is accepted. @param names other allowed names, optionally with a port
 */
export function createHostCheck(names: readonly string[]): (request: IncomingMessage) => Refusal | undefined {
  const allowed = names.map(hostNamed)
  return (request) => {
    const { host } = request.headers
    if (host === undefined)
      // HTTP/1.0 needs no `Host`, and browsers do not use it.
      return request.httpVersion === '1.0' ? undefined : new Refusal(400, "header 'Host' is required")
    return isAccepted(host, request, allowed) ? undefined : new Refusal(403, notThisMachine)
  }
}
