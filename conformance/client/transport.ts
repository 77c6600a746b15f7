import { createRequire } from 'node:module'
import type * as undici from 'undici'
import type { Dispatcher } from 'undici'
import {
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  headerValue,
  bytesOf,
} from '../exchange/exchange.js'
import { decompressed } from '../exchange/compression.js'
import { proxiesOf } from './proxies.js'
import { type StreamKind, streamKind } from '../exchange/streams.js'

/** The progress of an exchange until it failed. */
export interface Progress {
  /** The connection was open, and the request was at least partly written. */
  readonly isSent: boolean
  /** Status and headers were received. */
  readonly hasHead: boolean
  readonly isFlowing: boolean
}

/** The most bytes that are read of a body. */
const largestBody = 16 * 1024 * 1024

/** A service may repeat a long key in several headers; Node's own limit is 16 KB. */
const largestHeaders = 512 * 1024

/** A body is still arriving if its last chunk is younger than this, in milliseconds. */
const flowingMs = 2_000

/**
 * The response of an endless stream is what arrives within this many milliseconds, for lines from the first one on. Lines
 * may also be an export, or the progress of work that the service gives up when it is cut.
 */
const streamMs = { events: 500, lines: 2_000, records: 2_000 } as const

/** The time for which idle connections are kept, in milliseconds: servers keep them for two seconds or longer. */
const keepAliveMs = 1_000

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super(`the body is larger than ${largestBody} bytes`)
  }
}

interface Received {
  readonly status: number
  readonly headers: HeaderList
  readonly bytes: Buffer
}

const toHeaderList = (headers: Record<string, string | string[] | undefined>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  )

const lineFeed = 0x0a

/** Assembles one response, without interim responses (1xx). */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: Received) => void
  readonly #reject: (error: Error) => void
  readonly #chunks: Uint8Array[] = []
  #controller: Dispatcher.DispatchController | undefined
  #ended: Error | undefined
  #status = 0
  #headers: HeaderList = []
  #size = 0
  #isSent = false
  #changedAt = performance.now()
  #kind: StreamKind | undefined
  #streaming: NodeJS.Timeout | undefined

  constructor(resolve: (received: Received) => void, reject: (error: Error) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  get progress(): Progress {
    return {
      isSent: this.#isSent,
      hasHead: this.#status > 0,
      isFlowing:
        this.#isBetweenLines || (this.#chunks.length > 1 && performance.now() - this.#changedAt < flowingMs),
    }
  }

  get #isOpenEnded(): boolean {
    return headerValue(this.#headers, 'content-length') === undefined
  }

  /** A body without a length may be a stream of lines, which is silent between two of them. */
  get #isBetweenLines(): boolean {
    return this.#isOpenEnded && this.#chunks.at(-1)?.at(-1) === lineFeed
  }

  /** Aborts the exchange with an error of ours, in any state. */
  end(reason: Error): void {
    this.#ended ??= reason
    this.#controller?.abort(this.#ended)
    this.#reject(this.#ended)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#isSent = true
    if (this.#ended) controller.abort(this.#ended)
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = toHeaderList(headers)
    if (!this.#isOpenEnded) return
    this.#kind = streamKind(headerValue(this.#headers, 'content-type'))
    if (this.#kind === 'events') this.#cutAfter(streamMs.events)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    this.#changedAt = performance.now()
    // A part of an item is not an item.
    if (this.#kind && !this.#streaming && chunk.includes(lineFeed)) this.#cutAfter(streamMs[this.#kind])
    if (this.#size > largestBody) this.end(new BodyTooLarge())
  }

  onResponseEnd(): void {
    clearTimeout(this.#streaming)
    this.#resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#streaming)
    this.#reject(this.#ended ?? error)
  }

  #cutAfter(ms: number): void {
    this.#streaming = setTimeout(() => {
      this.onResponseEnd()
      this.#controller?.abort(new Error('the stream was read for long enough'))
    }, ms)
  }
}

/** A URL that fits a request line unchanged; others go through the URL parser. */
const verbatimTarget = /^(https?:\/\/[^/?#@\\]+)([/?][\u0021-\u007e]*)$/

const targetOf = (url: string): { readonly origin: string; readonly path: string } => {
  const [, root, rest = ''] = (!url.includes('#') && verbatimTarget.exec(url)) || []
  if (root !== undefined) return { origin: root, path: rest.startsWith('?') ? `/${rest}` : rest }
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

/** Sends requests with their paths unchanged: no redirects, no retries, bounded time and size. */
export class Transport {
  readonly #timeoutMs: number
  readonly #failures = new WeakMap<object, Progress>()
  readonly #agents = new Set<Dispatcher>()
  #agent: Dispatcher

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#agent = this.#open()
  }

  #open(): Dispatcher {
    // Loaded with the first transport, because plans and recordings need none, and it takes a fifth of a plan's time.
    const library: typeof undici = createRequire(import.meta.url)('undici')
    // The command line sets the variables of proxies into effect for the process.
    const isProxied = library.getGlobalDispatcher() instanceof library.EnvHttpProxyAgent
    const options = {
      connectTimeout: this.#timeoutMs,
      headersTimeout: this.#timeoutMs,
      bodyTimeout: this.#timeoutMs,
      maxHeaderSize: largestHeaders,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    }
    const agent = isProxied ? proxiesOf(library, options) : new library.Agent(options)
    this.#agents.add(agent)
    return agent
  }

  #retire(agent: Dispatcher): void {
    const forget = (): void => void this.#agents.delete(agent)
    void agent.close().then(forget, forget)
  }

  /**
   * @param mostMs longest wait for the whole response, if shorter than the timeout
   * @param isFresh the request has a connection of its own
   * @throws the error of the connection, or BodyTooLarge.
   */
  async send(wanted: ExchangeRequest, mostMs = Infinity, isFresh = false): Promise<ExchangeResponse> {
    const agent = isFresh ? this.#open() : this.#agent
    const sent = this.#receive(wanted, agent, Math.min(mostMs, this.#timeoutMs))
    const { status, headers, bytes } = await sent.finally(() => isFresh && this.#retire(agent))
    // Some services compress despite `accept-encoding: identity`.
    const encoding = bytes.length === 0 ? '' : (headerValue(headers, 'content-encoding') ?? '')
    return { status, headers, body: (decompressed(bytes, encoding, largestBody) ?? bytes).toString('utf8') }
  }

  /** The progress of the exchange that failed with this error; undefined for a response that cannot be decoded. */
  progressOf(error: unknown): Progress | undefined {
    return typeof error === 'object' && error !== null ? this.#failures.get(error) : undefined
  }

  /** Opens new connections for further requests, because servers close the old ones after a failure. */
  renew(): void {
    this.#retire(this.#agent)
    this.#agent = this.#open()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#agents].map((agent) => agent.destroy()))
  }

  #receive(
    { method, url, headers, body }: ExchangeRequest,
    agent: Dispatcher,
    mostMs: number,
  ): Promise<Received> {
    const target = { ...targetOf(url), method }
    const sent = body === undefined ? null : bytesOf(body)
    let timer: NodeJS.Timeout | undefined
    return new Promise<Received>((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#failures.set(error, reader.progress)
        reject(error)
      }
      const reader = new ResponseReader(resolve, fail)
      const tooLate = (): Error => new DOMException('no whole response within the time limit', 'TimeoutError')
      timer = setTimeout(() => reader.end(tooLate()), mostMs)
      agent.dispatch({ ...target, headers: headers.flat(), body: sent }, reader)
    }).finally(() => clearTimeout(timer))
  }
}
