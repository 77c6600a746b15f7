import { isWaiting, type ForwardState, type KeptDelivery } from './kept-delivery.js'

/** Limits of finished deliveries. Waiting ones are kept without a limit. */
export interface KeepBounds {
  readonly deliveries: number
  /** The bytes of all bodies, in base64. */
  readonly bytes: number
}

/** Deliveries with the bytes of their bodies. */
class Group {
  readonly byNumber = new Map<number, KeptDelivery>()
  bytes = 0

  put(delivery: KeptDelivery): void {
    this.byNumber.set(delivery.number, delivery)
    this.bytes += delivery.bodyBase64.length
  }

  take(number: number): KeptDelivery | undefined {
    const delivery = this.byNumber.get(number)
    if (delivery && this.byNumber.delete(number)) this.bytes -= delivery.bodyBase64.length
    return delivery
  }
}

/** Deliveries in memory: the last finished ones, and all waiting ones. */
export class KeptSet {
  readonly #bounds: KeepBounds
  readonly #waiting = new Group()
  readonly #done = new Group()

  constructor(bounds: KeepBounds) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#waiting.byNumber.size + this.#done.byNumber.size
  }

  /** The bytes of all bodies, in base64. */
  get bytes(): number {
    return this.#waiting.bytes + this.#done.bytes
  }

  /** The number of waiting deliveries, and the bytes of their bodies, in base64. */
  get waiting(): { readonly count: number; readonly bytes: number } {
    return { count: this.#waiting.byNumber.size, bytes: this.#waiting.bytes }
  }

  get(number: number): KeptDelivery | undefined {
    return this.#waiting.byNumber.get(number) ?? this.#done.byNumber.get(number)
  }

  /** All deliveries, oldest first. */
  all(): readonly KeptDelivery[] {
    const both = [...this.#waiting.byNumber.values(), ...this.#done.byNumber.values()]
    return both.sort((a, b) => a.number - b.number)
  }

  /** Adds a delivery; returns the numbers of dropped ones. */
  put(delivery: KeptDelivery): readonly number[] {
    this.remove(delivery.number)
    if (isWaiting(delivery)) {
      this.#waiting.put(delivery)
      return []
    }
    this.#done.put(delivery)
    return this.#madeWay()
  }

  /** Updates the state of a delivery; returns the numbers of dropped ones. */
  note(number: number, forward: ForwardState): readonly number[] {
    const former = this.get(number)
    return former === undefined ? [] : this.put({ ...former, forward })
  }

  remove(number: number): void {
    if (this.#waiting.take(number) === undefined) this.#done.take(number)
  }

  // The lowest number is dropped first, because numbering continues from the highest kept one.
  #madeWay(): readonly number[] {
    const gone: number[] = []
    const { byNumber } = this.#done
    while (byNumber.size > this.#bounds.deliveries || this.#done.bytes > this.#bounds.bytes) {
      let oldest = Infinity
      for (const number of byNumber.keys()) oldest = Math.min(oldest, number)
      this.#done.take(oldest)
      gone.push(oldest)
    }
    return gone
  }
}
