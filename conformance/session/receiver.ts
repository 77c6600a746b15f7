import { customerOf, type Delivery, kindOf, deliveryHeader } from '../exchange/delivery.js'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HeaderList } from '../exchange/exchange.js'
import type { WebhookPlan } from '../model/plan.js'

export interface ReceiverResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Delay in milliseconds. */
  readonly afterMs?: number
}

/** Scripted responses, and the deliveries that got them. */
export interface ScriptedReplies {
  /** The attempts to deliver one event, in order. */
  readonly attempts: readonly Delivery[]
}

/** Scripted responses for the first matching event and all its attempts. */
class Reply implements ScriptedReplies {
  readonly attempts: Delivery[] = []
  readonly #matches: Matches
  readonly #responses: readonly ReceiverResponse[]

  constructor(matches: Matches, responses: readonly ReceiverResponse[]) {
    this.#matches = matches
    this.#responses = responses
  }

  /** True for the first matching event, and afterwards only for that event, at any address. */
  takes(delivery: Delivery): boolean {
    const [first] = this.attempts
    if (first === undefined) return this.#matches(delivery)
    return (
      kindOf(first) === kindOf(delivery) &&
      customerOf(first) === customerOf(delivery) &&
      first.address === delivery.address
    )
  }

  /** The response to an accepted delivery; undefined when the script is used up. */
  next(delivery: Delivery): ReceiverResponse | undefined {
    this.attempts.push(delivery)
    return this.#responses[this.attempts.length - 1]
  }
}

type Matches = (delivery: Delivery) => boolean

interface Waiting {
  readonly matches: Matches
  readonly resolve: (delivery: Delivery | undefined) => void
}

type Received = { -readonly [Name in keyof Delivery]: Delivery[Name] }

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

/** A request with neither a header nor the content of a webhook is ignored, because anyone may call a public address. */
const isDelivery = (delivery: Delivery): boolean =>
  names.some((name) => deliveryHeader(delivery, name) !== undefined) || kindOf(delivery) !== undefined

/** The query parameter that distinguishes the addresses of one receiver. */
const marker = 'rampart'

const addressIn = (url = '/'): string =>
  new URL(url, 'http://receiver.invalid').searchParams.get(marker) ?? ''

/** Receives webhooks and responds with 200, or as scripted. */
export class Receiver {
  readonly url: string
  readonly #server: Server
  readonly #deliveries: Received[] = []
  readonly #waiting = new Set<Waiting>()
  readonly #scripts: Reply[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #isGivenUp = false

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  /** @throws the error of the socket, for instance when the port is taken. */
  static async open({ port, url }: Pick<WebhookPlan, 'port' | 'url'>): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    const address = server.address()
    const own = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`
    const receiver = new Receiver(server, url ?? own)
    server.on('request', (request, response) => {
      receiver.#take(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(400)
        response.end()
      })
    })
    // The run must not wait for further webhooks.
    server.unref()
    return receiver
  }

  /** Another address, whose deliveries are recorded separately. */
  urlOf(address: string): string {
    const url = new URL(this.url)
    url.searchParams.set(marker, address)
    return url.href
  }

  /** A copy of the deliveries so far. */
  get deliveries(): readonly Delivery[] {
    return [...this.#deliveries]
  }

  /** Resolves to the first matching delivery, past or future; to undefined after the timeout. */
  wait(matches: Matches, timeoutMs: number): Promise<Delivery | undefined> {
    const known = this.#deliveries.find(matches)
    if (known || timeoutMs <= 0 || this.#isGivenUp) return Promise.resolve(known)
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

  /** Scripts the responses to the next matching delivery and its retries; later ones get 200. */
  answer(matches: Matches, responses: readonly ReceiverResponse[]): ScriptedReplies {
    const script = new Reply(matches, responses)
    this.#scripts.push(script)
    return script
  }

  /** Ends all waiting, because no sender is left. */
  giveUp(): void {
    this.#isGivenUp = true
    for (const { resolve } of this.#waiting) resolve(undefined)
  }

  /** Closes the server; pending waits resolve to undefined. */
  async close(): Promise<void> {
    this.giveUp()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readBytes(request)
    const delivery = this.#deliveryOf(request, bytes)
    if (!isDelivery(delivery)) return void response.writeHead(404).end()
    const scripts = this.#scripts.filter((script) => script.takes(delivery))
    const script = scripts.find(({ attempts }) => attempts.length > 0) ?? scripts[0]
    const reply = script?.next(delivery) ?? { status: 200 }
    delivery.exchange = {
      ...delivery.exchange,
      response: { status: reply.status, headers: Object.entries(reply.headers ?? {}), body: '' },
    }
    this.#deliveries.push(delivery)
    this.#send(reply, response, delivery)
    for (const { matches, resolve } of this.#waiting) if (matches(delivery)) resolve(delivery)
  }

  #deliveryOf(request: IncomingMessage, bytes: Buffer): Received {
    const arrivedAt = Date.now()
    return {
      exchange: {
        request: {
          method: request.method ?? '',
          url: this.url,
          headers: headerLines(request),
          body: bytes.toString('utf8'),
        },
        response: { status: 200, headers: [], body: '' },
        target: 'webhook',
        sentAt: arrivedAt,
        isReplay: false,
      },
      bytes,
      arrivedAt,
      address: addressIn(request.url),
    }
  }

  #send(
    { status, headers = {}, afterMs = 0 }: ReceiverResponse,
    response: ServerResponse,
    delivery: Received,
  ): void {
    response.on('close', () => {
      if (delivery.answeredAt === undefined) delivery.abandonedAt = Date.now()
    })
    const end = (): void => {
      if (delivery.abandonedAt !== undefined) return
      delivery.answeredAt = Date.now()
      response.writeHead(status, headers).end()
    }
    if (afterMs === 0) return end()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      end()
    }, afterMs).unref()
    this.#timers.add(timer)
  }
}
