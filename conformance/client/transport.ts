import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import {
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  headerValue,
} from '../exchange/exchange.js'

/** How requests are sent, where that is not as usual. */
export interface TransportOptions {
  /** A path goes as it is spelled, with `..` and `%2e` in it: by default they are resolved as browsers do. */
  readonly isVerbatim?: true
  /** Of a stream of events, which has no end, the part that comes in so many milliseconds is the response. */
  readonly streamMs?: number
  /** Idle connections are kept for so many milliseconds; with 0 each request has a connection of its own. */
  readonly keepAliveMs?: number
}

/** How far an exchange had come when it failed. */
export interface Progress {
  /** A connection was there, and the request was written, or begun. */
  readonly isSent: boolean
  /** Status and headers came. */
  readonly hasHead: boolean
  /** The body kept coming. */
  readonly isFlowing: boolean
}

/** Most bytes that are read of a body. */
const largestBody = 16 * 1024 * 1024

/** A service may repeat a long key in several headers; Node's own limit is 16 KB. */
const largestHeaders = 512 * 1024

/** A body whose last part came less than so many milliseconds ago is still coming. */
const flowingMs = 2_000

/** The body of a response is larger than `largestBody`. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super(`the body has more than ${largestBody} bytes`)
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

/** Puts one response together as it comes, without interim responses (1xx). */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: Received) => void
  readonly #reject: (error: Error) => void
  readonly #streamMs: number | undefined
  readonly #chunks: Uint8Array[] = []
  #controller: Dispatcher.DispatchController | undefined
  #ended: Error | undefined
  #status = 0
  #headers: HeaderList = []
  #size = 0
  #isSent = false
  #changedAt = performance.now()
  #streaming: NodeJS.Timeout | undefined

  constructor(resolve: (received: Received) => void, reject: (error: Error) => void, streamMs?: number) {
    this.#resolve = resolve
    this.#reject = reject
    this.#streamMs = streamMs
  }

  get progress(): Progress {
    return {
      isSent: this.#isSent,
      hasHead: this.#status > 0,
      isFlowing: this.#chunks.length > 1 && performance.now() - this.#changedAt < flowingMs,
    }
  }

  /** Ends the exchange for a reason of ours, in whatever state it is. */
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
    const isStream = /^text\/event-stream\b/i.test(headerValue(this.#headers, 'content-type') ?? '')
    if (isStream && this.#streamMs !== undefined)
      this.#streaming = setTimeout(() => this.#cut(), this.#streamMs)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    this.#changedAt = performance.now()
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

  #cut(): void {
    this.onResponseEnd()
    this.#controller?.abort(new Error('the stream was read for long enough'))
  }
}

const bounds = { maxOutputLength: largestBody }

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gunzip)(bytes, bounds),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, bounds),
  deflate: (bytes) => promisify(inflate)(bytes, bounds),
  br: (bytes) => promisify(brotliDecompress)(bytes, bounds),
}

/** The text of a body. Some services compress although they are asked not to. */
const textOf = async (bytes: Buffer, encoding: string): Promise<string> => {
  const decode = decoders[encoding.trim().toLowerCase()]
  return (decode && bytes.length > 0 ? await decode(bytes) : bytes).toString('utf8')
}

/** A URL that can stand in a request line as it is; the rest is for the URL parser to escape. */
const verbatimTarget = /^(https?:\/\/[^/?#@\\]+)([/?][\u0021-\u007e]*)$/

const targetOf = (url: string, isVerbatim = false): { readonly origin: string; readonly path: string } => {
  const [, root, rest = ''] = (isVerbatim && !url.includes('#') && verbatimTarget.exec(url)) || []
  if (root !== undefined) return { origin: root, path: rest.startsWith('?') ? `/${rest}` : rest }
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

const keepingAlive = (ms: number | undefined): Agent.Options => {
  if (ms === undefined) return {}
  return ms === 0 ? { pipelining: 0 } : { keepAliveTimeout: ms, keepAliveMaxTimeout: ms }
}

/** Takes one request over the wire and its response back: no redirects, no retries, bounds on time and size. */
export class Transport {
  readonly #timeoutMs: number
  readonly #options: TransportOptions
  readonly #failures = new WeakMap<object, Progress>()
  readonly #retired = new Set<Agent>()
  #agent: Agent

  constructor(timeoutMs: number, options: TransportOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#options = options
    this.#agent = this.#open()
  }

  #open(): Agent {
    return new Agent({
      connectTimeout: this.#timeoutMs,
      headersTimeout: this.#timeoutMs,
      bodyTimeout: this.#timeoutMs,
      maxHeaderSize: largestHeaders,
      ...keepingAlive(this.#options.keepAliveMs),
    })
  }

  /**
   * @param mostMs longest wait for the whole response, when that is less than usual
   * @throws the error of the connection, or BodyTooLarge.
   */
  async send(wanted: ExchangeRequest, mostMs = Infinity): Promise<ExchangeResponse> {
    const { status, headers, bytes } = await this.#exchange(wanted, Math.min(mostMs, this.#timeoutMs))
    const encoding = headerValue(headers, 'content-encoding') ?? ''
    return { status, headers, body: await textOf(bytes, encoding) }
  }

  /** How far the exchange had come that failed with this error; undefined for a response that cannot be decoded. */
  progressOf(error: unknown): Progress | undefined {
    return typeof error === 'object' && error !== null ? this.#failures.get(error) : undefined
  }

  /** Further requests use new connections: after a failure servers close those that they had. */
  renew(): void {
    const former = this.#agent
    this.#agent = this.#open()
    this.#retired.add(former)
    void former.close().then(
      () => this.#retired.delete(former),
      () => this.#retired.delete(former),
    )
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all([this.#agent, ...this.#retired].map((agent) => agent.destroy()))
  }

  #exchange({ method, url, headers, body }: ExchangeRequest, mostMs: number): Promise<Received> {
    const { isVerbatim, streamMs } = this.#options
    const target = { ...targetOf(url, isVerbatim), method }
    let timer: NodeJS.Timeout | undefined
    return new Promise<Received>((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#failures.set(error, reader.progress)
        reject(error)
      }
      const reader = new ResponseReader(resolve, fail, streamMs)
      const tooLate = (): Error =>
        new DOMException('no whole response came in the time given', 'TimeoutError')
      timer = setTimeout(() => reader.end(tooLate()), mostMs)
      this.#agent.dispatch({ ...target, headers: headers.flat(), body: body ?? null }, reader)
    }).finally(() => clearTimeout(timer))
  }
}
