import {
  forward,
  type Forwarded,
  type HeaderLines,
  type ListenAnswer,
  RetryQueue,
} from '../../../webhook/index.js'
import type { KeptForward } from './kept.js'
import type { ListenOptions } from './options.js'
import { signedAnew } from './sign-anew.js'
import type { DeliveryStore } from './store.js'

type Connections = Parameters<typeof forward>[1]['dispatcher']

/** Where deliveries are sent on to, and how. */
export interface OnwardOptions {
  readonly target: string
  readonly options: Pick<ListenOptions, 'whenDown' | 'resign' | 'forwardTimeout'>
  /** The secret that `--resign` signs under. */
  readonly secret: string | undefined
  readonly store: DeliveryStore
  readonly connections: NonNullable<Connections>
  readonly tell: OnwardTell
}

/** Who is told what becomes of deliveries that were not sent on at once. */
export interface OnwardTell {
  /** A kept delivery was sent on, later or again. */
  readonly forwarded: (number: number, forward: KeptForward, again: boolean) => void
  /** The target is down: how many deliveries wait, and for how long. */
  readonly down: (count: number, waitMs: number) => void
  readonly notKept: (error: unknown) => void
}

/** How a delivery is answered, and what became of sending it on. */
export interface Sent {
  readonly answer: ListenAnswer
  readonly forward?: KeptForward
}

const mostBroken = 5

const nowText = (): string => new Date().toISOString()

const keptForward = (sent: Forwarded): KeptForward => {
  if ('answer' in sent) return { state: 'answered', status: sent.answer.status, at: nowText() }
  return { state: 'failed', reason: sent.message, at: nowText() }
}

const held = (reason: string): Sent => ({
  answer: { status: 200 },
  forward: { state: 'waiting', reason, at: nowText() },
})

const passedOn = ({ answer }: Extract<Forwarded, { readonly answer: unknown }>): ListenAnswer => {
  const headers = Object.fromEntries(
    answer.headers.filter(([name]) => /^(content-type|location|retry-after)$/i.test(name)),
  )
  // A status without a body, or one that HTTP has no place for here, is no answer to pass on.
  const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502
  return { status, headers, ...(status === 204 || status === 304 ? {} : { body: answer.body }) }
}

/** Sends deliveries on to a target, at once or when it is back. */
export class Onward {
  readonly #is: OnwardOptions
  readonly #queue: RetryQueue<number>
  readonly #broken = new Map<number, number>()

  constructor(options: OnwardOptions) {
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

  /** Takes a kept delivery to those that wait. */
  wait(number: number): void {
    this.#queue.push(number)
  }

  /** Sends a delivery on at once, and says how it is answered: as the target does, where that is up. */
  async send(headers: HeaderLines, body: Uint8Array): Promise<Sent> {
    const { whenDown } = this.#is.options
    // What came before goes first.
    if (this.#queue.size > 0 && whenDown === 'keep') return held('others wait before it')
    const sent = await this.#forward(headers, body)
    if ('answer' in sent) return { answer: passedOn(sent), forward: keptForward(sent) }
    // It may have been taken: the sender decides whether it comes again.
    if (sent.failure === 'timeout') return { answer: { status: 504 }, forward: keptForward(sent) }
    if (whenDown === 'keep') return held(sent.message)
    return { answer: { status: sent.failure === 'unreachable' ? 503 : 502 }, forward: keptForward(sent) }
  }

  /** Sends a kept delivery once more. */
  async again(number: number): Promise<void> {
    const { store, tell } = this.#is
    const kept = store.get(number)
    if (!kept) return
    await this.#noted(
      number,
      await this.#forward(kept.headers, Buffer.from(kept.bodyBase64, 'base64')),
      true,
      tell,
    )
  }

  /** Ends what is under way; what waits stays kept. */
  async close(): Promise<void> {
    await this.#queue.close()
    await this.#is.connections.destroy()
  }

  async #noted(number: number, sent: Forwarded, again: boolean, tell: OnwardTell): Promise<void> {
    const note = keptForward(sent)
    await this.#is.store.note(number, note).catch(tell.notKept)
    tell.forwarded(number, note, again)
  }

  #forward(headers: HeaderLines, body: Uint8Array, signal?: AbortSignal): Promise<Forwarded> {
    const { target: url, options, secret, connections } = this.#is
    const isAnew = options.resign === true && secret !== undefined
    const more = { dispatcher: connections, ...(signal && { signal }) }
    return forward(
      { headers: isAnew ? signedAnew(headers, body, secret) : headers, body },
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

  /** Sends on what waits; false while the target is down. */
  async #later(number: number, signal: AbortSignal): Promise<boolean> {
    const { store, tell } = this.#is
    const kept = store.get(number)
    if (!kept) return true
    const sent = await this.#forward(kept.headers, Buffer.from(kept.bodyBase64, 'base64'), signal)
    if ('failure' in sent && sent.failure !== 'timeout' && !this.#isHopeless(number, sent)) return false
    this.#broken.delete(number)
    await this.#noted(number, sent, false, tell)
    return true
  }
}
