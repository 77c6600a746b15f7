import { finished } from 'node:stream/promises'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

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
export function answerWhatNodeDrops(server: Server): void {
  server.on('connect', (_request, socket) => endWith(socket, 'this service opens no tunnels'))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/**
 * Reads the rest of a body, because a caller that is still sending when the connection closes never sees the
 * response.
 */
export async function drainBody(request: IncomingMessage): Promise<void> {
  request.resume()
  await finished(request, { writable: false }).catch(() => {})
}
