import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../../conformance/index.js'
import { type CourierOptions, carry, type Journey } from './courier.js'
import { type Delivery, isTaken, type Reply } from './delivery.js'

/** A delivery that was sent, with what came back. */
export interface Sent {
  readonly reply: Reply
  readonly exchange: Exchange
}

/** Where deliveries leave and answers come in: at a pace, and with a record of what all answers are judged by. */
export class Desk {
  readonly options: CourierOptions
  readonly #pauseMs: number
  #freeAt = 0
  /** Deliveries that were sent by now. */
  count = 0

  constructor(options: CourierOptions, rate?: number) {
    this.options = options
    this.#pauseMs = rate === undefined ? 0 : 1000 / rate
  }

  /** Sends one delivery. @throws the reason of the signal when it was aborted. */
  async send(delivery: Delivery, journey: Journey = {}): Promise<Sent> {
    await this.#turn()
    this.options.signal.throwIfAborted()
    this.count++
    const sentAt = Date.now()
    const reply = await carry(delivery, this.options, journey)
    this.options.signal.throwIfAborted()
    return { reply, exchange: exchangeOf(delivery, reply, this.options.url, sentAt) }
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

/** The single deliveries that were taken, with what every one of them is judged by. */
export class Answers {
  readonly #others: Sent[] = []
  readonly #late: Sent[] = []
  readonly #lateMs: number
  readonly #silent: Sent[] = []
  #refusals = 0
  #taken = 0
  #slowestMs = 0

  /** @param lateMs from how many milliseconds on an answer is late */
  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  /** Notes the answer to what has to be refused. */
  noteRefusal(sent: Sent): void {
    this.#refusals++
    if (sent.reply.status === undefined && sent.reply.isLate) this.#silent.push(sent)
  }

  /** Notes the answer to what is valid. */
  note(sent: Sent, isSlowed: boolean): void {
    if (!isTaken(sent.reply)) return
    this.#taken++
    if (sent.reply.status !== 200) this.#others.push(sent)
    if (isSlowed) return
    this.#slowestMs = Math.max(this.#slowestMs, sent.reply.durationMs)
    if (sent.reply.durationMs > this.#lateMs) this.#late.push(sent)
  }

  /** How many there were. */
  get taken(): number {
    return this.#taken
  }

  get slowestMs(): number {
    return this.#slowestMs
  }

  /** Those with a status other than 200. */
  get others(): readonly Sent[] {
    return this.#others
  }

  /** How many deliveries were to be refused. */
  get refusals(): number {
    return this.#refusals
  }

  /** Those of them that got no answer. */
  get silent(): readonly Sent[] {
    return this.#silent
  }

  get late(): readonly Sent[] {
    return this.#late
  }
}
