import { headerValue } from '../delivery/delivery.js'
import type { WebhookDocument } from '../events/documents.js'
import { messageTypeOf } from '../events/events.js'
import { type Examination, examine } from '../examine/examine.js'
import type { NamedSecret } from '../examine/keys.js'
import type { Forwarded, Forwarder } from './forward.js'
import type { DeliveryLog } from './log.js'
import type { ListenOptions } from './options.js'
import type { Incoming, ListenAnswer } from './server.js'
import type { DeliveryRecord } from './reporter.js'

/** The means to judge deliveries. */
interface Verification {
  readonly secrets: readonly NamedSecret[]
  readonly document: WebhookDocument
  readonly options: Pick<ListenOptions, 'secretAs' | 'tolerance'>
}

/** The means to judge, forward, keep and report deliveries. */
interface HandlerOptions {
  readonly verification: Verification
  readonly log: DeliveryLog
  readonly forwarder: Forwarder | undefined
  /** The response status where nothing is forwarded. */
  readonly answer: number | undefined
  readonly delivered: (record: DeliveryRecord) => void
  /** A delivery was answered, but describing it failed. */
  readonly undescribed: (number: number, error: unknown) => void
  /** The number of requests being read or answered. */
  readonly busy: () => number
}

type Handled = Pick<DeliveryRecord, 'number' | 'answered' | 'ms' | 'forward' | 'isIgnored' | 'isKept'>

// About a tenth of a second, during which other deliveries wait.
const smallBudget = { tries: 15_000, bytes: 32 * 1024 * 1024 }
const mostSeen = 10_000

const judgeDelivery = (verification: Verification, delivery: Incoming, explain: boolean) => {
  const { secrets, document, options } = verification
  const { secretAs: secretForm, tolerance } = options
  const at = delivery.receivedAt
  return examine(delivery, { secrets, document, secretForm, tolerance, at, explain, budget: smallBudget })
}

/** The verdict in a few words, for the log and for output. */
const verdictOf = ({ secrets }: Verification, { valid, mistakes }: Examination): string => {
  if (secrets.length === 0) return 'not verified'
  return valid ? 'valid' : mistakes.map(({ code }) => code).join(', ')
}

/** Verifies, forwards, keeps, answers and reports deliveries. */
export class DeliveryHandler {
  readonly #options: HandlerOptions
  // Numbers of earlier deliveries, by the key that repetitions share.
  readonly #seen = new Map<string, number>()

  constructor(options: HandlerOptions) {
    this.#options = options
  }

  async handle(incoming: Incoming): Promise<ListenAnswer> {
    const { verification, log, forwarder, undescribed } = this.#options
    const number = log.next()
    const found = await judgeDelivery(verification, incoming, false)
    const target = forwarder?.urlFor(found.content.type)
    const sent: Partial<Forwarded> =
      forwarder && target !== undefined ? await forwarder.send(target, incoming) : {}
    const answer = sent.answer ?? { status: this.#statusOf(found) }
    const forward = sent.forward && { forward: sent.forward }
    const { method, path, headers, body, receivedAt } = incoming
    const isKept = await log.add({
      number,
      receivedAt: receivedAt.toISOString(),
      method,
      path,
      headers,
      bodyBase64: Buffer.from(body).toString('base64'),
      verdict: verdictOf(verification, found),
      answered: answer.status,
      ...forward,
    })
    const ms = performance.now() - incoming.begun
    const isIgnored = forwarder !== undefined && target === undefined
    const handled = { number, answered: answer.status, ms, forward: sent.forward, isIgnored, isKept }
    this.#report(incoming, found, handled).catch((error: unknown) => undescribed(number, error))
    return answer
  }

  #statusOf({ valid }: Examination): number {
    const { verification, answer, forwarder } = this.#options
    if (forwarder !== undefined) return 200
    return answer ?? (verification.secrets.length > 0 && !valid ? 401 : 200)
  }

  /** The number of the first delivery with the same content; records this one if there is none. */
  #earlier(key: string | undefined, number: number): number | undefined {
    if (key === undefined) return undefined
    const first = this.#seen.get(key)
    if (first !== undefined) return first
    this.#seen.set(key, number)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > mostSeen && oldest !== undefined) this.#seen.delete(oldest)
    return undefined
  }

  async #report(incoming: Incoming, quick: Examination, handled: Handled): Promise<void> {
    const { verification, busy, delivered } = this.#options
    const isUnclear = quick.mistakes.some(({ code }) => code === 'no-match')
    // The search takes a tenth of a second, which blocks other deliveries.
    const found = isUnclear && busy() <= 2 ? await judgeDelivery(verification, incoming, true) : quick
    const { type, customerId, messageId, key } = quick.content
    delivered({
      ...handled,
      verdict: verdictOf(verification, found),
      time: incoming.receivedAt.toISOString(),
      type,
      messageType: type === undefined ? undefined : messageTypeOf(verification.document, type),
      customerId,
      messageId,
      webhookId: headerValue(incoming.headers, 'webhook-id'),
      bytes: incoming.body.length,
      age: found.age,
      duplicateOf: this.#earlier(await key(), handled.number),
      problems: found.problems.slice(0, 3).map(({ pointer, message }) => `${pointer}: ${message}`),
    })
  }
}
