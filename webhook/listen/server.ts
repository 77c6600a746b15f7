import { type IncomingMessage, createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { linesOfRaw, type RawDelivery } from '../delivery/delivery.js'

/** The refusals of requests: status and reason. */
export const refusals = {
  'too-large': [413, 'its body is larger than --limit'],
  'too-slow': [408, 'it did not arrive within --timeout'],
  'headers-too-large': [431, 'its headers are longer than 16 KiB'],
  'broken-off': [400, 'the sender aborted it'],
  'wrong-method': [405, 'it is not a POST'],
  'no-http': [400, 'it is not HTTP'],
  failed: [500, 'rampart failed, which is a bug of rampart'],
} as const

export type Refusal = keyof typeof refusals

/** Limits on the bytes of a body and on the time of arrival. */
interface BodyLimits {
  readonly largest: number
  readonly timeoutMs: number
}

/** True for a request with a Content-Length beyond the limit. */
const isTooLong = (request: IncomingMessage, { largest }: BodyLimits): boolean =>
  Number(request.headers['content-length'] ?? 0) > largest

/** Reads the raw body of a request up to the limit, or returns the refusal. */
const takeBody = async (request: IncomingMessage, limits: BodyLimits): Promise<Buffer | Refusal> => {
  if (isTooLong(request, limits)) return 'too-large'
  const chunks: Buffer[] = []
  let length = 0
  try {
    // The rest is read after the refusal, because a sender that is cut off never reads the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limits.largest) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    return 'broken-off'
  }
  return Buffer.concat(chunks)
}

export interface Incoming extends RawDelivery {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly receivedAt: Date
  /** `performance.now()` when the head arrived. */
  readonly begun: number
}

export interface ListenAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** The address of a listener, with its request handler. */
interface ListenerOptions {
  readonly host: string
  readonly port: number
  readonly limits: BodyLimits
  readonly take: (incoming: Incoming) => Promise<ListenAnswer>
  /** Called for every refused request, so that nothing is dropped silently. */
  readonly refused: (refusal: Refusal) => void
}

export interface Listener {
  readonly url: string
  /** The number of requests being read or answered. */
  readonly busy: () => number
  /** Accepts no more requests, and waits for pending ones up to a time limit. */
  readonly close: (patienceMs: number) => Promise<void>
}

const malformations: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

class RequestHandler {
  busy = 0
  // The request on such a socket reports its errors.
  readonly #known = new WeakSet<Socket>()
  // Sockets with a refused request, so that their end is not refused again.
  readonly #refused = new WeakSet<Socket>()
  readonly #options: ListenerOptions

  constructor(options: ListenerOptions) {
    this.#options = options
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.busy += 1
    this.#known.add(request.socket)
    this.#refused.delete(request.socket)
    try {
      await this.#answered(request, response)
    } finally {
      this.busy -= 1
    }
  }

  async #answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = performance.now()
    const { limits, take } = this.#options
    if (request.method !== 'POST') return this.#refuse('wrong-method', request, response)
    const body = await takeBody(request, limits)
    if (typeof body === 'string') return this.#refuse(body, request, response)
    const about = { method: request.method, path: request.url ?? '/', receivedAt: new Date(), begun }
    const answer = await take({ ...about, headers: linesOfRaw(request.rawHeaders), body })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  #refuse(refusal: Refusal, request: IncomingMessage, response: ServerResponse): void {
    if (this.#refused.has(request.socket)) return
    const [status] = refusals[refusal]
    this.#options.refused(refusal)
    if (refusal === 'broken-off') return
    this.#refused.add(request.socket)
    response.writeHead(status, status === 405 ? { allow: 'POST' } : {}).end()
  }

  /** Responds on the socket where no request was parsed: not HTTP, or one that came too slowly. */
  malformed(error: NodeJS.ErrnoException, socket: Socket): void {
    const refusal = malformations[error.code ?? ''] ?? 'no-http'
    const isEnd = /^(ECONNRESET|EPIPE|HPE_INVALID_EOF_STATE)$/.test(error.code ?? '')
    if (!socket.writable || (isEnd && this.#known.has(socket)) || this.#refused.has(socket))
      return void socket.destroy()
    this.#refused.add(socket)
    const [status] = refusals[refusal]
    this.#options.refused(refusal)
    socket.end(`HTTP/1.1 ${status} \r\nconnection: close\r\n\r\n`)
  }
}

const opened = (server: Server, { host, port }: ListenerOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const own = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${own}/`)
    })
  })

const closed = async (server: Server, patienceMs: number): Promise<void> => {
  const done = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
  await done
  clearTimeout(timer)
}

/** Opens a server for deliveries. @throws the error of the socket, for instance when the port is taken. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { timeoutMs } = options.limits
  const handler = new RequestHandler(options)
  const server = createServer({
    headersTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(1000, timeoutMs),
    keepAliveTimeout: 5000,
  })
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    handler.serve(request, response).catch(() => {
      options.refused('failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(refusals.failed[0]).end()
    })
  }
  server.on('request', serve)
  // A sender with `Expect: 100-continue` does not send a refused body.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST' && !isTooLong(request, options.limits)) response.writeContinue()
    serve(request, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => handler.malformed(error, socket))
  const url = await opened(server, options)
  return { url, busy: () => handler.busy, close: (patienceMs) => closed(server, patienceMs) }
}
