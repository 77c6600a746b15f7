import { createHmac } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, vi } from 'vitest'

import { listenOn } from './loopback.js'

/** A delivery as it arrived. */
export interface Arrival {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly body: string
}

/** Whether a delivery arrived, signed with the secret. */
export const isSignedBy = (
  arrival: Arrival | undefined,
  secret: string,
  digest: 'hex' | 'base64' = 'hex',
): boolean => {
  if (arrival === undefined) return false
  const { headers, bytes } = arrival
  const hmac = createHmac('sha256', secret).update(String(headers['webhook-timestamp'])).update(bytes)
  return headers['webhook-signature'] === `v1=${hmac.digest(digest)}`
}

export type Answering = (arrival: Arrival, response: ServerResponse, count: number) => void

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly arrivals: readonly Arrival[]
  /** Resolves when so many have arrived. */
  readonly received: (count: number) => Promise<readonly Arrival[]>
  readonly answer: (answering: Answering) => void
  /** Cuts all connections, and listens again on the same port. */
  readonly crash: () => void
  readonly close: () => Promise<void>
}

export const status =
  (code: number, body: string | Buffer = '', headers: OutgoingHttpHeaders = {}): Answering =>
  (_arrival, response) =>
    void response.writeHead(code, headers).end(body)

/** Takes what is signed with the secret, and refuses the rest. */
export const takingSigned =
  (secret: string): Answering =>
  (arrival, response) => {
    const isSigned = isSignedBy(arrival, secret) || isSignedBy(arrival, secret, 'base64')
    response.writeHead(isSigned ? 200 : 401).end()
  }

export const hanging: Answering = () => undefined

export const cutting: Answering = (_arrival, response) => void response.socket?.resetAndDestroy()

export const redirecting = (location: string, code = 307): Answering => status(code, '', { location })

/** Options for `vi.waitFor`: short intervals, for as long as a test may take. */
export const patiently = { interval: 5, timeout: 120_000 }

/** A receiver on loopback that answers 200 unless it is told otherwise; it ends with the test. */
export const openReceiver = async (first: Answering = status(200)): Promise<Receiver> => {
  const arrivals: Arrival[] = []
  let answering = first
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const arrive = (bytes: Buffer): void => {
      const arrival = { method, path, headers, bytes, body: bytes.toString() }
      arrivals.push(arrival)
      answering(arrival, response, arrivals.length)
    }
    // A sender that is killed in the middle has delivered nothing.
    void buffer(request).then(arrive, () => undefined)
  })
  const port = await listenOn(server)
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${port}/in`,
    port,
    arrivals,
    answer: (next) => {
      answering = next
    },
    crash: () => {
      server.close(() => server.listen(port, '127.0.0.1'))
      server.closeAllConnections()
    },
    close,
    received: (count) =>
      vi.waitFor(() => {
        expect(arrivals.length).toBeGreaterThanOrEqual(count)
        return arrivals
      }, patiently),
  }
}
