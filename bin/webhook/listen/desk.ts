import {
  type Examination,
  headerValue,
  type Incoming,
  type ListenAnswer,
  messageTypeOf,
} from '../../../webhook/index.js'
import type { KeptDelivery } from './kept.js'
import type { Told } from './lines.js'
import type { Onward, Sent } from './onward.js'
import { SeenContents } from './seen.js'
import type { DeliveryStore } from './store.js'
import { explained, type Judge, quickly, verdictOf } from './verdict.js'

/** What the desk works with. */
export interface DeskOptions {
  readonly judge: Judge
  readonly store: DeliveryStore
  /** How deliveries are sent on; they are not without it. */
  readonly onward: Onward | undefined
  /** What is answered where nothing is sent on. */
  readonly answer: number | undefined
  /** Types that are sent on; all without it. */
  readonly types: ReadonlySet<string> | undefined
  readonly tell: DeskTell
  /** Requests that are being read or answered. */
  readonly busy: () => number
}

/** Whom the desk tells what happens. */
export interface DeskTell {
  readonly delivery: (told: Told) => void
  readonly notKept: (error: unknown) => void
  /** A delivery was taken and nothing can be said of it. */
  readonly untold: (number: number, error: unknown) => void
}

type Kept = Sent & Pick<Told, 'isKept' | 'verdict'>

// One that waits and cannot be kept is refused, so that the sender tries again.
const unkept = ({ answer, forward }: Sent): Sent => {
  if (forward?.state !== 'waiting') return { answer, ...(forward && { forward }) }
  return { answer: { status: 503 }, forward: { ...forward, state: 'failed' } }
}

/** Takes deliveries: judges, sends on, keeps, answers and tells. */
export class ListenDesk {
  readonly #is: DeskOptions
  readonly #seen = new SeenContents()

  constructor(options: DeskOptions) {
    this.#is = options
  }

  /** Takes up what an earlier listener could not send on; resolves to how many. */
  resume(): number {
    const { store, onward } = this.#is
    if (!onward) return 0
    const left = store.all().filter(({ forward }) => forward?.state === 'waiting')
    for (const { number } of left) onward.wait(number)
    return left.length
  }

  /** Takes one delivery and resolves to how it is answered. */
  async take(incoming: Incoming): Promise<ListenAnswer> {
    const { judge, store, onward, tell } = this.#is
    const number = store.next()
    const found = await quickly(judge, incoming)
    const isIgnored = this.#isIgnored(found.content.type)
    const sent = isIgnored ? { answer: { status: 200 } } : await this.#sent(incoming, found)
    const kept = await this.#keep(number, incoming, verdictOf(judge, found), sent)
    if (kept.forward?.state === 'waiting') onward?.wait(number)
    const ms = performance.now() - incoming.begun
    this.#tell(incoming, found, { ...kept, number, isIgnored, ms }).catch((error: unknown) =>
      tell.untold(number, error),
    )
    return kept.answer
  }

  #isIgnored(type: string | undefined): boolean {
    const { types } = this.#is
    // A ping is always on (Events, registering).
    return types !== undefined && type !== 'ping' && (type === undefined || !types.has(type))
  }

  #sent({ headers, body }: Incoming, { valid }: Examination): Promise<Sent> {
    const { onward, answer, judge } = this.#is
    if (onward) return onward.send(headers, body)
    const refused = judge.secrets.length > 0 && !valid
    return Promise.resolve({ answer: { status: answer ?? (refused ? 401 : 200) } })
  }

  async #keep(number: number, incoming: Incoming, verdict: string, sent: Sent): Promise<Kept> {
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
      await this.#is.store.add(delivery)
      return { ...sent, verdict, isKept: true }
    } catch (error) {
      this.#is.tell.notKept(error)
      return { ...unkept(sent), verdict, isKept: false }
    }
  }

  async #tell(
    incoming: Incoming,
    quick: Examination,
    { answer, forward, ...rest }: Kept & Pick<Told, 'number' | 'isIgnored' | 'ms'>,
  ): Promise<void> {
    const { judge, busy, tell } = this.#is
    const isUnclear = judge.secrets.length > 0 && quick.mistakes.some(({ code }) => code === 'no-match')
    // To find out takes a tenth of a second, in which others would wait.
    const found = isUnclear && busy() <= 2 ? await explained(judge, incoming) : quick
    const { type, customerId, messageId, key } = quick.content
    tell.delivery({
      ...rest,
      verdict: verdictOf(judge, found),
      time: incoming.receivedAt.toISOString(),
      type,
      messageType: type === undefined ? undefined : messageTypeOf(judge.document, type),
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
