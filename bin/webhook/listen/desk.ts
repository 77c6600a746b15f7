import { randomUUID } from 'node:crypto'
import {
  type Examination,
  forward,
  type Forwarded,
  type HeaderLines,
  headerValue,
  type Incoming,
  type ListenAnswer,
  messageTypeOf,
  RetryQueue,
  signedHeaders,
  timestampOf,
} from '../../../webhook/index.js'
import type { KeptDelivery, KeptForward } from './kept.js'
import type { Told } from './lines.js'
import type { ListenOptions } from './options.js'
import { SeenContents } from './seen.js'
import type { DeliveryStore } from './store.js'
import { explained, type Judge, quickly, verdictOf } from './verdict.js'

type Connections = Parameters<typeof forward>[1]['dispatcher']

/** What the desk works with. */
export interface DeskOptions {
  readonly judge: Judge
  readonly store: DeliveryStore
  readonly options: Pick<ListenOptions, 'whenDown' | 'answer' | 'resign' | 'forwardTimeout'>
  /** Where deliveries are sent on to. */
  readonly target: string | undefined
  readonly connections: Connections
  /** Types that are sent on; all without it. */
  readonly types: ReadonlySet<string> | undefined
  readonly tell: Tell
  /** Requests that are being read or answered. */
  readonly busy: () => number
}

/** Whom the desk tells what happens. */
export interface Tell {
  readonly delivery: (told: Told) => void
  /** A kept delivery was sent on, later or again. */
  readonly forwarded: (number: number, forward: KeptForward, again: boolean) => void
  /** The target is down: how many deliveries wait, and for how long. */
  readonly down: (count: number, waitMs: number) => void
  readonly notKept: (error: unknown) => void
  /** A delivery was taken and nothing can be said of it. */
  readonly untold: (number: number, error: unknown) => void
}

const nowText = (): string => new Date().toISOString()

const keptForward = (sent: Forwarded): KeptForward => {
  if ('answer' in sent) return { state: 'answered', status: sent.answer.status, at: nowText() }
  return { state: 'failed', reason: sent.message, at: nowText() }
}

const passedOn = ({
  answer,
}: {
  readonly answer: { status: number; headers: HeaderLines; body: Buffer }
}): ListenAnswer => {
  const headers = Object.fromEntries(
    answer.headers.filter(([name]) => /^(content-type|location|retry-after)$/i.test(name)),
  )
  // A status without a body, or one that HTTP has no place for here, is no answer to pass on.
  const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502
  return { status, headers, ...(status === 204 || status === 304 ? {} : { body: answer.body }) }
}

interface Sent {
  readonly answer: ListenAnswer
  readonly forward?: KeptForward
}

/** Takes deliveries: judges, sends on, keeps, answers and tells. */
export class ListenDesk {
  readonly #is: DeskOptions
  readonly #queue: RetryQueue<number>
  readonly #seen = new SeenContents()

  constructor(options: DeskOptions) {
    this.#is = options
    this.#queue = new RetryQueue({
      attempt: async (number, signal) => ((await this.#later(number, signal)) ? 'done' : 'down'),
      waiting: options.tell.down,
    })
  }

  /** Deliveries that wait for the target. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Takes up what an earlier listener could not send on; resolves to how many. */
  resume(): number {
    if (this.#is.target === undefined) return 0
    const left = this.#is.store.all().filter((one) => one.forward?.state === 'waiting')
    for (const { number } of left) this.#queue.push(number)
    return left.length
  }

  /** Sends a kept delivery once more. */
  async again(number: number): Promise<Forwarded | undefined> {
    const kept = this.#is.store.get(number)
    if (!kept || this.#is.target === undefined) return undefined
    const sent = await this.#forward(kept.headers, Buffer.from(kept.bodyBase64, 'base64'))
    const note = keptForward(sent)
    await this.#is.store.note(number, note).catch(this.#is.tell.notKept)
    this.#is.tell.forwarded(number, note, true)
    return sent
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  /** Takes one delivery and resolves to how it is answered. */
  async take(incoming: Incoming): Promise<ListenAnswer> {
    const { judge, store, tell } = this.#is
    const number = store.next()
    const found = await quickly(judge, incoming)
    const isIgnored = this.#isIgnored(found.content.type)
    const sent = isIgnored ? { answer: { status: 200 } } : await this.#send(incoming, found)
    const verdict = verdictOf(judge, found)
    const keeping = await this.#keep(number, incoming, verdict, sent)
    if (keeping.forward?.state === 'waiting') this.#queue.push(number)
    const ms = performance.now() - incoming.begun
    void this.#tell(incoming, found, { ...keeping, number, isIgnored, ms }).catch((error: unknown) =>
      tell.untold(number, error),
    )
    return keeping.answer
  }

  #isIgnored(type: string | undefined): boolean {
    const { types } = this.#is
    // A ping is always on (Events, registering).
    return types !== undefined && type !== 'ping' && (type === undefined || !types.has(type))
  }

  async #send(incoming: Incoming, found: Examination): Promise<Sent> {
    const { target, options, judge } = this.#is
    if (target === undefined) {
      const refused = judge.secrets.length > 0 && !found.valid
      return { answer: { status: options.answer ?? (refused ? 401 : 200) } }
    }
    // What came before goes first.
    if (this.#queue.size > 0 && options.whenDown === 'keep') return this.#held('others wait before it')
    const sent = await this.#forward(incoming.headers, incoming.body)
    if ('answer' in sent) return { answer: passedOn(sent), forward: keptForward(sent) }
    if (sent.failure === 'timeout') return { answer: { status: 504 }, forward: keptForward(sent) }
    if (options.whenDown === 'keep') return this.#held(sent.message)
    return { answer: { status: sent.failure === 'unreachable' ? 503 : 502 }, forward: keptForward(sent) }
  }

  #held(reason: string): Sent {
    return { answer: { status: 200 }, forward: { state: 'waiting', reason, at: nowText() } }
  }

  #forward(headers: HeaderLines, body: Uint8Array, signal?: AbortSignal): Promise<Forwarded> {
    const { target = '', options, connections } = this.#is
    const signed = options.resign === true ? this.#resigned(headers, body) : headers
    const more = { ...(signal && { signal }), ...(connections && { dispatcher: connections }) }
    return forward(
      { headers: signed, body },
      { url: target, timeoutMs: options.forwardTimeout * 1000, ...more },
    )
  }

  #resigned(headers: HeaderLines, body: Uint8Array): HeaderLines {
    const [secret] = this.#is.judge.secrets
    if (!secret) return headers
    const fresh = signedHeaders(randomUUID(), {
      timestamp: timestampOf(new Date()),
      body,
      secret: secret.value,
    })
    const others = headers.filter(([name]) => !Object.hasOwn(fresh, name.toLowerCase()))
    return [...others, ...Object.entries(fresh)]
  }

  /** Sends on what waits; false while the target is down. */
  async #later(number: number, signal: AbortSignal): Promise<boolean> {
    const { store, tell } = this.#is
    const kept = store.get(number)
    if (!kept) return true
    const sent = await this.#forward(kept.headers, Buffer.from(kept.bodyBase64, 'base64'), signal)
    if ('failure' in sent && sent.failure !== 'timeout') return false
    const note = keptForward(sent)
    await store.note(number, note).catch(tell.notKept)
    tell.forwarded(number, note, false)
    return true
  }

  /** Keeps a delivery. One that waits and cannot be kept is refused instead, so that the sender tries again. */
  async #keep(
    number: number,
    { method, path, headers, body, receivedAt }: Incoming,
    verdict: string,
    { answer, forward: onward }: Sent,
  ): Promise<Sent & { readonly isKept: boolean; readonly verdict: string }> {
    const delivery: KeptDelivery = {
      number,
      receivedAt: receivedAt.toISOString(),
      method,
      path,
      headers,
      bodyBase64: Buffer.from(body).toString('base64'),
      verdict,
      answered: answer.status,
      ...(onward && { forward: onward }),
    }
    try {
      await this.#is.store.add(delivery)
      return { answer, verdict, isKept: true, ...(onward && { forward: onward }) }
    } catch (error) {
      this.#is.tell.notKept(error)
      const failed = onward && {
        ...onward,
        ...(onward.state === 'waiting' ? { state: 'failed' as const } : {}),
      }
      const status = onward?.state === 'waiting' ? { status: 503 } : answer
      return { answer: status, verdict, isKept: false, ...(failed && { forward: failed }) }
    }
  }

  async #tell(
    incoming: Incoming,
    quick: Examination,
    kept: Sent & Pick<Told, 'number' | 'isKept' | 'verdict' | 'isIgnored' | 'ms'>,
  ): Promise<void> {
    const { judge, busy, tell } = this.#is
    const isSigned = judge.secrets.length > 0
    const unclear = isSigned && !quick.valid && quick.mistakes.some(({ code }) => code === 'no-match')
    const found = unclear && busy() <= 2 ? await explained(judge, incoming) : quick
    const { type, customerId, messageId, key } = quick.content
    const { answer, forward: onward, ...rest } = kept
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
      forward: onward,
      duplicateOf: this.#seen.earlier(await key(), kept.number),
      problems: found.problems.slice(0, 3).map(({ pointer, message }) => `${pointer}: ${message}`),
    })
  }
}
