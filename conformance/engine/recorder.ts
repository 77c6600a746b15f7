import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Exchange, ExchangeRequest, HeaderList } from '../model/exchange.js'
import { headerValue } from '../model/exchange.js'
import { NoAnswer, Skip } from './outcome.js'

/** How a recorder sends. */
export interface RecorderOptions {
  readonly timeoutMs: number
  readonly redact: (text: string) => string
  /** Told of every exchange, in the order of the answers. */
  readonly onExchange: (exchange: Exchange) => void | Promise<void>
}

const attempts = 3
const longestWaitMs = 5_000
const largestBody = 16 * 1024 * 1024

const toHeaderList = (headers: Record<string, string | string[] | undefined>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  )

const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '' ? String(error) : code
}

const readBounded = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largestBody) throw new Error(`the body is larger than ${largestBody} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Sends requests and records them, secrets taken out. Follows no redirects and never changes a request. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #agent: Agent
  readonly #seen = new Set<string>()

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#agent = new Agent({
      connectTimeout: options.timeoutMs,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    })
  }

  /**
   * Sends one request.
   * @throws NoAnswer when no whole answer comes; Skip when the service keeps answering 429.
   */
  async send(wanted: ExchangeRequest, kind: Pick<Exchange, 'target' | 'operationId'>): Promise<Exchange> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const exchange = await this.#exchange(wanted, kind)
      if (exchange.response.status !== 429) {
        await this.#options.onExchange(exchange)
        return exchange
      }
      const wait = Number(headerValue(exchange.response.headers, 'retry-after') ?? 1) * 1000
      await delay(Math.min(Number.isFinite(wait) ? wait : 1000, longestWaitMs))
    }
    throw new Skip('the service keeps answering 429; run again with fewer requests, or later')
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #exchange(
    wanted: ExchangeRequest,
    kind: Pick<Exchange, 'target' | 'operationId'>,
  ): Promise<Exchange> {
    const sentAt = Date.now()
    const isReplay = this.#isReplay(wanted)
    try {
      const answer = await request(wanted.url, {
        method: wanted.method as 'GET',
        headers: wanted.headers.flat(),
        body: wanted.body ?? null,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#options.timeoutMs * 2),
      })
      const body = await readBounded(answer.body)
      const response = { status: answer.statusCode, headers: toHeaderList(answer.headers), body }
      return this.#redacted({ request: wanted, response, ...kind, sentAt, isReplay })
    } catch (error) {
      throw new NoAnswer(`${wanted.method} ${this.#options.redact(wanted.url)}: ${reasonOf(error)}`)
    }
  }

  #isReplay({ method, url, headers }: ExchangeRequest): boolean {
    const key = headerValue(headers, 'idempotency-key')
    if (key === undefined) return false
    const identity = `${method} ${url} ${key}`
    const known = this.#seen.has(identity)
    this.#seen.add(identity)
    return known
  }

  #redacted(exchange: Exchange): Exchange {
    const { redact } = this.#options
    const clean = (headers: HeaderList): HeaderList =>
      headers.map(([name, value]) => [
        name,
        name.toLowerCase() === 'x-api-key' ? '[redacted]' : redact(value),
      ])
    const { request: sent, response } = exchange
    return {
      ...exchange,
      request: {
        ...sent,
        url: redact(sent.url),
        headers: clean(sent.headers),
        ...(sent.body === undefined ? {} : { body: redact(sent.body) }),
      },
      response: { ...response, headers: clean(response.headers), body: redact(response.body) },
    }
  }
}
