import { setImmediate as immediate } from 'node:timers/promises'
import type { Reply } from './delivery.js'

/** A delivery waiting to be sent; the lowest rank goes first. */
interface Waiting {
  readonly rank: number
  readonly go: () => void
}

const narrow = 2
const wide = 16
const most = 64
const mostHeldMs = 500

/** The measured speed of a receiver. */
export interface Speed {
  /** The duration of a single valid event, in milliseconds. */
  readonly usualMs: number
  /** Whether it handles events concurrently; undefined when unknown. */
  readonly isSideBySide?: boolean | undefined
  /** Whether it refuses concurrent events, so that they are sent sequentially. */
  readonly isAlone?: boolean
}

const beginning = ({ usualMs, isSideBySide }: Speed, timeoutMs: number): number => {
  if (isSideBySide === undefined) return narrow
  return isSideBySide ? wide : Math.max(1, Math.min(4, Math.floor(timeoutMs / 2 / usualMs)))
}

/** Limits the deliveries in flight to the number that the receiver answers as fast as a single one. */
export class Gate {
  /** The receiver queues deliveries, so a late response may be due to others. */
  readonly isQueueing: boolean
  readonly #usualMs: number
  readonly #timeoutMs: number
  readonly #waiting: Waiting[] = []
  #width: number
  #open = 0
  #quick = 0
  /** Called when nothing is in flight any more; nothing is admitted meanwhile. */
  #held: (() => void) | undefined

  constructor(speed: Speed, timeoutMs: number) {
    this.isQueueing = speed.isSideBySide === false
    this.#usualMs = speed.usualMs
    this.#timeoutMs = timeoutMs
    this.#width = beginning(speed, timeoutMs)
  }

  /** The number of deliveries that may be in flight. */
  get width(): number {
    return this.#width
  }

  /** Sends as soon as there is room. A late response in a crowd proves nothing, so the delivery is repeated. */
  async pass(send: () => Promise<Reply>, rank: number): Promise<{ reply: Reply; isCrowded: boolean }> {
    const tried = await this.#once(send, rank)
    return tried.reply.isLate === true && tried.isCrowded ? this.#once(send, rank) : tried
  }

  /**
   * Runs an action with nothing else in flight; if draining would take long, without that guarantee.
   * @param rank waiting deliveries with a lower one go first
   * @throws the error of `act`
   */
  async alone<Result>(act: () => Promise<Result>, rank: number): Promise<Result> {
    if (this.#usualMs > mostHeldMs) return act()
    await this.#hold()
    while (this.#waiting.some((one) => one.rank < rank)) {
      await this.#release(rank)
      await this.#hold()
    }
    try {
      return await act()
    } finally {
      this.#held = undefined
      this.#open++
      this.#leave()
    }
  }

  /** Waits until nothing is in flight, and the callers have handled their responses. */
  async #hold(): Promise<void> {
    await new Promise<void>((free) => {
      this.#held = free
      if (this.#open === 0) free()
    })
    await immediate()
  }

  /** Lets waiting deliveries go first. */
  async #release(rank: number): Promise<void> {
    this.#held = undefined
    this.#open++
    const turn = new Promise<void>((go) => {
      this.#waiting.push({ rank, go })
    })
    this.#leave()
    await turn
    this.#leave()
  }

  async #once(send: () => Promise<Reply>, rank: number): Promise<{ reply: Reply; isCrowded: boolean }> {
    if (this.#open >= this.#width || this.#held !== undefined) {
      await new Promise<void>((go) => {
        this.#waiting.push({ rank, go })
      })
    } else this.#open++
    const isCrowded = this.#open > 1
    try {
      const reply = await send()
      this.#learn(reply, isCrowded)
      return { reply, isCrowded }
    } finally {
      this.#leave()
    }
  }

  /** Passes the free slot on to waiting deliveries, unless the gate has become narrower. */
  #leave(): void {
    this.#open--
    if (this.#open === 0) this.#held?.()
    while (this.#held === undefined && this.#open < this.#width && this.#waiting.length > 0) {
      // With room for only one or two, cases with several deliveries come last, because they would block all others.
      const order = ({ rank }: Waiting): number =>
        this.#width <= narrow && rank % 2 === 0 ? rank + 1.5 : rank
      const rank = Math.min(...this.#waiting.map(order))
      const [next] = this.#waiting.splice(
        this.#waiting.findIndex((one) => order(one) === rank),
        1,
      )
      this.#open++
      next?.go()
    }
  }

  #learn({ durationMs, isLate }: Reply, isCrowded: boolean): void {
    if (!isCrowded) return
    // An immediate refusal proves nothing about concurrency.
    if (isLate !== true && durationMs < this.#usualMs / 2) return
    if (isLate !== true && durationMs < Math.max(1.5 * this.#usualMs, this.#usualMs + 50)) {
      this.#quick++
      if (this.#quick < this.#width) return
      this.#quick = 0
      this.#width = Math.min(most, this.#width === narrow ? wide : this.#width * 4)
    } else if (isLate === true || durationMs > 0.6 * this.#timeoutMs) {
      this.#quick = 0
      this.#width = Math.max(1, Math.floor(this.#width / 2))
    }
  }
}
