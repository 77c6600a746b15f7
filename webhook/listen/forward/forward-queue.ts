import { type Backoff, waitAfter } from './backoff.js'
import { type Entry, QueueEntries } from './queue-entries.js'
import { type QueueClock, systemClock } from './queue-clock.js'

/**
 * How an attempt ended. `refused`: the target answered that it does not want this delivery. `failed`: it answered
 * otherwise, or not at all. `unreachable`: it got nothing.
 */
export type AttemptEnd = 'taken' | 'refused' | 'failed' | 'unreachable'

/** A delivery that was not taken, and when it is attempted again. */
export interface NotTaken {
  readonly attempts: number
  /** Milliseconds until then. */
  readonly ms: number
  /** True when those behind it go on meanwhile. */
  readonly isAside: boolean
}

/** How a queue attempts its deliveries. */
export interface QueueOptions {
  readonly attempt: (number: number, attempts: number, signal: AbortSignal) => Promise<AttemptEnd>
  readonly notTaken?: (number: number, about: NotTaken) => void
  readonly clock?: QueueClock
  readonly random?: () => number
}

// The schedule of the service; but what holds up all others is tried every five seconds: the target is near.
const whileHeld: Backoff = { first: 1000, longest: 5000 }
const whileAside: Backoff = { first: 1000, longest: 3_600_000 }

/**
 * Deliveries for one target, attempted one after the other until each is taken. The first holds up those behind it,
 * so that they keep their order while the target is down. Once it has failed several times, some behind it are tried
 * in its stead; when the target takes one of them, those that it does not take are set aside, each with waits of its
 * own, and the rest goes on.
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

  /** How many are not taken yet. */
  get size(): number {
    return this.#entries.size
  }

  /** Takes a delivery, behind those with a lower number. */
  push(number: number): void {
    this.#entries.add(number)
    this.#wake()
  }

  /** Takes a delivery out, where it is here; one that held up others does so no more. */
  remove(number: number): void {
    if (this.#entries.inOrder[0]?.number === number) this.#heldUntil = 0
    this.#entries.remove(number)
    this.#wake()
  }

  /** Ends all waits: everything is attempted now. */
  hurry(): void {
    this.#goOn()
    this.#wake()
  }

  /** Ends the waits and the attempt under way; what is not taken stays so. */
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
      // One that was pushed in the moment of ending is not left behind.
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
    // By turns, so that neither holds up the other.
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
    // What is back may be another program, which takes what the one before refused.
    if (this.#isGone) this.#entries.callBack(this.#clock.now())
    this.#isGone = false
    return end
  }

  /** Attempts one in its turn. */
  async #step(entry: Entry): Promise<void> {
    const end = await this.#attempt(entry)
    if (this.#stop.signal.aborted) return
    if (end === 'taken') return this.#takes()
    if (end === 'unreachable') return this.#hold(entry)
    if (!this.#entries.pass(entry)) this.#hold(this.#entries.passed[0] ?? entry)
  }

  /** The target took one: those before it are tried once more, and set aside where it still does not take them. */
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

  /** Attempts one that was set aside. */
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
