import type { DeliveryChoice, DeliveryFactory } from '../sending/delivery-factory.js'
import { type Delivery, isTaken } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import type { WebhookEvent } from '../../events/events.js'
import type { Hook } from './hook.js'

/** Sent deliveries with their effects. */
export interface Watched {
  readonly sent: readonly SentDelivery[]
  /** The number of acknowledged ones. */
  readonly taken: number
  /** The number of processed events. */
  readonly acted: number
}

/** A delivery to be watched. */
export type Watchable = Omit<DeliveryChoice, 'event'> & { readonly event: WebhookEvent }

const usualMs = 3000
const leastQuietMs = 150

/** Sends deliveries and asks the hook how many were processed. */
export class Watcher {
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #hook: Hook
  readonly #mostMs: number
  /** How long the receiver takes to process an acknowledged event. */
  #actsMs: number

  /** @param mostMs the longest time to process an event */
  constructor(factory: DeliveryFactory, sender: Sender, hook: Hook, mostMs = usualMs) {
    this.#factory = factory
    this.#sender = sender
    this.#hook = hook
    this.#mostMs = mostMs
    this.#actsMs = mostMs / 4
  }

  get factory(): DeliveryFactory {
    return this.#factory
  }

  /**
   * Sends deliveries sequentially or concurrently, waits until the expected number was processed, and then a while
   * longer, because processing may follow the acknowledgement. @throws TimeOver, RampartError DRILL_HOOK_UNUSABLE.
   */
  async watch(deliveries: readonly Watchable[], expected: number, isAtOnce = false): Promise<Watched> {
    const before = await this.#hook.count()
    const sent: SentDelivery[] = []
    const send = async (one: Watchable): Promise<void> => {
      sent.push(await this.#sender.send(() => this.#made(one), isAtOnce ? { isAtOnce } : {}))
    }
    if (isAtOnce) await Promise.all(deliveries.map(send))
    else for (const one of deliveries) await send(one)
    const began = performance.now()
    const quietMs = Math.max(leastQuietMs, 2 * this.#actsMs)
    const mostMs = Math.min(this.#mostMs, this.#sender.leftMs)
    const acted = await this.#hook.more(before, expected, quietMs, mostMs)
    if (expected > 0 && acted >= expected) {
      this.#actsMs = Math.min(this.#actsMs, Math.max(0, performance.now() - began - quietMs))
    }
    return { sent, taken: sent.filter(({ reply }) => isTaken(reply)).length, acted }
  }

  #made({ event, ...choice }: Watchable): Delivery {
    return this.#factory.delivery({ ...choice, body: JSON.stringify(event) })
  }
}
