import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { secret } from './support.js'

/** A request as a receiver got it. */
export interface Got {
  readonly method: string
  readonly path: string
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** Whether its signature is right, by code of its own. */
  readonly isSigned: boolean
}

type Answer = (got: Got, response: ServerResponse) => void

const signedRightly = (request: IncomingMessage, body: Buffer, key: string): boolean => {
  const timestamp = String(request.headers['webhook-timestamp'])
  const digest = createHmac('sha256', key).update(timestamp).update(body).digest()
  const signature = String(request.headers['webhook-signature'])
  return [`v1=${digest.toString('hex')}`, `v1=${digest.toString('base64')}`].includes(signature)
}

/** A receiver of somebody's own: answers 200 to what is signed rightly and 401 to the rest, unless told. */
export async function receiver(answer?: Answer, port = 0) {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url: path = '', rawHeaders, headers } = request
      const one = { method, path, rawHeaders, headers, body, isSigned: signedRightly(request, body, secret) }
      got.push(one)
      if (answer) answer(one, response)
      else response.writeHead(one.isSigned ? 200 : 401).end()
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise<void>((done) => server.close(() => done()))
  }
  onTestFinished(close)
  const { port: own } = server.address() as AddressInfo
  return { got, close, port: own, url: `http://127.0.0.1:${own}/in` }
}
