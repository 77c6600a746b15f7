import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { forwardTo, startServer } from './loopback.js'

/** The ways in which a service fails: what it does with a request instead of responding. */
export type Failure = (request: IncomingMessage, response: ServerResponse) => void

const megabyte = Buffer.alloc(1024 * 1024, 'x')

/** Writes for as long as anybody reads. */
const writeForEver = (response: ServerResponse): void => {
  const more = (): void => {
    while (!response.destroyed && response.write(megabyte));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

const every = (response: ServerResponse, ms: number, work: () => void): void => {
  const timer = setInterval(work, ms)
  response.on('close', () => clearInterval(timer))
}

/** Made once, because compressing it takes a third of a second. */
let bomb: Buffer | undefined

/** Ways to fail, by name. */
export const failures: Readonly<Record<string, Failure>> = {
  'closes its port': (request) => request.socket.destroy(),
  resets: (request) => request.socket.resetAndDestroy(),
  hangs: () => undefined,
  'sends a byte now and then': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    every(response, 100, () => response.write(' '))
  },
  'sends a part and hangs': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
  },
  'breaks off in the middle': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"half":', () => request.socket.destroy())
  },
  'never stops sending': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    writeForEver(response)
  },
  'sends a bomb': (_, response) => {
    bomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024))
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
  },
  'sends headers without end': (request) => {
    const { socket } = request
    socket.write('HTTP/1.1 200 OK\r\n')
    const more = (): void => {
      while (!socket.destroyed && socket.write(`x-more: ${'x'.repeat(8_000)}\r\n`));
      if (!socket.destroyed) socket.once('drain', more)
    }
    more()
  },
  'sends interim answers without end': (_, response) => {
    every(response, 20, () => response.writeProcessing())
  },
  'limits the rate for ever': (_, response) => {
    response.writeHead(429, { 'retry-after': '1' }).end()
  },
  'refuses the key': (_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('"revoked"')
  },
  'redirects to a login': (_, response) => {
    response.writeHead(307, { location: 'https://login.example/' }).end()
  },
  'answers with a web page': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sorry</title>')
  },
  'answers 500': (_, response) => {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"no","trace_id":"t"}')
  },
  'answers 503': (_, response) => {
    response.writeHead(503).end()
  },
  'forbids everything': (_, response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end('"forbidden"')
  },
  'finds nothing': (_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('"no such path"')
  },
  'limits the rate for an hour': (_, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end()
  },
  'limits the rate and does not say for how long': (_, response) => {
    response.writeHead(429).end()
  },
  'writes garbage without end': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    every(response, 50, () => response.write('[{"\u0000":'))
  },
}

/** Responds to any request that all is well. */
export const lie: Failure = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

/** A service before another that fails with what is chosen, and counts the requests that reached its API. */
export async function dyingService(
  target: string,
  failure: Failure,
  isDue: (path: string, count: number, request: IncomingMessage) => boolean,
  onFinished?: (end: () => void | Promise<void>) => void,
): Promise<{ readonly origin: string; readonly asked: () => number }> {
  let count = 0
  const forward = forwardTo(target)
  const { url } = await startServer((request, response) => {
    const path = request.url ?? '/'
    if (path.startsWith('/spec')) return forward(request, response)
    count++
    if (!isDue(path, count, request)) return forward(request, response)
    failure(request, response)
  }, onFinished)
  return { origin: url, asked: () => count }
}
