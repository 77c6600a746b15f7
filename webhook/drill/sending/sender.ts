import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../../../conformance/index.js'
import {
  type Delivery,
  isAcknowledged,
  isServerError,
  type Reply,
  replyText,
  type RequestOptions,
  sendRequest,
} from '../../delivery/delivery.js'

/** Thrown when the time limit of a drill prevents a delivery. */
export class TimeOver extends Error {
  override readonly name = 'TimeOver'

  constructor() {
    super('the time of the drill is over')
  }
}

/** Thrown, with the failed connection in words, when the receiver no longer listens, which proves nothing about the delivery. */
export class Gone extends Error {
  override readonly name = 'Gone'
}

/** Undefined when there is no time left for an action. */
export async function ifTime<Result>(result: Promise<Result>): Promise<Result | undefined> {
  return result.catch((error: unknown) => {
    if (error instanceof TimeOver) return undefined
    throw error
  })
}

export interface SentDelivery {
  readonly reply: Reply
  readonly exchange: Exchange
  /** Others in flight at the same time made it slower. */
  readonly isSlowed?: boolean
  /** The receiver did not listen at the first attempt. */
  readonly isAwaited?: boolean
  /** It was sent again after a server error. */
  readonly isRepeated?: boolean
}

/** The target and the limits of a drill. */
type SenderOptions = RequestOptions & { readonly signal: AbortSignal }

/** Inspects each exchange before it is recorded, and returns it without leaks. */
export type Watch = (delivery: Delivery, reply: Reply, exchange: Exchange) => Exchange

interface Pace {
  /** Most deliveries a second; unbounded when it is absent. */
  readonly rate?: number | undefined
  /** The time of `performance.now()` after which nothing is sent. */
  readonly deadline?: number
  readonly watch?: Watch
}

export interface SendOptions extends Partial<Pick<RequestOptions, 'connections' | 'timeoutMs'>> {
  /** It is sent together with others, which make it slower. */
  readonly isAtOnce?: boolean
  /** A failed connection is expected, because the delivery tests whether the receiver still listens. */
  readonly mayBeGone?: boolean
}

/** Shared by the senders of one drill. */
class Queue {
  /** The number of actions that run at the same time. */
  width = 1
  /** The receiver is slower when deliveries are in flight together. */
  isSlowedByOthers = false
  /** Milliseconds by which the deadline is put off. */
  moreMs = 0
  /** The time at which the rate allows the next delivery. */
  freeAt = 0
  /** The time of `performance.now()` of the last acknowledgement. */
  takenAt = 0
  #goneAt: number | undefined
  #open = 0
  readonly #waiting: (() => void)[] = []

  /** Milliseconds since which no connection could be made. */
  get goneMs(): number {
    return this.#goneAt === undefined ? 0 : performance.now() - this.#goneAt
  }

  noteConnection(isMade: boolean): void {
    this.#goneAt = isMade ? undefined : (this.#goneAt ?? performance.now())
  }

  /** Runs an action as soon as there is room, in the order of calls. */
  async run<Result>(act: () => Promise<Result>): Promise<Result> {
    if (this.#open >= this.width) await new Promise<void>((go) => void this.#waiting.push(go))
    else this.#open++
    try {
      return await act()
    } finally {
      this.#open--
      while (this.#open < this.width && this.#waiting.length > 0) {
        this.#open++
        this.#waiting.shift()?.()
      }
    }
  }
}

/** The most exchanges that show how a rule passed. */
const exchangesKept = 2

// Less time is not enough to send anything.
const leastMs = 50

const settleTries = 3

/** The pause between attempts to connect to a receiver that is restarted. */
const returnPauseMs = 100

/** The recorded exchange of a delivery. @param sentAt Unix time in milliseconds */
const exchangeOf = (delivery: Delivery, reply: Reply, url: URL, sentAt: number): Exchange => {
  const { method = 'POST', headers, body } = delivery
  // Without a response the status is 0, and the body is the reason.
  const { status = 0, failure = reply.body.toString('utf8') } = reply
  return {
    request: { method, url: url.href, headers, body: body.toString('utf8') },
    response: { status, headers: reply.headers, body: failure },
    target: 'webhook',
    sentAt,
    isReplay: false,
  }
}

/** Sends deliveries with a rate limit and deadline, and records the exchanges. */
export class Sender {
  readonly options: SenderOptions
  readonly #pace: Pace
  readonly #queue: Queue
  /** The number of deliveries sent so far. */
  count = 0
  /** The number of those that got a whole response. */
  answered = 0
  /** The time of `performance.now()` of its last response. */
  answeredAt = 0
  /** The first exchanges, as evidence. */
  readonly seen: Exchange[] = []

  constructor(options: SenderOptions, pace: Pace = {}, queue = new Queue()) {
    this.options = options
    this.#pace = pace
    this.#queue = queue
  }

  /** A sender with shared limits and its own count. */
  own(): Sender {
    return new Sender(this.options, this.#pace, this.#queue)
  }

  /** The time of `performance.now()` of the last acknowledgement. */
  get takenAt(): number {
    return this.#queue.takenAt
  }

  get leftMs(): number {
    return (this.#pace.deadline ?? Infinity) + this.#queue.moreMs - performance.now()
  }

  /** Acts with more time where the receiver handles one delivery after the other. */
  async patiently(moreMs: number, act: () => Promise<void>): Promise<void> {
    this.#queue.moreMs = this.#queue.isSlowedByOthers ? moreMs : 0
    await act()
    this.#queue.moreMs = 0
  }

  /** The number of actions that `each` runs at the same time. */
  get width(): number {
    return this.#queue.width
  }

  /**
   * From now on `each` runs more actions at the same time. A receiver that others make slower keeps the width that was
   * measured for it, because more would not be answered in time.
   */
  widen(width: number, isSlowedByOthers = false): void {
    if (this.#queue.isSlowedByOthers) return
    this.#queue.width = Math.max(this.#queue.width, width)
    this.#queue.isSlowedByOthers = isSlowedByOthers
  }

  /** Runs actions in order, as many at a time as the width; they must not do so themselves. Throws the first error at the end. */
  async each<Item, Result>(
    items: readonly Item[],
    act: (item: Item) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const ended = await Promise.allSettled(items.map((item) => this.#queue.run(() => act(item))))
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
  }

  /**
   * Sends one delivery, which may be made at the time of sending. While the receiver does not listen it is sent again,
   * up to the time limit of a response, because receivers restart.
   * @throws TimeOver, Gone when the receiver does not return, or the reason of the signal when it was aborted.
   */
  async send(given: Delivery | (() => Delivery), options: SendOptions = {}): Promise<SentDelivery> {
    await this.#turn()
    this.options.signal.throwIfAborted()
    const sentAt = Date.now()
    const delivery = typeof given === 'function' ? given() : given
    let reply = await this.#attempt(delivery, options)
    const isAwaited = this.#isGone(reply)
    while (this.#isGone(reply) && this.#queue.goneMs < this.options.timeoutMs) {
      await wait(returnPauseMs, undefined, { signal: this.options.signal })
      reply = await this.#attempt(delivery, options)
    }
    this.count++
    if (reply.failure === undefined) this.answered++
    this.options.signal.throwIfAborted()
    this.answeredAt = performance.now()
    if (isAcknowledged(reply)) this.#queue.takenAt = this.answeredAt
    const isExpected = options.isAtOnce === true || options.mayBeGone === true
    if (this.#isGone(reply) && !isExpected) throw new Gone(replyText(reply))
    const sent = exchangeOf(delivery, reply, this.options.url, sentAt)
    const exchange = this.#pace.watch?.(delivery, reply, sent) ?? sent
    if (this.seen.length < exchangesKept) this.seen.push(exchange)
    return { reply, exchange, isAwaited, isSlowed: options.isAtOnce === true || this.#queue.isSlowedByOthers }
  }

  /** Sends a delivery, and again if it gets a server error, which may be a coincidence. @throws as `send` does. */
  async settle(make: () => Delivery, own: SendOptions = {}): Promise<SentDelivery> {
    let sent = await this.send(make, own)
    for (let tries = settleTries; tries > 0 && isServerError(sent.reply); tries -= 1)
      sent = { ...(await this.send(make, own)), isRepeated: true }
    return sent
  }

  /** Whether a receiver that was there cannot be reached. */
  #isGone({ isUnreached }: Reply): boolean {
    return this.takenAt > 0 && isUnreached === true
  }

  async #attempt(delivery: Delivery, own: SendOptions): Promise<Reply> {
    const { timeoutMs = this.options.timeoutMs, connections } = own
    const left = this.leftMs
    if (left < leastMs) throw new TimeOver()
    const options = { ...this.options, connections, timeoutMs: Math.min(timeoutMs, left) }
    const reply = await sendRequest(delivery, options)
    if (reply.isLate === true && left < timeoutMs) throw new TimeOver()
    this.#queue.noteConnection(reply.isUnreached !== true)
    return reply
  }

  async #turn(): Promise<void> {
    const now = performance.now()
    const { rate } = this.#pace
    const at = Math.max(now, this.#queue.freeAt)
    this.#queue.freeAt = at + (rate === undefined ? 0 : 1000 / rate)
    if (at > now) await wait(at - now, undefined, { signal: this.options.signal })
  }
}
