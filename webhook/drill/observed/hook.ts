import { NotAnswered, post } from '../../delivery/post.js'
import { setTimeout as wait } from 'node:timers/promises'
import { RampartError } from '../../../diagnostics/index.js'
import { isObject } from '../../../document/index.js'
import { jsonIn } from '../../delivery/delivery.js'
import type { DeliveryChoice, DeliveryFactory } from '../sending/delivery.js'
import { type Delivery, isAcknowledged } from '../../delivery/request.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import type { WebhookEvent } from '../../events/events.js'

const usualMs = 3000

const countIn = (text: string): number | undefined => {
  const value = jsonIn(text)
  const count = isObject(value) ? value['count'] : value
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined
}

const unusable = (what: string): RampartError =>
  new RampartError('DRILL_HOOK_UNUSABLE', { message: `the hook ${what}` })

/** The receiver's hook, which reports the number of processed events: a number, or `{"count": n}`. */
export class Hook {
  readonly #url: URL
  readonly #signal: AbortSignal

  constructor(url: URL, signal: AbortSignal) {
    this.#url = url
    this.#signal = signal
  }

  /** The number of events processed so far. @throws RampartError DRILL_HOOK_UNUSABLE, or the reason of the signal. */
  async count(): Promise<number> {
    const asked = { method: 'GET', headers: [['accept', 'application/json']] as const, body: Buffer.alloc(0) }
    const limits = { timeoutMs: usualMs, signal: this.#signal }
    const answer = await post(asked, { url: this.#url, ...limits }).catch((error: unknown) => {
      this.#signal.throwIfAborted()
      const isLate = error instanceof NotAnswered && error.failure === 'timeout'
      throw unusable(isLate ? `sent no response within ${usualMs / 1000} s` : 'could not be reached')
    })
    if (answer.status !== 200)
      throw unusable(`answered ${answer.status}; 200 was expected; redirects are not followed`)
    const count = countIn(answer.body.toString('utf8'))
    if (count === undefined) throw unusable('answered neither a whole number nor {"count": n}')
    return count
  }

  /**
   * The number of further processed events, once it reached the expected one and stays constant, or the time
   * is over. @param quietMs how long the number must stay constant
   */
  async more(before: number, expected: number, quietMs: number, mostMs: number): Promise<number> {
    const began = performance.now()
    let [last, since] = [await this.count(), performance.now()]
    for (;;) {
      const now = performance.now()
      const isEnough = last - before >= expected && now - since >= quietMs
      if (isEnough || now - began >= mostMs) return last - before
      await wait(25, undefined, { signal: this.#signal })
      const next = await this.count()
      if (next !== last) [last, since] = [next, performance.now()]
    }
  }
}

/** Sent deliveries with their effects. */
export interface Watched {
  readonly sent: readonly SentDelivery[]
  readonly taken: number
  readonly acted: number
}

export type Watchable = Omit<DeliveryChoice, 'event'> & { readonly event: WebhookEvent }

const mostActMs = 3000
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
  constructor(factory: DeliveryFactory, sender: Sender, hook: Hook, mostMs = mostActMs) {
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
      const make = (): Delivery => this.#made(one)
      // After a server error a delivery is repeated, as by the service.
      sent.push(await (isAtOnce ? this.#sender.send(make, { isAtOnce }) : this.#sender.settle(make)))
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
    return { sent, taken: sent.filter(({ reply }) => isAcknowledged(reply)).length, acted }
  }

  #made({ event, ...choice }: Watchable): Delivery {
    return this.#factory.delivery({ ...choice, body: JSON.stringify(event) })
  }
}
