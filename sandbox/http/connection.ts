import type { Socket } from 'node:net'

const REASONS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long',
}

/** Answers bytes that are not an HTTP request with 400 and a JSON string, and ends the connection. */
export const refuseConnection = ({ code }: { readonly code?: string }, socket: Socket): void => {
  if (code === 'ECONNRESET' || !socket.writable) return
  const body = JSON.stringify(REASONS[code ?? ''] ?? 'the request is not HTTP')
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
