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

/** How deliveries are judged, kept, forwarded and reported. */
export interface HandlerOptions {
  readonly verification: Verification
  readonly store: DeliveryStore
  /** Forwards deliveries; they are not forwarded without it. */
  readonly forwarding: Forwarding | undefined
  /** Who makes further attempts where a target does not take a delivery. */
  readonly retries: 'listener' | 'sender'
  /** The status of answers where nothing is forwarded. */
  readonly answer: number | undefined
  readonly events: HandlerEvents
  /** Requests that are being read or answered. */
  readonly busy: () => number
}

/** Called when something happens. */
export interface HandlerEvents {
  /** A delivery will be reported: what becomes of it is said behind that. */
  readonly expected: (number: number) => void
  readonly delivery: (record: DeliveryRecord) => void
  readonly notKept: (error: unknown) => void
  /** More waits than is kept: the delivery was refused. */
  readonly full: () => void
  /** A delivery was handled, and describing it failed. */
  readonly undescribed: (number: number, error: unknown) => void
}

type Kept = Handled & Pick<DeliveryRecord, 'isKept' | 'verdict'>

// Bodies that wait, in base64. They are in memory as well; the sender keeps what is more.
const mostWaiting = 256 * 1024 * 1024

const begun = (): ForwardState => ({ state: 'waiting', attempts: 0, at: new Date().toISOString() })

/** Handles deliveries: verifies, keeps, answers, forwards and reports them. */
export class DeliveryHandler {
  readonly #options: HandlerOptions
  readonly #seen = new SeenContents()

  constructor(options: HandlerOptions) {
    this.#options = options
  }

  /** Handles one delivery and resolves to its answer. */
  async handle(incoming: Incoming): Promise<ListenAnswer> {
    const { verification, store, forwarding, events } = this.#options
    const number = store.next()
    const found = await examineQuickly(verification, incoming)
    const forwarder = forwarding?.of(found.content.type)
    const handled = await this.#handled(incoming, found, forwarder)
    const kept = await this.#keep(number, incoming, verdictOf(verification, found), handled)
    events.expected(number)
    // It is on the disk by now: from here on the listener answers for it.
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
    // What is not valid is for the target to refuse, and nobody answers for it.
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
      // What was relayed has its answer; everything else is refused, so that the sender tries again.
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
    // To find out takes a tenth of a second, in which others would wait.
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
