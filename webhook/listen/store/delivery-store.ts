import { RampartError } from '../../../diagnostics/index.js'
import { LineFile } from './line-file.js'
import { type KeptDelivery, type ForwardState, lineOf, readKept } from './kept-delivery.js'
import { lock } from './lock.js'

/** How much is kept. */
export interface StoreBounds {
  readonly deliveries: number
  /** Of all bodies together. */
  readonly bytes: number
}

/** Called for deliveries that made way before they could be forwarded. */
type Lost = (delivery: KeptDelivery) => void

const unusable = (path: string, cause: unknown): RampartError =>
  cause instanceof RampartError
    ? cause
    : new RampartError('WEBHOOK_KEEP_UNUSABLE', {
        message: `${path}: ${cause instanceof Error ? cause.message : 'it cannot be used'}`,
        cause,
      })

const foreign = (path: string): RampartError =>
  new RampartError('WEBHOOK_KEEP_UNUSABLE', {
    message: `${path} holds something else than kept deliveries, and is left as it is`,
  })

const sizeOf = ({ bodyBase64 }: KeptDelivery): number => bodyBase64.length

/** The latest deliveries, in memory and in a file; without a file in memory alone. */
export class DeliveryStore {
  readonly #bounds: StoreBounds
  readonly #lost: Lost
  readonly #file: LineFile | undefined
  readonly #release: () => Promise<void>
  readonly #kept: Map<number, KeptDelivery>
  #bytes: number
  #lines: number
  #written: number
  #last: number
  #compacting: Promise<void> | undefined

  private constructor(
    bounds: StoreBounds,
    lost: Lost,
    file: LineFile | undefined,
    release: () => Promise<void>,
    kept: readonly KeptDelivery[],
  ) {
    this.#bounds = bounds
    this.#lost = lost
    this.#file = file
    this.#release = release
    this.#kept = new Map(kept.map((one) => [one.number, one]))
    this.#bytes = kept.reduce((sum, one) => sum + sizeOf(one), 0)
    this.#lines = kept.length
    this.#written = this.#bytes
    this.#last = kept.at(-1)?.number ?? 0
  }

  /** A store that ends with the process. */
  static inMemory(bounds: StoreBounds, lost: Lost): DeliveryStore {
    return new DeliveryStore(bounds, lost, undefined, async () => undefined, [])
  }

  /**
   * Opens the file of a store, or makes it in a folder that is there. `torn` counts lines that a crash left unreadable.
   * @throws RampartError WEBHOOK_KEEP_UNUSABLE.
   */
  static async open(
    path: string,
    bounds: StoreBounds,
    lost: Lost,
  ): Promise<{ readonly store: DeliveryStore; readonly torn: number }> {
    try {
      const release = await lock(path)
      let file: LineFile | undefined
      try {
        file = await LineFile.open(path)
        const text = await file.read()
        const { kept, torn } = readKept(text)
        if (kept.length === 0 && torn > 0 && !text.startsWith('{"number":')) throw foreign(path)
        const store = new DeliveryStore(bounds, lost, file, release, kept)
        store.#makeRoom()
        if (text !== '' && (torn > 0 || !text.endsWith('\n') || kept.length > store.#kept.size))
          await store.#compact()
        return { store, torn }
      } catch (error) {
        await file?.close()
        await release()
        throw error
      }
    } catch (error) {
      throw unusable(path, error)
    }
  }

  /** All that is kept, the oldest first. */
  all(): readonly KeptDelivery[] {
    return [...this.#kept.values()]
  }

  get(number: number): KeptDelivery | undefined {
    return this.#kept.get(number)
  }

  /** The number of the next delivery. */
  next(): number {
    this.#last += 1
    return this.#last
  }

  /** Keeps a delivery; it is on the disk when this resolves. Rejects with the error of the file system. */
  async add(delivery: KeptDelivery): Promise<void> {
    this.#kept.set(delivery.number, delivery)
    this.#bytes += sizeOf(delivery)
    this.#makeRoom()
    await this.#append(lineOf(delivery))
  }

  /** Notes what became of a delivery. */
  async note(number: number, forward: ForwardState): Promise<void> {
    const former = this.#kept.get(number)
    if (!former) return
    this.#kept.set(number, { ...former, forward })
    await this.#append(lineOf({ of: number, forward }))
  }

  async close(): Promise<void> {
    await this.#compacting?.catch(() => undefined)
    await this.#file?.close()
    await this.#release()
  }

  #makeRoom(): void {
    for (const [number, delivery] of this.#kept) {
      if (this.#kept.size <= this.#bounds.deliveries && this.#bytes <= this.#bounds.bytes) return
      this.#kept.delete(number)
      this.#bytes -= sizeOf(delivery)
      if (delivery.forward?.state === 'waiting') this.#lost(delivery)
    }
  }

  async #append(text: string): Promise<void> {
    await this.#compacting
    this.#lines += 1
    this.#written += text.length
    await this.#file?.append(text)
    const { deliveries, bytes } = this.#bounds
    if (this.#lines > 2 * deliveries + 100 || this.#written > 2 * bytes + 4 * 1024 * 1024) {
      this.#compacting ??= this.#compact().finally(() => (this.#compacting = undefined))
      await this.#compacting
    }
  }

  async #compact(): Promise<void> {
    const kept = this.all()
    this.#lines = kept.length
    this.#written = this.#bytes
    await this.#file?.replace(kept.map(lineOf))
  }
}
