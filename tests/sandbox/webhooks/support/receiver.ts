import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

import { listenOn } from '../../../support/loopback.js'

/** One request as it arrived. */
export interface Arrival {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Whether a delivery arrived, signed with the secret. */
export const isSignedBy = (arrival: Arrival | undefined, secret: string): boolean => {
  if (arrival === undefined) return false
  const signed = `${String(arrival.headers['webhook-timestamp'])}${arrival.body}`
  const digest = createHmac('sha256', secret).update(signed).digest('hex')
  return arrival.headers['webhook-signature'] === `v1=${digest}`
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
}

export const status =
  (code: number, text = ''): Answering =>
  (_arrival, response) =>
    void response.writeHead(code).end(text)

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** A receiver on loopback that answers 200 unless it is told otherwise; it ends with the test. */
export const openReceiver = async (first: Answering = status(200)): Promise<Receiver> => {
  const arrivals: Arrival[] = []
  const waiting = new Set<() => void>()
  let answering = first
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url: path = '', headers } = request
      const arrival = { method, path, headers, body }
      arrivals.push(arrival)
      answering(arrival, response, arrivals.length)
      for (const look of waiting) look()
    })
  })
  const port = await listenOn(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    arrivals,
    answer: (next) => {
      answering = next
    },
    crash: () => {
      server.close(() => server.listen(port, '127.0.0.1'))
      server.closeAllConnections()
    },
    received: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (arrivals.length < count) return
          waiting.delete(look)
          resolve(arrivals)
        }
        waiting.add(look)
        look()
      }),
  }
}
