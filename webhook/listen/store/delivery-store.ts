import { RampartError } from '../../../diagnostics/index.js'
import { LineFile } from './line-file.js'
import { type KeptDelivery, type ForwardState, lineOf, readKept } from './kept-delivery.js'
import { type KeepBounds, KeptSet } from './kept-set.js'
import { lock } from './lock.js'

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

const withDropped = (text: string, dropped: readonly number[]): string =>
  dropped.length === 0 ? text : text + lineOf({ dropped })

// Lines of deliveries that are gone, or were followed by others, before the file is written anew.
const mostDeadLines = 200
const mostDeadBytes = 4 * 1024 * 1024

/** Deliveries in memory and in a file; without a file in memory alone. */
export class DeliveryStore {
  readonly #file: LineFile | undefined
  readonly #release: () => Promise<void>
  readonly #set: KeptSet
  #lines = 0
  #written = 0
  #last = 0
  #compacting: Promise<void> | undefined

  private constructor(set: KeptSet, file: LineFile | undefined, release: () => Promise<void>) {
    this.#set = set
    this.#file = file
    this.#release = release
  }

  /** A store that ends with the process. */
  static inMemory(bounds: KeepBounds): DeliveryStore {
    return new DeliveryStore(new KeptSet(bounds), undefined, async () => undefined)
  }

  /**
   * Opens the file of a store, or makes it in a folder that is there. `torn` counts lines that a crash left unreadable.
   * @throws RampartError WEBHOOK_KEEP_UNUSABLE.
   */
  static async open(
    path: string,
    bounds: KeepBounds,
  ): Promise<{ readonly store: DeliveryStore; readonly torn: number }> {
    const release = await lock(path).catch((error: unknown) => {
      throw unusable(path, error)
    })
    let file: LineFile | undefined
    try {
      const set = new KeptSet(bounds)
      file = await LineFile.open(path, () => set.all().map(lineOf))
      const text = await file.read()
      const { kept, torn } = readKept(text)
      if (kept.length === 0 && torn > 0 && !text.startsWith('{"number":')) throw foreign(path)
      const store = new DeliveryStore(set, file, release)
      await store.#load(kept, torn > 0 || (text !== '' && !text.endsWith('\n')))
      return { store, torn }
    } catch (error) {
      await file?.close()
      await release()
      throw unusable(path, error)
    }
  }

  /** How many deliveries wait for a target, and the bytes of their bodies, in base64. */
  get waiting(): KeptSet['waiting'] {
    return this.#set.waiting
  }

  /** All that is kept, the oldest first. */
  all(): readonly KeptDelivery[] {
    return this.#set.all()
  }

  get(number: number): KeptDelivery | undefined {
    return this.#set.get(number)
  }

  /** The number of the next delivery. */
  next(): number {
    this.#last += 1
    return this.#last
  }

  /** Keeps a delivery; it is on the disk when this resolves. Rejects with the error of the file system. */
  async add(delivery: KeptDelivery): Promise<void> {
    const dropped = this.#set.put(delivery)
    try {
      await this.#append(withDropped(lineOf(delivery), dropped))
    } catch (error) {
      this.#set.remove(delivery.number)
      throw error
    }
  }

  /** Notes what became of a delivery. Rejects with the error of the file system; it is noted in memory even so. */
  async note(number: number, forward: ForwardState): Promise<void> {
    if (this.#set.get(number) === undefined) return
    const dropped = this.#set.note(number, forward)
    await this.#append(withDropped(lineOf({ of: number, forward }), dropped))
  }

  /** Leaves in the file what is kept, and nothing else. */
  async close(): Promise<void> {
    await this.#compacting
    if (this.#lines > this.#set.size) await this.#compact()
    await this.#file?.close()
    await this.#release()
  }

  async #load(kept: readonly KeptDelivery[], isTorn: boolean): Promise<void> {
    for (const delivery of kept) this.#set.put(delivery)
    this.#last = kept.at(-1)?.number ?? 0
    this.#lines = this.#set.size
    this.#written = this.#set.bytes
    if (isTorn || kept.length > this.#set.size) await this.#file?.replace()
  }

  async #append(text: string): Promise<void> {
    await this.#file?.append(text)
    this.#lines += 1
    this.#written += text.length
    const { size, bytes } = this.#set
    if (this.#lines <= 2 * size + mostDeadLines && this.#written <= 3 * bytes + mostDeadBytes) return
    this.#compacting ??= this.#compact().finally(() => (this.#compacting = undefined))
  }

  /** Writes the file anew. Where that fails, on a full disk, the longer file holds the same. */
  async #compact(): Promise<void> {
    this.#lines = this.#set.size
    this.#written = this.#set.bytes
    await this.#file?.replace().catch(() => undefined)
  }
}
