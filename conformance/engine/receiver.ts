import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type Delivery, deliveryHeader, kindOf } from '../model/delivery.js'
import type { HeaderList } from '../model/exchange.js'

/** Where webhooks are received. */
export interface ReceiverOptions {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number
  /** Public URL that leads there; by default the address itself. */
  readonly url?: string
}

type Matches = (delivery: Delivery) => boolean

interface Waiting {
  readonly matches: Matches
  readonly resolve: (delivery: Delivery | undefined) => void
}

const largestBody = 4 * 1024 * 1024

const readBytes = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    size += piece.length
    if (size <= largestBody) chunks.push(piece)
  }
  return Buffer.concat(chunks)
}

const headerLines = ({ rawHeaders }: IncomingMessage): HeaderList =>
  Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[index * 2] ?? '',
    rawHeaders[index * 2 + 1] ?? '',
  ])

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/** A public address gets visits by others; what has neither a header nor the content of a webhook is one of those. */
const isDelivery = (delivery: Delivery): boolean =>
  names.some((name) => deliveryHeader(delivery, name) !== undefined) || kindOf(delivery) !== undefined

/** Takes webhooks in and answers each with 200, but for those that it is told to refuse. */
export class Receiver {
  readonly url: string
  readonly #server: Server
  readonly #deliveries: Delivery[] = []
  readonly #waiting = new Set<Waiting>()
  #refusal: Matches | undefined

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  /** @throws the error of the socket, for instance when the port is taken. */
  static async open({ port, url }: ReceiverOptions): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    const address = server.address()
    const own = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`
    const receiver = new Receiver(server, url ?? own)
    server.on('request', (request, response) => {
      const answer = (status: number): void => void response.writeHead(status).end()
      receiver.#take(request).then(answer, () => answer(400))
    })
    // Nobody waits for it: the run ends whether webhooks still come or not.
    server.unref()
    return receiver
  }

  /** Everything that arrived from a time on. */
  since(time: number): readonly Delivery[] {
    return this.#deliveries.filter(({ arrivedAt }) => arrivedAt >= time)
  }

  /** Resolves to the first delivery that matches, already here or to come; to undefined when the time is over. */
  wait(matches: Matches, timeoutMs: number): Promise<Delivery | undefined> {
    const known = this.#deliveries.find(matches)
    if (known || timeoutMs <= 0) return Promise.resolve(known)
    return new Promise((resolve) => {
      const timer = setTimeout(() => waiting.resolve(undefined), timeoutMs)
      const waiting: Waiting = {
        matches,
        resolve: (delivery) => {
          clearTimeout(timer)
          this.#waiting.delete(waiting)
          resolve(delivery)
        },
      }
      this.#waiting.add(waiting)
    })
  }

  /** Answers the next delivery that matches with 500. */
  refuseOnce(matches: Matches): void {
    this.#refusal = matches
  }

  /** Ends it; who still waits gets nothing. */
  async close(): Promise<void> {
    for (const { resolve } of this.#waiting) resolve(undefined)
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #take(request: IncomingMessage): Promise<number> {
    const bytes = await readBytes(request)
    const arrivedAt = Date.now()
    const asked = {
      method: request.method ?? '',
      url: this.url,
      headers: headerLines(request),
      body: bytes.toString('utf8'),
    }
    const make = (status: number): Delivery => ({
      exchange: {
        request: asked,
        response: { status, headers: [], body: '' },
        target: 'webhook',
        sentAt: arrivedAt,
        isReplay: false,
      },
      bytes,
      arrivedAt,
    })
    const acknowledged = make(200)
    if (!isDelivery(acknowledged)) return 404
    const isRefused = this.#refusal?.(acknowledged) === true
    if (isRefused) this.#refusal = undefined
    const delivery = isRefused ? make(500) : acknowledged
    this.#deliveries.push(delivery)
    for (const { matches, resolve } of this.#waiting) if (matches(delivery)) resolve(delivery)
    return delivery.exchange.response.status
  }
}
