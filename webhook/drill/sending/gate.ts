import { setImmediate as immediate } from 'node:timers/promises'
import type { Reply } from './delivery.js'

/** What is waiting to be sent: the lowest rank goes first. */
interface Waiting {
  readonly rank: number
  readonly go: () => void
}

const narrow = 2
const wide = 16
const most = 64
const mostHeldMs = 500

/** How a receiver answers, as far as it was seen. */
export interface Speed {
  /** How long it takes for a single valid event, in milliseconds. */
  readonly usualMs: number
  /** Whether it handles events side by side; undefined when that was not seen. */
  readonly isSideBySide?: boolean | undefined
  /** Whether it refuses an event while it handles another one: then they are sent one after the other. */
  readonly isAlone?: boolean
}

const beginning = ({ usualMs, isSideBySide }: Speed, timeoutMs: number): number => {
  if (isSideBySide === undefined) return narrow
  return isSideBySide ? wide : Math.max(1, Math.min(4, Math.floor(timeoutMs / 2 / usualMs)))
}

/** Lets as many deliveries be under way at once as the receiver answers no later than a single one. */
export class Gate {
  /** Deliveries wait for each other at the receiver: an answer that is late may be late because of others. */
  readonly isQueueing: boolean
  readonly #usualMs: number
  readonly #timeoutMs: number
  readonly #waiting: Waiting[] = []
  #width: number
  #open = 0
  #quick = 0
  /** Called when nothing is under way any more; nothing else is let in meanwhile. */
  #held: (() => void) | undefined

  constructor(speed: Speed, timeoutMs: number) {
    this.isQueueing = speed.isSideBySide === false
    this.#usualMs = speed.usualMs
    this.#timeoutMs = timeoutMs
    this.#width = beginning(speed, timeoutMs)
  }

  /** How many may be under way at once. */
  get width(): number {
    return this.#width
  }

  /** Sends as soon as there is room; a reply that came late among others says nothing, and is asked for again alone. */
  async pass(send: () => Promise<Reply>, rank: number): Promise<{ reply: Reply; isCrowded: boolean }> {
    const tried = await this.#once(send, rank)
    return tried.reply.isLate === true && tried.isCrowded ? this.#once(send, rank) : tried
  }

  /**
   * Does something while nothing else is under way; beside the rest where that would take long to end.
   * @param rank what waits with a lower one goes first
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

  /** Waits until nothing is under way, and whoever got an answer had time to go on. */
  async #hold(): Promise<void> {
    await new Promise<void>((free) => {
      this.#held = free
      if (this.#open === 0) free()
    })
    await immediate()
  }

  /** Lets others go first. */
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

  /** Whoever waits takes the room over, unless the gate has become narrower. */
  #leave(): void {
    this.#open--
    if (this.#open === 0) this.#held?.()
    while (this.#held === undefined && this.#open < this.#width && this.#waiting.length > 0) {
      // What takes several deliveries comes last where there is room for one or two alone: it would keep all others out.
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
    // What is refused at once says nothing about how many events are handled side by side.
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
