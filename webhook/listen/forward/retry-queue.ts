/** How an attempt ended: it came to an end, or the other side is down and it has to be made again. */
export type AttemptEnd = 'done' | 'down'

/** How a queue attempts its items. */
export interface QueueOptions<Item> {
  readonly attempt: (item: Item, signal: AbortSignal) => Promise<AttemptEnd>
  /** Called after each attempt that found the other side down, before the wait. */
  readonly waiting?: (count: number, waitMs: number) => void
  /** The first wait and the longest, in milliseconds. */
  readonly waits?: { readonly first: number; readonly longest: number }
  readonly random?: () => number
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })

/** Items that are attempted one after the other, in order, with exponential waits while the other side is down. */
export class RetryQueue<Item> {
  readonly #options: QueueOptions<Item>
  readonly #items: Item[] = []
  readonly #stop = new AbortController()
  #work: Promise<void> | undefined

  constructor(options: QueueOptions<Item>) {
    this.#options = options
  }

  /** How many items are not done. */
  get size(): number {
    return this.#items.length
  }

  push(item: Item): void {
    this.#items.push(item)
    this.#begin()
  }

  /** Ends the waits and the attempt under way; what is not done stays undone. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#work
  }

  #begin(): void {
    this.#work ??= this.#run().finally(() => {
      this.#work = undefined
      // An item that was pushed in the moment of ending is not left behind.
      if (this.#items.length > 0 && !this.#stop.signal.aborted) this.#begin()
    })
  }

  async #run(): Promise<void> {
    const { attempt, waiting, waits = { first: 250, longest: 5000 }, random = Math.random } = this.#options
    const { signal } = this.#stop
    // The first attempt was made before an item came here.
    let wait = waits.first
    while (!signal.aborted) {
      const ms = wait * (0.8 + 0.4 * random())
      waiting?.(this.#items.length, ms)
      await pause(ms, signal)
      wait = (await this.#untilDown(attempt)) ? waits.first : Math.min(wait * 2, waits.longest)
      if (this.#items.length === 0) return
    }
  }

  /** Attempts items until one finds the other side down; true when any came to its end. */
  async #untilDown(attempt: QueueOptions<Item>['attempt']): Promise<boolean> {
    const { signal } = this.#stop
    let any = false
    for (let item = this.#items[0]; item !== undefined && !signal.aborted; item = this.#items[0]) {
      const end = await attempt(item, signal).catch((error: unknown): AttemptEnd => {
        if (signal.aborted) return 'down'
        throw error
      })
      if (end === 'down') return any
      this.#items.shift()
      any = true
    }
    return any
  }
}
