import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, request } from 'undici'
import {
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  headerValue,
} from '../model/exchange.js'

const largestBody = 16 * 1024 * 1024

/** The service answered with more than anyone would read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super(`the body has more than ${largestBody} bytes`)
  }
}

const toHeaderList = (headers: Record<string, string | string[] | undefined>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  )

const readBounded = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > largestBody) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
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
    })
  }

  /** @throws the error of the connection, or BodyTooLarge. */
  async send({ method, url, headers, body }: ExchangeRequest): Promise<ExchangeResponse> {
    const answer = await request(url, {
      method: method as 'GET',
      headers: headers.flat(),
      body: body ?? null,
      dispatcher: this.#agent,
      signal: AbortSignal.timeout(this.#timeoutMs * 2),
    })
    const received = toHeaderList(answer.headers)
    const bytes = await readBounded(answer.body)
    const encoding = headerValue(received, 'content-encoding') ?? ''
    return { status: answer.statusCode, headers: received, body: await textOf(bytes, encoding) }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}
