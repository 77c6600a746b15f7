import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent } from 'undici'
import { type ExchangeRequest, type ExchangeResponse, headerValue } from '../exchange/exchange.js'
import { Answer, largestBody, type Progress, type Received } from './answer.js'

/** How requests are sent, where that is not as usual. */
export interface TransportOptions {
  /** A path goes as it is spelled, with `..` and `%2e` in it: by default they are resolved as browsers do. */
  readonly isVerbatim?: true
  /** Of a stream of events, which has no end, what comes in so many milliseconds is the answer. */
  readonly streamMs?: number
  /** Idle connections are kept for so many milliseconds; for none, each request has a connection of its own. */
  readonly keepAliveMs?: number
}

const tooLate = (): Error => new DOMException('no whole answer came in the time given', 'TimeoutError')

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

/** A service may repeat a long key in several headers; Node's own limit is 16 KB. */
const largestHeaders = 512 * 1024

/** What may stand in a request line; the rest is for the URL parser to escape. */
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

/** Takes one request over the wire and its answer back: no redirects, no retries, bounds on time and size. */
export class Transport {
  readonly #timeoutMs: number
  readonly #agent: Agent
  readonly #options: TransportOptions
  readonly #failures = new WeakMap<object, Progress>()

  constructor(timeoutMs: number, options: TransportOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#options = options
    this.#agent = new Agent({
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: largestHeaders,
      ...keepingAlive(options.keepAliveMs),
    })
  }

  /**
   * @param mostMs longest wait for the whole answer, when that is less than usual
   * @throws the error of the connection, or BodyTooLarge.
   */
  async send(wanted: ExchangeRequest, mostMs = Infinity): Promise<ExchangeResponse> {
    const {
      status,
      headers: received,
      bytes,
    } = await this.#exchange(wanted, Math.min(mostMs, this.#timeoutMs))
    const encoding = headerValue(received, 'content-encoding') ?? ''
    return { status, headers: received, body: await textOf(bytes, encoding) }
  }

  /** How far the exchange had come that failed with this error; undefined for an answer that cannot be decoded. */
  progressOf(error: unknown): Progress | undefined {
    return typeof error === 'object' && error !== null ? this.#failures.get(error) : undefined
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #exchange({ method, url, headers, body }: ExchangeRequest, mostMs: number): Promise<Received> {
    const { isVerbatim, streamMs } = this.#options
    const target = { ...targetOf(url, isVerbatim), method }
    let timer: NodeJS.Timeout | undefined
    return new Promise<Received>((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#failures.set(error, answer.progress)
        reject(error)
      }
      const answer = new Answer(resolve, fail, streamMs)
      timer = setTimeout(() => answer.end(tooLate()), mostMs)
      this.#agent.dispatch({ ...target, headers: headers.flat(), body: body ?? null }, answer)
    }).finally(() => clearTimeout(timer))
  }
}
