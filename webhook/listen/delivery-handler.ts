import type { Examination } from '../examine/examine.js'
import { headerValue } from '../delivery/delivery.js'
import type { Incoming, ListenAnswer } from './receive/server.js'
import { messageTypeOf } from '../events/schemas.js'
import type { ForwardState, KeptDelivery } from './store/kept-delivery.js'
import type { DeliveryRecord } from './delivery-text.js'
import type { Forwarder, Handled } from './forward/forwarder.js'
import type { Forwarding } from './forward/forwarding.js'
import { SeenContents } from './seen-contents.js'
import type { DeliveryStore } from './store/delivery-store.js'
import { examineInDepth, type Verification, examineQuickly, verdictOf } from './verdict.js'

/** The means to judge, keep, forward and report deliveries. */
export interface HandlerOptions {
  readonly verification: Verification
  readonly store: DeliveryStore
  /** Forwards deliveries, if configured. */
  readonly forwarding: Forwarding | undefined
  /** Who retries a delivery that its target refuses. */
  readonly retries: 'listener' | 'sender'
  /** The response status where nothing is forwarded. */
  readonly answer: number | undefined
  readonly events: HandlerEvents
  /** The number of requests being read or answered. */
  readonly busy: () => number
}

/** Called when something happens. */
export interface HandlerEvents {
  /** A delivery will be reported, so later events about it have to wait. */
  readonly expected: (number: number) => void
  readonly delivery: (record: DeliveryRecord) => void
  readonly notKept: (error: unknown) => void
  /** Too many deliveries wait, so this one was refused. */
  readonly full: () => void
  /** A delivery was handled, but describing it failed. */
  readonly undescribed: (number: number, error: unknown) => void
}

type Kept = Handled & Pick<DeliveryRecord, 'isKept' | 'verdict'>

// The most waiting bodies, in base64, because they are in memory too; the sender keeps the rest.
const mostWaiting = 256 * 1024 * 1024

const begun = (): ForwardState => ({ state: 'waiting', attempts: 0, at: new Date().toISOString() })

/** Verifies, keeps, answers, forwards and reports deliveries. */
export class DeliveryHandler {
  readonly #options: HandlerOptions
  readonly #seen = new SeenContents()

  constructor(options: HandlerOptions) {
    this.#options = options
  }

  /** Handles one delivery and resolves to the response. */
  async handle(incoming: Incoming): Promise<ListenAnswer> {
    const { verification, store, forwarding, events } = this.#options
    const number = store.next()
    const found = await examineQuickly(verification, incoming)
    const forwarder = forwarding?.of(found.content.type)
    const handled = await this.#handled(incoming, found, forwarder)
    const kept = await this.#keep(number, incoming, verdictOf(verification, found), handled)
    events.expected(number)
    // It is on the disk, so from now on the listener is responsible for it.
    if (kept.forward?.state === 'waiting') forwarder?.take(number)
    const isIgnored = forwarding !== undefined && forwarder === undefined
    const ms = performance.now() - incoming.begun
    this.#report(incoming, found, { ...kept, number, isIgnored, ms }).catch((error: unknown) =>
      events.undescribed(number, error),
    )
    return kept.answer
  }

  async #handled(
    { headers, body }: Incoming,
    { valid }: Examination,
    forwarder: Forwarder | undefined,
  ): Promise<Handled> {
    const { verification, answer, forwarding, retries, store, events } = this.#options
    const isRefused = verification.secrets.length > 0 && !valid
    if (forwarder === undefined) {
      if (forwarding !== undefined) return { answer: { status: 200 } }
      return { answer: { status: answer ?? (isRefused ? 401 : 200) } }
    }
    // An invalid delivery is relayed to be refused by the target, and nobody retries it.
    if (retries === 'sender' || isRefused) return forwarder.relay(headers, body, valid)
    if (store.waiting.bytes <= mostWaiting) return { answer: { status: 200 }, forward: begun() }
    events.full()
    return { answer: { status: 503 }, forward: { ...begun(), state: 'failed', reason: 'too much waits' } }
  }

  async #keep(number: number, incoming: Incoming, verdict: string, handled: Handled): Promise<Kept> {
    const { method, path, headers, body, receivedAt } = incoming
    const delivery: KeptDelivery = {
      number,
      receivedAt: receivedAt.toISOString(),
      method,
      path,
      headers,
      bodyBase64: Buffer.from(body).toString('base64'),
      verdict,
      answered: handled.answer.status,
      ...(handled.forward && { forward: handled.forward }),
    }
    try {
      await this.#options.store.add(delivery)
      return { ...handled, verdict, isKept: true }
    } catch (error) {
      this.#options.events.notKept(error)
      const { forward } = handled
      // A relayed delivery has its response; others are refused, so that the sender retries.
      if (forward?.state === 'delivered' || forward?.state === 'failed')
        return { ...handled, verdict, isKept: false }
      const failed = forward && { forward: { ...forward, state: 'failed' as const, reason: 'not kept' } }
      return { answer: { status: 503 }, ...failed, verdict, isKept: false }
    }
  }

  async #report(
    incoming: Incoming,
    quick: Examination,
    { answer, forward, ...rest }: Kept & Pick<DeliveryRecord, 'number' | 'isIgnored' | 'ms'>,
  ): Promise<void> {
    const { verification, busy, events } = this.#options
    const isUnclear =
      verification.secrets.length > 0 && quick.mistakes.some(({ code }) => code === 'no-match')
    // The search takes a tenth of a second, which blocks other deliveries.
    const found = isUnclear && busy() <= 2 ? await examineInDepth(verification, incoming) : quick
    const { type, customerId, messageId, key } = quick.content
    events.delivery({
      ...rest,
      verdict: verdictOf(verification, found),
      time: incoming.receivedAt.toISOString(),
      type,
      messageType: type === undefined ? undefined : messageTypeOf(verification.document, type),
      customerId,
      messageId,
      webhookId: headerValue(incoming.headers, 'webhook-id'),
      bytes: incoming.body.length,
      age: found.age,
      answered: answer.status,
      forward,
      duplicateOf: this.#seen.earlier(await key(), rest.number),
      problems: found.problems.slice(0, 3).map(({ pointer, message }) => `${pointer}: ${message}`),
    })
  }
}
