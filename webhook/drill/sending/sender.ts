import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../../../conformance/index.js'
import { type SenderOptions, sendRequest, type RequestOptions } from './request.js'
import { isUnreachable } from './failures.js'
import { exchangeOf } from './exchange.js'
import { Gate, type Speed } from './gate.js'
import { Gone } from './gone.js'
import { TimeOver } from './time-over.js'
import { type Delivery, isTaken, type Reply, replyText } from './delivery.js'

/** A sent delivery with its response. */
export interface SentDelivery {
  readonly reply: Reply
  readonly exchange: Exchange
  /** Others were in flight at the same time, so its duration is affected. */
  readonly isCrowded?: boolean
}

/** Inspects each exchange before it is recorded, and returns it without leaks. */
export type Watch = (delivery: Delivery, reply: Reply, exchange: Exchange) => Exchange

/** The limits of a sender. */
export interface Pace {
  /** Most deliveries a second; unbounded when it is absent. */
  readonly rate?: number
  /** The time of `performance.now()` after which nothing is sent. */
  readonly deadline?: number
  readonly watch?: Watch
}

/** Options of one delivery. */
export interface SendOptions extends RequestOptions {
  /** Sends concurrently, however many are in flight. */
  readonly isAtOnce?: boolean
  /** A failed connection is expected, because the delivery asks whether the receiver still listens. */
  readonly mayBeGone?: boolean
  /** Among waiting deliveries, the lowest rank goes first. */
  readonly rank?: number
}

/** Shared by the senders of one drill. */
interface Shared {
  /** The time at which the rate allows the next delivery. */
  freeAt: number
  gate?: Gate
  /** The time of `performance.now()` of the last acknowledgement. */
  takenAt: number
}

/** The most exchanges that show how a rule passed. */
const exchangesKept = 2

// Less time is not enough to send anything.
const leastMs = 50

/** Sends deliveries with a rate limit and deadline, and records the exchanges. */
export class Sender {
  readonly options: SenderOptions
  readonly #pace: Pace
  readonly #shared: Shared
  readonly #rank: number
  /** The number of deliveries sent so far. */
  count = 0
  /** The first exchanges, as evidence. */
  readonly seen: Exchange[] = []

  constructor(options: SenderOptions, pace: Pace = {}, shared: Shared = { freeAt: 0, takenAt: 0 }, rank = 1) {
    this.options = options
    this.#pace = pace
    this.#shared = shared
    this.#rank = rank
  }

  /** A sender with shared limits and its own count. @param rank among waiting deliveries, the lowest goes first */
  own(rank = this.#rank): Sender {
    return new Sender(this.options, this.#pace, this.#shared, rank)
  }

  /** The default rank of its deliveries. */
  get rank(): number {
    return this.#rank
  }

  /** The time of `performance.now()` of the last acknowledgement. */
  get takenAt(): number {
    return this.#shared.takenAt
  }

  /** Milliseconds until the deadline. */
  get leftMs(): number {
    return (this.#pace.deadline ?? Infinity) - performance.now()
  }

  /** Whether independent deliveries are sent concurrently. */
  get isParallel(): boolean {
    return this.#shared.gate !== undefined
  }

  /** True for a receiver that queues deliveries, so that a late response may be due to others. */
  get isQueueing(): boolean {
    return this.#shared.gate?.isQueueing ?? false
  }

  /** The number of deliveries that may be in flight. */
  get width(): number {
    return this.#shared.gate?.width ?? 1
  }

  /** From now on sends independent deliveries concurrently, as far as the receiver allows. */
  goParallel(speed: Speed): void {
    this.#shared.gate = new Gate(speed, this.options.timeoutMs)
  }

  /** Runs actions sequentially or concurrently. @throws the first error, once all have ended. */
  async each<Item, Result>(
    items: readonly Item[],
    act: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]> {
    if (!this.isParallel) {
      const results: Result[] = []
      for (const item of items) results.push(await act(item))
      return results
    }
    const ended = await Promise.allSettled(items.map((item) => act(item)))
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
  }

  /** Runs an action with nothing else in flight. @param rank waiting deliveries with a lower one go first */
  async alone<Result>(act: () => Promise<Result>, rank: number): Promise<Result> {
    return this.#shared.gate?.alone(act, rank) ?? act()
  }

  /** Waits until there is room for another delivery. */
  async room(): Promise<void> {
    const nothing: Reply = { headers: [], body: '', connected: false, servedMs: 0, durationMs: 0 }
    await this.#shared.gate?.pass(async () => nothing, this.#rank)
  }

  /**
   * Sends one delivery, which may be made at the time of sending.
   * @throws TimeOver, Gone when the receiver no longer listens, or the reason of the signal when it was aborted.
   */
  async send(given: Delivery | (() => Delivery), own: SendOptions = {}): Promise<SentDelivery> {
    const { gate } = this.#shared
    let delivery = typeof given === 'function' ? undefined : given
    let sentAt = 0
    const attempt = async (): Promise<Reply> => {
      await this.#turn()
      this.options.signal.throwIfAborted()
      sentAt = Date.now()
      delivery = typeof given === 'function' ? given() : given
      return this.#attempt(delivery, own)
    }
    const { reply, isCrowded } =
      gate === undefined || own.isAtOnce === true
        ? { reply: await attempt(), isCrowded: own.isAtOnce === true }
        : await gate.pass(attempt, own.rank ?? this.#rank)
    this.options.signal.throwIfAborted()
    if (isTaken(reply)) this.#shared.takenAt = performance.now()
    const wasThere = this.takenAt > 0 && own.isAtOnce !== true && own.mayBeGone !== true
    if (wasThere && isUnreachable(reply.failure)) throw new Gone(replyText(reply))
    if (delivery === undefined) throw new TimeOver()
    const sent = exchangeOf(delivery, reply, this.options.url, sentAt)
    const exchange = this.#pace.watch?.(delivery, reply, sent) ?? sent
    if (this.seen.length < exchangesKept) this.seen.push(exchange)
    return { reply, exchange, isCrowded }
  }

  async #attempt(delivery: Delivery, own: SendOptions): Promise<Reply> {
    const { timeoutMs = this.options.timeoutMs, agent } = own
    const left = this.leftMs
    if (left < leastMs) throw new TimeOver()
    this.count++
    const reply = await sendRequest(delivery, this.options, {
      ...(agent && { agent }),
      timeoutMs: Math.min(timeoutMs, left),
    })
    if (reply.isLate === true && left < timeoutMs) throw new TimeOver()
    return reply
  }

  async #turn(): Promise<void> {
    const now = performance.now()
    const { rate } = this.#pace
    const at = Math.max(now, this.#shared.freeAt)
    this.#shared.freeAt = at + (rate === undefined ? 0 : 1000 / rate)
    if (at > now) await wait(at - now, undefined, { signal: this.options.signal })
  }
}
