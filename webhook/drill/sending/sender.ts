import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../../../conformance/index.js'
import { type SenderOptions, sendRequest, type RequestOptions } from './request.js'
import { isUnreachable } from './failures.js'
import { exchangeOf } from './exchange.js'
import { Gate, type Speed } from './gate.js'
import { Gone } from './gone.js'
import { TimeOver } from './time-over.js'
import { type Delivery, isTaken, type Reply, replyText } from './delivery.js'

/** A delivery that was sent, with its answer. */
export interface SentDelivery {
  readonly reply: Reply
  readonly exchange: Exchange
  /** Others were under way at the same time, so that its duration is not its own. */
  readonly isCrowded?: boolean
}

/** Sees each exchange before it is recorded, and gives back what may be. */
export type Watch = (delivery: Delivery, reply: Reply, exchange: Exchange) => Exchange

/** The bounds of a sender. */
export interface Pace {
  /** Most deliveries a second; without bound without it. */
  readonly rate?: number
  /** The moment of `performance.now()` from which on nothing is sent. */
  readonly deadline?: number
  readonly watch?: Watch
}

/** How one delivery is sent. */
export interface SendOptions extends RequestOptions {
  /** Together with others, however many are under way. */
  readonly isAtOnce?: boolean
  /** Whether anybody listens at all is asked. */
  readonly mayBeGone?: boolean
  /** Among deliveries that wait for their turn, the lowest goes first. */
  readonly rank?: number
}

/** What senders of one drill have in common. */
interface Shared {
  /** When the pace lets the next delivery go. */
  freeAt: number
  gate?: Gate
  /** The moment of `performance.now()` of the last answer that took something. */
  takenAt: number
}

/** So many exchanges show how a rule passed. */
const exchangesKept = 2

// Less than this is not enough to send anything.
const leastMs = 50

/** Sends deliveries at a pace and until a deadline, and records each with its answer. */
export class Sender {
  readonly options: SenderOptions
  readonly #pace: Pace
  readonly #shared: Shared
  readonly #rank: number
  /** Deliveries that were sent by now. */
  count = 0
  /** The first ones with their answers, to show what was judged. */
  readonly seen: Exchange[] = []

  constructor(options: SenderOptions, pace: Pace = {}, shared: Shared = { freeAt: 0, takenAt: 0 }, rank = 1) {
    this.options = options
    this.#pace = pace
    this.#shared = shared
    this.#rank = rank
  }

  /** A sender at the same pace that counts for itself. @param rank among deliveries that wait, the lowest goes first */
  own(rank = this.#rank): Sender {
    return new Sender(this.options, this.#pace, this.#shared, rank)
  }

  /** The rank of what is sent without one of its own. */
  get rank(): number {
    return this.#rank
  }

  /** The moment of `performance.now()` of the last answer that took something. */
  get takenAt(): number {
    return this.#shared.takenAt
  }

  /** Milliseconds until the deadline. */
  get leftMs(): number {
    return (this.#pace.deadline ?? Infinity) - performance.now()
  }

  /** Deliveries that do not depend on each other are sent side by side from now on. */
  get isParallel(): boolean {
    return this.#shared.gate !== undefined
  }

  /** True for a receiver at which deliveries wait for each other: what is late may be late because of others. */
  get isQueueing(): boolean {
    return this.#shared.gate?.isQueueing ?? false
  }

  /** How many deliveries may be under way at once. */
  get width(): number {
    return this.#shared.gate?.width ?? 1
  }

  /** Sends side by side from now on what does not depend on each other, as far as the receiver bears it. */
  goParallel(speed: Speed): void {
    this.#shared.gate = new Gate(speed, this.options.timeoutMs)
  }

  /** Does one thing after the other, or all side by side. @throws the first error, once all have ended. */
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

  /** Sends many at once while nothing else is under way. @param rank what waits with a lower one goes first */
  async alone<Result>(act: () => Promise<Result>, rank: number): Promise<Result> {
    return this.#shared.gate?.alone(act, rank) ?? act()
  }

  /** Waits until there is room for a delivery beside those that are under way. */
  async room(): Promise<void> {
    const nothing: Reply = { headers: [], body: '', connected: false, servedMs: 0, durationMs: 0 }
    await this.#shared.gate?.pass(async () => nothing, this.#rank)
  }

  /**
   * Sends one delivery, which may be made at the moment at which it is sent.
   * @throws TimeOver, Gone when nobody listens any more who did before, or the reason of the signal when it was aborted.
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
