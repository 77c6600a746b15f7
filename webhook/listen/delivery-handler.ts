import type { Examination } from '../examine/examine.js'
import { headerValue } from '../delivery/delivery.js'
import type { Incoming, ListenAnswer } from './receive/server.js'
import { messageTypeOf } from '../events/schemas.js'
import type { KeptDelivery } from './store/kept-delivery.js'
import type { DeliveryRecord } from './delivery-text.js'
import type { Forwarder, Handled } from './forward/forwarder.js'
import { SeenContents } from './seen-contents.js'
import type { DeliveryStore } from './store/delivery-store.js'
import { examineInDepth, type Verification, examineQuickly, verdictOf } from './verdict.js'

/** How deliveries are judged, kept, forwarded and reported. */
export interface HandlerOptions {
  readonly verification: Verification
  readonly store: DeliveryStore
  /** Forwards deliveries; they are not forwarded without it. */
  readonly forwarder: Forwarder | undefined
  /** The status of answers where nothing is forwarded. */
  readonly answer: number | undefined
  /** Types that are forwarded; all without it. */
  readonly types: ReadonlySet<string> | undefined
  readonly events: HandlerEvents
  /** Requests that are being read or answered. */
  readonly busy: () => number
}

/** Called when something happens. */
export interface HandlerEvents {
  readonly delivery: (record: DeliveryRecord) => void
  readonly notKept: (error: unknown) => void
  /** A delivery was handled, and describing it failed. */
  readonly undescribed: (number: number, error: unknown) => void
}

type Kept = Handled & Pick<DeliveryRecord, 'isKept' | 'verdict'>

// One that waits and cannot be kept is refused, so that the sender tries again.
const unkept = ({ answer, forward }: Handled): Handled => {
  if (forward?.state !== 'waiting') return { answer, ...(forward && { forward }) }
  return { answer: { status: 503 }, forward: { ...forward, state: 'failed' } }
}

/** Handles deliveries: verifies, forwards, keeps, answers and reports them. */
export class DeliveryHandler {
  readonly #options: HandlerOptions
  readonly #seen = new SeenContents()

  constructor(options: HandlerOptions) {
    this.#options = options
  }

  /** Takes up deliveries that an earlier listener could not forward; resolves to how many. */
  resume(): number {
    const { store, forwarder } = this.#options
    if (!forwarder) return 0
    const left = store.all().filter(({ forward }) => forward?.state === 'waiting')
    for (const { number } of left) forwarder.wait(number)
    return left.length
  }

  /** Handles one delivery and resolves to its answer. */
  async handle(incoming: Incoming): Promise<ListenAnswer> {
    const { verification, store, forwarder, events } = this.#options
    const number = store.next()
    const found = await examineQuickly(verification, incoming)
    const isIgnored = this.#isIgnored(found.content.type)
    const sent = isIgnored ? { answer: { status: 200 } } : await this.#sent(incoming, found)
    const kept = await this.#keep(number, incoming, verdictOf(verification, found), sent)
    if (kept.forward?.state === 'waiting') forwarder?.wait(number)
    const ms = performance.now() - incoming.begun
    this.#report(incoming, found, { ...kept, number, isIgnored, ms }).catch((error: unknown) =>
      events.undescribed(number, error),
    )
    return kept.answer
  }

  #isIgnored(type: string | undefined): boolean {
    const { types } = this.#options
    // A ping is always on (Events, registering).
    return types !== undefined && type !== 'ping' && (type === undefined || !types.has(type))
  }

  #sent({ headers, body }: Incoming, { valid }: Examination): Promise<Handled> {
    const { forwarder, answer, verification } = this.#options
    if (forwarder) return forwarder.send(headers, body)
    const refused = verification.secrets.length > 0 && !valid
    return Promise.resolve({ answer: { status: answer ?? (refused ? 401 : 200) } })
  }

  async #keep(number: number, incoming: Incoming, verdict: string, sent: Handled): Promise<Kept> {
    const { method, path, headers, body, receivedAt } = incoming
    const delivery: KeptDelivery = {
      number,
      receivedAt: receivedAt.toISOString(),
      method,
      path,
      headers,
      bodyBase64: Buffer.from(body).toString('base64'),
      verdict,
      answered: sent.answer.status,
      ...(sent.forward && { forward: sent.forward }),
    }
    try {
      await this.#options.store.add(delivery)
      return { ...sent, verdict, isKept: true }
    } catch (error) {
      this.#options.events.notKept(error)
      return { ...unkept(sent), verdict, isKept: false }
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
