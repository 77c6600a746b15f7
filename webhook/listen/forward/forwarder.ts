import type { Dispatcher } from 'undici'
import type { HeaderLines } from '../../delivery/delivery.js'
import { outcomeOf } from '../../delivery/outcome.js'
import type { ListenAnswer } from '../receive/server.js'
import type { DeliveryStore } from '../store/delivery-store.js'
import { isWaiting, type ForwardState, type KeptDelivery } from '../store/kept-delivery.js'
import { forward, type Forwarded } from './forward.js'
import { type AttemptEnd, ForwardQueue, type NotTaken } from './forward-queue.js'
import { resigned, signatureAge } from './resigned.js'

/** Settings of forwarding. */
export interface ForwardSettings {
  readonly resign?: boolean
  /** In seconds. */
  readonly forwardTimeout: number
  /** The tolerated distance of a timestamp, in seconds. */
  readonly tolerance: number
}

/** The target of forwarding with its settings. */
export interface ForwarderOptions {
  readonly url: string
  readonly settings: ForwardSettings
  /** The key to sign deliveries anew. */
  readonly key: Uint8Array | undefined
  readonly store: DeliveryStore
  readonly connections: Dispatcher
  readonly events: ForwarderEvents
}

/** Called with the results of forwarding. */
export interface ForwarderEvents {
  /** A kept delivery was forwarded, in order or again by the user. */
  readonly forwarded: (number: number, url: string, forward: ForwardState, again: boolean) => void
  /** The target refused a delivery, which will be retried. */
  readonly notTaken: (number: number, url: string, about: NotTaken & { readonly reason: string }) => void
  readonly notKept: (error: unknown) => void
}

/** The response to a delivery, with the state of its forwarding. */
export interface Handled {
  readonly answer: ListenAnswer
  readonly forward?: ForwardState
}

const isTaken = (status: number): boolean => status >= 200 && status <= 299

// Statuses that are not due to the delivery: too slow, too early, too many.
const passing: ReadonlySet<number> = new Set([408, 425, 429])

const endOf = (sent: Forwarded): AttemptEnd => {
  if ('failure' in sent) return sent.failure === 'unreachable' ? 'unreachable' : 'failed'
  const { status } = sent.answer
  if (isTaken(status)) return 'taken'
  return status >= 400 && status <= 499 && !passing.has(status) ? 'refused' : 'failed'
}

const reasonOf = (sent: Forwarded): string => ('failure' in sent ? sent.message : outcomeOf(sent.answer))

const stateOf = (sent: Forwarded, otherwise: 'waiting' | 'failed', attempts: number): ForwardState => {
  const end = endOf(sent) === 'taken' ? 'delivered' : otherwise
  return {
    state: end,
    ...('answer' in sent && { status: sent.answer.status }),
    ...(end !== 'delivered' && { reason: reasonOf(sent) }),
    attempts,
    at: new Date().toISOString(),
  }
}

const failureStatus = { unreachable: 503, timeout: 504, broken: 502 } as const

const relayed = (sent: Forwarded): ListenAnswer => {
  if ('failure' in sent) return { status: failureStatus[sent.failure] }
  const { status: given, headers: lines, body } = sent.answer
  const passed = lines.filter(([name]) => /^(content-type|location|retry-after)$/i.test(name))
  // A bodiless or unknown status cannot be passed on.
  const status = given >= 200 && given <= 599 ? given : 502
  return {
    status,
    headers: Object.fromEntries(passed),
    ...(status === 204 || status === 304 ? {} : { body }),
  }
}

/** Forwards deliveries to one target. */
export class Forwarder {
  readonly #options: ForwarderOptions
  readonly #queue: ForwardQueue
  readonly #reasons = new Map<number, string>()

  constructor(options: ForwarderOptions) {
    const { url, events } = options
    this.#options = options
    this.#queue = new ForwardQueue({
      attempt: this.#attempt.bind(this),
      notTaken: (number, about) =>
        events.notTaken(number, url, { ...about, reason: this.#reasons.get(number) ?? 'no reason is known' }),
    })
  }

  /** Forwards a kept delivery in order, until the target accepts it. */
  take(number: number): void {
    this.#queue.push(number)
  }

  /** Forwards a delivery at once, and resolves to the response for its sender, which has to retry. */
  async relay(headers: HeaderLines, body: Uint8Array, isValid: boolean): Promise<Handled> {
    const sent = await this.#forward(headers, body, isValid)
    return { answer: relayed(sent), forward: stateOf(sent, 'failed', 1) }
  }

  /** Sends a kept delivery again. */
  async resend(kept: KeptDelivery): Promise<void> {
    const { url, events } = this.#options
    const sent = await this.#forwardKept(kept)
    const state = stateOf(sent, 'failed', (kept.forward?.attempts ?? 0) + 1)
    if (state.state === 'delivered') {
      this.#queue.remove(kept.number)
      await this.#note(kept.number, state)
    }
    events.forwarded(kept.number, url, state, true)
  }

  /** Removes a waiting delivery. */
  forget(number: number): void {
    this.#queue.remove(number)
  }

  /** Attempts all waiting deliveries now. */
  hurry(): void {
    this.#queue.hurry()
  }

  /** Ends the pending attempt; waiting deliveries stay kept. */
  async close(): Promise<void> {
    await this.#queue.close()
  }

  async #note(number: number, state: ForwardState): Promise<void> {
    await this.#options.store.note(number, state).catch(this.#options.events.notKept)
  }

  async #attempt(number: number, attempts: number, signal: AbortSignal): Promise<AttemptEnd> {
    const { store, url, events } = this.#options
    const kept = store.get(number)
    if (!kept || !isWaiting(kept)) return 'taken'
    const sent = await this.#forwardKept(kept, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (sent === undefined) return 'unreachable'
    const state = stateOf(sent, 'waiting', attempts)
    this.#reasons.set(number, reasonOf(sent))
    const isDelivered = state.state === 'delivered'
    // The user may have given it up or sent it again meanwhile; a failure changes nothing then.
    const now = store.get(number)
    if (isDelivered || (now && isWaiting(now))) await this.#note(number, state)
    if (isDelivered) {
      this.#reasons.delete(number)
      events.forwarded(number, url, state, false)
    }
    return endOf(sent)
  }

  #forwardKept(kept: KeptDelivery, signal?: AbortSignal): Promise<Forwarded> {
    const body = Buffer.from(kept.bodyBase64, 'base64')
    return this.#forward(kept.headers, body, kept.verdict === 'valid', signal)
  }

  /** The headers to send; an old valid signature is renewed, as in every retry of the service. */
  #headersOf(headers: HeaderLines, body: Uint8Array, isValid: boolean): HeaderLines {
    const { settings, key } = this.#options
    if (key === undefined || !isValid) return headers
    const age = signatureAge(headers, new Date()) ?? 0
    return settings.resign === true || age > settings.tolerance / 2 ? resigned(headers, body, key) : headers
  }

  #forward(
    headers: HeaderLines,
    body: Uint8Array,
    isValid: boolean,
    signal?: AbortSignal,
  ): Promise<Forwarded> {
    const { url, settings, connections: dispatcher } = this.#options
    const lines = this.#headersOf(headers, body, isValid)
    const timeoutMs = settings.forwardTimeout * 1000
    return forward({ headers: lines, body }, { url, timeoutMs, dispatcher, ...(signal && { signal }) })
  }
}
