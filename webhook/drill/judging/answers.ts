import { isTaken } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'

/** A case that a receiver broke at, twice in a row. */
export interface Thrown {
  /** `<rule without its area>/<case>`. */
  readonly key: string
  readonly description: string
  readonly sent: SentDelivery
}

/** Manners of refusing that are no 4xx. */
export type Manner = 'silent' | 'closed' | 'redirect' | 'unavailable'

/** True for a connection that ended without an answer, though it stood and there was time left. */
export function isClosed({ status, isLate = false, connected }: SentDelivery['reply']): boolean {
  return status === undefined && connected && !isLate
}

// Servers say so on purpose: that something is not implemented, or that they are not available now.
const deliberate = new Set([501, 503])

/** True for what a server answers, or does not, when the code behind it throws. */
export function isThrown({ reply }: SentDelivery): boolean {
  const { status = 0 } = reply
  return isClosed(reply) || (status >= 500 && !deliberate.has(status))
}

const mannerOf = ({ reply }: SentDelivery): Manner | undefined => {
  const { status, isLate = false } = reply
  if (status === undefined) return isLate ? 'silent' : isClosed(reply) ? 'closed' : undefined
  if (status >= 300 && status < 400) return 'redirect'
  return deliberate.has(status) ? 'unavailable' : undefined
}

/** Answers to single deliveries, by which the receiver as a whole is judged. */
export class Answers {
  readonly #others: SentDelivery[] = []
  readonly #late: SentDelivery[] = []
  readonly #lateMs: number
  readonly #manners: Record<Manner, SentDelivery[]> = {
    silent: [],
    closed: [],
    redirect: [],
    unavailable: [],
  }
  readonly #thrown: Thrown[] = []
  #refusals = 0
  #statuses = 0
  #taken = 0
  #slowestMs = 0

  /** @param lateMs from how many milliseconds on an answer is late */
  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  /** Notes the answer to a delivery that has to be refused. */
  noteRefusal(sent: SentDelivery): void {
    this.#refusals++
    if (sent.reply.status !== undefined) this.#statuses++
    const manner = mannerOf(sent)
    if (manner !== undefined) this.#manners[manner].push(sent)
  }

  /** Notes the answer to a valid delivery. */
  note(sent: SentDelivery, isSlowed: boolean): void {
    if (!isTaken(sent.reply)) return
    this.#taken++
    if (sent.reply.status !== 200) this.#others.push(sent)
    if (isSlowed) return
    this.#slowestMs = Math.max(this.#slowestMs, sent.reply.durationMs)
    if (sent.reply.durationMs > this.#lateMs) this.#late.push(sent)
  }

  /** Notes a case that the receiver broke at. */
  noteThrown(thrown: Thrown): void {
    this.#thrown.push(thrown)
  }

  /** Cases that the receiver broke at. Where it answers no refusal at all, closing is its manner of refusing. */
  get thrown(): readonly Thrown[] {
    return this.#statuses > 0 ? this.#thrown : this.#thrown.filter(({ sent }) => !isClosed(sent.reply))
  }

  /** How many there were. */
  get taken(): number {
    return this.#taken
  }

  get slowestMs(): number {
    return this.#slowestMs
  }

  /** Those with a status other than 200. */
  get others(): readonly SentDelivery[] {
    return this.#others
  }

  /** How many deliveries were to be refused. */
  get refusals(): number {
    return this.#refusals
  }

  /** Those of them that got no answer. */
  get silent(): readonly SentDelivery[] {
    return this.#manners.silent
  }

  /** Those that were refused otherwise than with a 4xx, by manner. A single connection may be closed by chance. */
  get manners(): Readonly<Record<Manner, readonly SentDelivery[]>> {
    const { closed, ...others } = this.#manners
    return { ...others, closed: this.#statuses === 0 && closed.length > 1 ? closed : [] }
  }

  get late(): readonly SentDelivery[] {
    return this.#late
  }
}
