import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import {
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  headerValue,
} from '../../exchange/exchange.js'

const largestBody = 16 * 1024 * 1024

/** The service answered with more than anyone would read. */
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

const tooLate = (): Error => new DOMException('no whole answer came in the time given', 'TimeoutError')

const toHeaderList = (headers: Record<string, string | string[] | undefined>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  )

/** Puts one answer together as it comes: status, headers and body, and nothing of interim answers (1xx). */
class Answer implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: Received) => void
  readonly #reject: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #ended: Error | undefined
  #status = 0
  #headers: HeaderList = []
  readonly #chunks: Uint8Array[] = []
  #size = 0

  constructor(resolve: (received: Received) => void, reject: (error: Error) => void) {
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Ends the exchange for a reason of our own, in whatever state it is. */
  end(reason: Error): void {
    this.#ended ??= reason
    this.#controller?.abort(this.#ended)
    this.#reject(this.#ended)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
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
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size > largestBody) this.end(new BodyTooLarge())
  }

  onResponseEnd(): void {
    this.#resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(this.#ended ?? error)
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

/** A service may repeat a long key in several headers; Node's own limit is 16 KB. */
const largestHeaders = 512 * 1024

/** Takes one request over the wire and its answer back: no redirects, no retries, bounds on time and size. */
export class Transport {
  readonly #timeoutMs: number
  readonly #agent: Agent

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: largestHeaders,
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

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #exchange({ method, url, headers, body }: ExchangeRequest, mostMs: number): Promise<Received> {
    const { origin, pathname, search } = new URL(url)
    const target = { origin, path: pathname + search, method }
    let timer: NodeJS.Timeout | undefined
    return new Promise<Received>((resolve, reject) => {
      const answer = new Answer(resolve, reject)
      timer = setTimeout(() => answer.end(tooLate()), mostMs)
      this.#agent.dispatch({ ...target, headers: headers.flat(), body: body ?? null }, answer)
    }).finally(() => clearTimeout(timer))
  }
}
