import {
  createServer,
  type IncomingMessage,
  request as send,
  type RequestListener,
  type ServerOptions,
} from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished as afterThisTest } from 'vitest'

/** A server on loopback for the length of one test. */
export interface RawServer {
  readonly url: string
  /** Every request that arrived, in order. */
  readonly requests: readonly IncomingMessage[]
}

/** The port on which a server then listens: a free one, or that which is given. */
export const listenOn = async (server: Server, given = 0): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(given, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Starts a server that answers as its listener does. Tests that run beside each other give their own hook. */
export const startServer = async (
  listener: RequestListener,
  onTestFinished: (end: () => void | Promise<void>) => void = afterThisTest,
  options: ServerOptions = {},
  given = 0,
): Promise<RawServer> => {
  const requests: IncomingMessage[] = []
  const server = createServer(options, (request, response) => {
    requests.push(request)
    listener(request, response)
  })
  const port = await listenOn(server, given)
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}`, requests }
}

/** Hands requests on to another origin, with their paths as spelled, and its responses back. */
export const forwardTo = (target: string): RequestListener => {
  const { hostname, port, host } = new URL(target)
  return (request, response) => {
    const { method, url: path, headers } = request
    const onward = send({ hostname, port, method, path, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
}

/** A port that nothing listens on, for a server that the tested code opens. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listenOn(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** An origin on which nothing listens. */
export const deadOrigin = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`
