import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../../../conformance/index.js'
import { type SenderOptions, sendRequest, type RequestOptions } from './request.js'
import type { Delivery, Reply } from './delivery.js'

/** A delivery that was sent, with its answer. */
export interface SentDelivery {
  readonly reply: Reply
  readonly exchange: Exchange
}

/** Sees each exchange before it is recorded, and gives back what may be. */
export type Watch = (delivery: Delivery, reply: Reply, exchange: Exchange) => Exchange

/** Sends deliveries at a pace, and records each with its answer. */
export class Sender {
  readonly options: SenderOptions
  readonly #pauseMs: number
  readonly #watch: Watch
  #freeAt = 0
  /** Deliveries that were sent by now. */
  count = 0

  constructor(options: SenderOptions, rate: number | undefined, watch: Watch) {
    this.options = options
    this.#watch = watch
    this.#pauseMs = rate === undefined ? 0 : 1000 / rate
  }

  /** Sends one delivery. @throws the reason of the signal when it was aborted. */
  async send(delivery: Delivery, own: RequestOptions = {}): Promise<SentDelivery> {
    await this.#turn()
    this.options.signal.throwIfAborted()
    this.count++
    const sentAt = Date.now()
    const reply = await sendRequest(delivery, this.options, own)
    this.options.signal.throwIfAborted()
    const exchange = exchangeOf(delivery, reply, this.options.url, sentAt)
    return { reply, exchange: this.#watch(delivery, reply, exchange) }
  }

  async #turn(): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, this.#freeAt)
    this.#freeAt = at + this.#pauseMs
    if (at > now) await wait(at - now, undefined, { signal: this.options.signal })
  }
}

const exchangeOf = (delivery: Delivery, reply: Reply, url: URL, sentAt: number): Exchange => ({
  request: {
    method: delivery.method ?? 'POST',
    url: url.href,
    headers: delivery.headers,
    body: delivery.body.toString('utf8'),
  },
  // A receiver that gives no answer has the status 0, with the reason where a body would be.
  response: { status: reply.status ?? 0, headers: reply.headers, body: reply.failure ?? reply.body },
  target: 'webhook',
  sentAt,
  isReplay: false,
})
