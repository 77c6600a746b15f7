import { finished } from 'node:stream/promises'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { Refusal } from '../primitives/refusal.js'

/** How long the headers and the body of a request may take to arrive, in milliseconds. */
export const longestArrival = 60_000

/** How large the headers of a request may be, in bytes: a key alone may have more than the 16 KB of Node. */
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

/** Answers bytes that are not an HTTP request with 400 and a JSON string, and ends the connection. */
export function refuseConnection({ code }: { readonly code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  endWith(socket, reasons[code ?? ''] ?? 'the request is not HTTP')
}

/** Answers requests that Node would end by itself, without a body or without an answer: tunnels, and expectations it does not know. */
export function answerWhatNodeDrops(server: Server): void {
  server.on('connect', (_request, socket) => endWith(socket, 'this service opens no tunnels'))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Why a request of HTTP/1.1 without the one header that it needs is not served; `undefined` for any other. */
export function missingHost({
  httpVersion,
  headers,
}: {
  readonly httpVersion: string
  readonly headers: { readonly host?: string | undefined }
}): Refusal | undefined {
  return headers.host === undefined && httpVersion === '1.1'
    ? new Refusal(400, "header 'Host' is required")
    : undefined
}

/** Lets the rest of a body pass by: a caller that is still sending when the connection ends never sees the answer. */
export async function drainBody(request: IncomingMessage): Promise<void> {
  request.resume()
  await finished(request, { writable: false }).catch(() => {})
}
