import type { DeliveryChoice, DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import type { WebhookEvent } from '../../events/events.js'
import type { Hook } from './hook.js'

/** Deliveries that were sent, and what came of them. */
export interface Watched {
  readonly sent: readonly SentDelivery[]
  /** How many of them were acknowledged. */
  readonly taken: number
  /** How many events were acted upon. */
  readonly acted: number
}

/** A delivery to be watched. */
export type Watchable = DeliveryChoice & { readonly event?: WebhookEvent; readonly id?: string }

const usualMs = 3000
const leastQuietMs = 150

/** Sends deliveries and asks the hook how many of them were acted upon. */
export class Watcher {
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #hook: Hook
  readonly #mostMs: number
  /** How long a receiver takes to act, once it has acknowledged. */
  #actsMs: number

  /** @param mostMs how long a receiver may take to act */
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
   * Sends one after the other, or all at once, and waits until as many as expected were acted upon; then a while longer,
   * since acting may come after the acknowledgement. @throws TimeOver, RampartError DRILL_HOOK_UNUSABLE.
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

  #made({ event, id, ...choice }: Watchable) {
    const body = event === undefined ? {} : { body: JSON.stringify(event) }
    const delivery = this.#factory.delivery({ ...choice, ...body })
    if (id === undefined) return delivery
    const headers = delivery.headers.map(
      ([name, value]) => [name, name === 'webhook-id' ? id : value] as const,
    )
    return { ...delivery, headers }
  }
}
