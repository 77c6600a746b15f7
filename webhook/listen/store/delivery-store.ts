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

// The most obsolete lines and bytes before the file is rewritten.
const mostDeadLines = 200
const mostDeadBytes = 4 * 1024 * 1024

/** Deliveries in memory, and in a file if there is one. */
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

  /** A store without a file. */
  static inMemory(bounds: KeepBounds): DeliveryStore {
    return new DeliveryStore(new KeptSet(bounds), undefined, async () => undefined)
  }

  /**
   * Opens the file of a store, or creates it in an existing folder. `torn` counts lines that a crash left unreadable.
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

  /** The number of waiting deliveries, and the bytes of their bodies, in base64. */
  get waiting(): KeptSet['waiting'] {
    return this.#set.waiting
  }

  /** All kept deliveries, oldest first. */
  all(): readonly KeptDelivery[] {
    return this.#set.all()
  }

  get(number: number): KeptDelivery | undefined {
    return this.#set.get(number)
  }

  /** Reserves the number of the next delivery. */
  next(): number {
    this.#last += 1
    return this.#last
  }

  /** Keeps a delivery; resolves when it is on the disk. Rejects with the error of the file system. */
  async add(delivery: KeptDelivery): Promise<void> {
    const dropped = this.#set.put(delivery)
    try {
      await this.#append(withDropped(lineOf(delivery), dropped))
    } catch (error) {
      this.#set.remove(delivery.number)
      throw error
    }
  }

  /** Updates the state of a delivery. Rejects with the error of the file system; the update remains in memory. */
  async note(number: number, forward: ForwardState): Promise<void> {
    if (this.#set.get(number) === undefined) return
    const dropped = this.#set.note(number, forward)
    await this.#append(withDropped(lineOf({ of: number, forward }), dropped))
  }

  /** Rewrites the file with the kept deliveries only. */
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

  /** Rewrites the file. If that fails, on a full disk, the longer file has the same content. */
  async #compact(): Promise<void> {
    this.#lines = this.#set.size
    this.#written = this.#set.bytes
    await this.#file?.replace().catch(() => undefined)
  }
}
