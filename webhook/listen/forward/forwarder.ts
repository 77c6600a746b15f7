import { forward, type Forwarded } from './forward.js'
import type { HeaderLines } from '../../delivery/delivery.js'
import type { ListenAnswer } from '../receive/server.js'
import { RetryQueue } from './retry-queue.js'
import type { ForwardState } from '../store/kept-delivery.js'
import { resigned } from './resigned.js'
import type { DeliveryStore } from '../store/delivery-store.js'

type Connections = Parameters<typeof forward>[1]['dispatcher']

/** How deliveries are forwarded. */
export interface ForwardSettings {
  readonly whenDown: 'keep' | 'refuse'
  readonly resign?: boolean
  /** In seconds. */
  readonly forwardTimeout: number
}

/** Where deliveries are forwarded to, and how. */
export interface ForwarderOptions {
  readonly target: string
  readonly options: ForwardSettings
  /** The secret that `--resign` signs under. */
  readonly secret: string | undefined
  readonly store: DeliveryStore
  readonly connections: NonNullable<Connections>
  readonly events: ForwarderEvents
}

/** Called for deliveries that were not forwarded at once. */
export interface ForwarderEvents {
  /** A kept delivery was forwarded, later or again. */
  readonly forwarded: (number: number, forward: ForwardState, again: boolean) => void
  /** The target is down: how many deliveries wait, and for how long. */
  readonly down: (count: number, waitMs: number) => void
  readonly notKept: (error: unknown) => void
}

/** The answer to a delivery, and the state of its forwarding. */
export interface Handled {
  readonly answer: ListenAnswer
  readonly forward?: ForwardState
}

const mostBroken = 5

const nowText = (): string => new Date().toISOString()

const keptForward = (sent: Forwarded): ForwardState => {
  if ('answer' in sent) return { state: 'answered', status: sent.answer.status, at: nowText() }
  return { state: 'failed', reason: sent.message, at: nowText() }
}

const held = (reason: string): Handled => ({
  answer: { status: 200 },
  forward: { state: 'waiting', reason, at: nowText() },
})

const relayed = ({ answer }: Extract<Forwarded, { readonly answer: unknown }>): ListenAnswer => {
  const headers = Object.fromEntries(
    answer.headers.filter(([name]) => /^(content-type|location|retry-after)$/i.test(name)),
  )
  // A status without a body, or one that HTTP has no place for here, is no answer to pass on.
  const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502
  return { status, headers, ...(status === 204 || status === 304 ? {} : { body: answer.body }) }
}

/** Forwards deliveries to a target, at once or when it is back. */
export class Forwarder {
  readonly #settings: ForwarderOptions
  readonly #queue: RetryQueue<number>
  readonly #broken = new Map<number, number>()

  constructor(options: ForwarderOptions) {
    this.#settings = options
    this.#queue = new RetryQueue({
      attempt: async (number, signal) => ((await this.#later(number, signal)) ? 'done' : 'down'),
      waiting: options.events.down,
    })
  }

  /** Deliveries that wait for the target. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Takes a kept delivery to those that wait. */
  wait(number: number): void {
    this.#queue.push(number)
  }

  /** Forwards a delivery at once, and resolves to its answer: that of the target, where it is up. */
  async send(headers: HeaderLines, body: Uint8Array): Promise<Handled> {
    const { whenDown } = this.#settings.options
    // Earlier ones go first.
    if (this.#queue.size > 0 && whenDown === 'keep') return held('others wait before it')
    const sent = await this.#forward(headers, body)
    if ('answer' in sent) return { answer: relayed(sent), forward: keptForward(sent) }
    // It may have been taken: the sender decides whether it comes again.
    if (sent.failure === 'timeout') return { answer: { status: 504 }, forward: keptForward(sent) }
    if (whenDown === 'keep') return held(sent.message)
    return { answer: { status: sent.failure === 'unreachable' ? 503 : 502 }, forward: keptForward(sent) }
  }

  /** Sends a kept delivery once more. */
  async resend(number: number): Promise<void> {
    const { store, events } = this.#settings
    const kept = store.get(number)
    if (!kept) return
    await this.#noted(
      number,
      await this.#forward(kept.headers, Buffer.from(kept.bodyBase64, 'base64')),
      true,
      events,
    )
  }

  /** Ends what is under way; what waits stays kept. */
  async close(): Promise<void> {
    await this.#queue.close()
    await this.#settings.connections.destroy()
  }

  async #noted(number: number, sent: Forwarded, again: boolean, events: ForwarderEvents): Promise<void> {
    const note = keptForward(sent)
    await this.#settings.store.note(number, note).catch(events.notKept)
    events.forwarded(number, note, again)
  }

  #forward(headers: HeaderLines, body: Uint8Array, signal?: AbortSignal): Promise<Forwarded> {
    const { target: url, options, secret, connections } = this.#settings
    const isAnew = options.resign === true && secret !== undefined
    const more = { dispatcher: connections, ...(signal && { signal }) }
    return forward(
      { headers: isAnew ? resigned(headers, body, secret) : headers, body },
      { url, timeoutMs: options.forwardTimeout * 1000, ...more },
    )
  }

  /** True for what broke the connection several times: it must not hold up all that came after it. */
  #isHopeless(number: number, { failure }: Extract<Forwarded, { readonly failure: unknown }>): boolean {
    if (failure !== 'broken') return false
    const times = (this.#broken.get(number) ?? 0) + 1
    this.#broken.set(number, times)
    return times >= mostBroken
  }

  /** Forwards a delivery that waits; false while the target is down. */
  async #later(number: number, signal: AbortSignal): Promise<boolean> {
    const { store, events } = this.#settings
    const kept = store.get(number)
    if (!kept) return true
    const sent = await this.#forward(kept.headers, Buffer.from(kept.bodyBase64, 'base64'), signal)
    if ('failure' in sent && sent.failure !== 'timeout' && !this.#isHopeless(number, sent)) return false
    this.#broken.delete(number)
    await this.#noted(number, sent, false, events)
    return true
  }
}
