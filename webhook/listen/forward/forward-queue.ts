import { type Backoff, waitAfter } from './backoff.js'
import { type Entry, QueueEntries } from './queue-entries.js'
import { type QueueClock, systemClock } from './queue-clock.js'

/**
 * The result of an attempt. `refused`: the target does not want this delivery. `failed`: any other response, or none.
 * `unreachable`: the target did not receive it.
 */
export type AttemptEnd = 'taken' | 'refused' | 'failed' | 'unreachable'

/** An undelivered delivery with its next attempt. */
export interface NotTaken {
  readonly attempts: number
  /** Milliseconds until the next attempt. */
  readonly ms: number
  /** True when later deliveries continue meanwhile. */
  readonly isAside: boolean
}

/** Options of a queue. */
export interface QueueOptions {
  readonly attempt: (number: number, attempts: number, signal: AbortSignal) => Promise<AttemptEnd>
  readonly notTaken?: (number: number, about: NotTaken) => void
  readonly clock?: QueueClock
  readonly random?: () => number
}

// The schedule of the service; but a delivery that blocks others is retried every five seconds, because the target is
// local.
const whileHeld: Backoff = { first: 1000, longest: 5000 }
const whileAside: Backoff = { first: 1000, longest: 3_600_000 }

/**
 * Deliveries for one target, attempted in order until each is accepted. The first one blocks the others, so that they
 * keep their order while the target is down. After it has failed several times, later ones are tried instead; if the
 * target accepts one of them, those that it still refuses are set aside with their own waits, and the rest continues.
 */
export class ForwardQueue {
  readonly #options: QueueOptions
  readonly #clock: QueueClock
  readonly #random: () => number
  readonly #stop = new AbortController()
  readonly #entries = new QueueEntries()
  #heldUntil = 0
  #waits = 0
  #wasAside = false
  #isGone = false
  #sleep: AbortController | undefined
  #work: Promise<void> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
  }

  /** The number of undelivered deliveries. */
  get size(): number {
    return this.#entries.size
  }

  /** Adds a delivery, after those with lower numbers. */
  push(number: number): void {
    this.#entries.add(number)
    this.#wake()
  }

  /** Removes a delivery; if it blocked others, they continue. */
  remove(number: number): void {
    if (this.#entries.inOrder[0]?.number === number) this.#heldUntil = 0
    this.#entries.remove(number)
    this.#wake()
  }

  /** Ends all waits, so that everything is attempted now. */
  hurry(): void {
    this.#goOn()
    this.#wake()
  }

  /** Ends the waits and the pending attempt; undelivered deliveries stay undelivered. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#wake()
    await this.#work
  }

  #wake(): void {
    this.#sleep?.abort()
    if (this.#stop.signal.aborted || this.size === 0) return
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined
      // A delivery may have been added while the work ended.
      if (this.size > 0) this.#wake()
    })
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted && this.size > 0) {
      const next = this.#next()
      if (next === undefined) await this.#pause()
      else if (this.#entries.aside.includes(next)) await this.#again(next)
      else await this.#step(next)
    }
  }

  #next(): Entry | undefined {
    const now = this.#clock.now()
    if (now < this.#heldUntil) return undefined
    const due = this.#entries.due(now)
    const first = this.#entries.next()
    // Alternates, so that neither blocks the other.
    this.#wasAside = due !== undefined && !(this.#wasAside && first)
    return this.#wasAside ? due : first
  }

  async #pause(): Promise<void> {
    const { inOrder, passed } = this.#entries
    if (passed[0]) this.#hold(passed[0])
    const next = inOrder.length > 0 ? this.#heldUntil : Math.max(this.#heldUntil, this.#entries.nextDue())
    this.#sleep = new AbortController()
    await this.#clock.sleep(Math.max(next - this.#clock.now(), 0), this.#sleep.signal)
    this.#sleep = undefined
  }

  async #attempt(entry: Entry): Promise<AttemptEnd> {
    const { signal } = this.#stop
    entry.attempts += 1
    const end = await this.#options.attempt(entry.number, entry.attempts, signal)
    if (end === 'unreachable') {
      this.#isGone = true
      return end
    }
    if (end === 'taken') this.remove(entry.number)
    else entry.failures += 1
    entry.wasRefused = end === 'refused'
    // A target that is back may be another program, which accepts what the former refused.
    if (this.#isGone) this.#entries.callBack(this.#clock.now())
    this.#isGone = false
    return end
  }

  /** Attempts a delivery in order. */
  async #step(entry: Entry): Promise<void> {
    const end = await this.#attempt(entry)
    if (this.#stop.signal.aborted) return
    if (end === 'taken') return this.#takes()
    if (end === 'unreachable') return this.#hold(entry)
    if (!this.#entries.pass(entry)) this.#hold(this.#entries.passed[0] ?? entry)
  }

  /** The target accepted one: earlier ones are tried once more, and set aside if it still refuses them. */
  async #takes(): Promise<void> {
    const { passed } = this.#entries
    this.#entries.passed = []
    this.#waits = 0
    for (const entry of passed) {
      if (!this.#entries.inOrder.includes(entry)) continue
      const end = await this.#attempt(entry)
      if (this.#stop.signal.aborted) return
      if (end === 'unreachable') return this.#hold(entry)
      if (end === 'taken' || !this.#entries.inOrder.includes(entry)) continue
      this.#entries.setAside(entry)
      this.#putOff(entry)
    }
  }

  /** Retries a delivery that was set aside. */
  async #again(entry: Entry): Promise<void> {
    const end = await this.#attempt(entry)
    if (this.#stop.signal.aborted) return
    if (end === 'unreachable') return this.#hold(entry)
    if (end === 'taken') return this.#goOn()
    if (this.#entries.aside.includes(entry)) this.#putOff(entry)
  }

  #putOff(entry: Entry): void {
    const ms = waitAfter(whileAside, entry.failures, this.#random)
    entry.due = this.#clock.now() + ms
    this.#options.notTaken?.(entry.number, { attempts: entry.attempts, ms, isAside: true })
  }

  #hold(entry: Entry): void {
    this.#entries.passed = []
    this.#waits += 1
    const ms = waitAfter(whileHeld, this.#waits, this.#random)
    this.#heldUntil = this.#clock.now() + ms
    this.#options.notTaken?.(entry.number, { attempts: entry.attempts, ms, isAside: false })
  }

  #goOn(): void {
    this.#heldUntil = 0
    this.#waits = 0
    this.#entries.callBack(0)
  }
}
