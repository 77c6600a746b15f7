import { isTaken } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'

/** A case that broke the receiver twice in a row. */
export interface Thrown {
  /** `<rule without its area>/<case>`. */
  readonly key: string
  readonly description: string
  readonly sent: SentDelivery
}

/** Ways to refuse without a 4xx. */
export type Manner = 'silent' | 'closed' | 'redirect' | 'unavailable'

/** True for an established connection that ended without a response before the time limit. */
export function isClosed({ status, isLate = false, connected }: SentDelivery['reply']): boolean {
  return status === undefined && connected && !isLate
}

// Servers send these deliberately: not implemented, or unavailable.
const deliberate = new Set([501, 503])

/** True for a response, or a missing one, that indicates an uncaught exception. */
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

/** Responses to single deliveries, which judge the receiver as a whole. */
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

  /** @param lateMs the duration from which a response is late */
  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  /** Records the response to a delivery that must be refused. */
  noteRefusal(sent: SentDelivery): void {
    this.#refusals++
    if (sent.reply.status !== undefined) this.#statuses++
    const manner = mannerOf(sent)
    if (manner !== undefined) this.#manners[manner].push(sent)
  }

  /** Records the response to a valid delivery. */
  note(sent: SentDelivery, isSlowed: boolean): void {
    if (!isTaken(sent.reply)) return
    this.#taken++
    if (sent.reply.status !== 200) this.#others.push(sent)
    if (isSlowed) return
    this.#slowestMs = Math.max(this.#slowestMs, sent.reply.durationMs)
    if (sent.reply.durationMs > this.#lateMs) this.#late.push(sent)
  }

  /** Records a case that broke the receiver. */
  noteThrown(thrown: Thrown): void {
    this.#thrown.push(thrown)
  }

  /**
   * Cases that broke the receiver. If it never responds to refused deliveries, a closed connection is its way to
   * refuse.
   */
  get thrown(): readonly Thrown[] {
    return this.#statuses > 0 ? this.#thrown : this.#thrown.filter(({ sent }) => !isClosed(sent.reply))
  }

  /** The number of acknowledged deliveries. */
  get taken(): number {
    return this.#taken
  }

  get slowestMs(): number {
    return this.#slowestMs
  }

  /** Acknowledged deliveries with a status other than 200. */
  get others(): readonly SentDelivery[] {
    return this.#others
  }

  /** The number of deliveries that had to be refused. */
  get refusals(): number {
    return this.#refusals
  }

  /** Refused deliveries without a response. */
  get silent(): readonly SentDelivery[] {
    return this.#manners.silent
  }

  /** Refused deliveries without a 4xx, by manner. A single closed connection may be a coincidence. */
  get manners(): Readonly<Record<Manner, readonly SentDelivery[]>> {
    const { closed, ...others } = this.#manners
    return { ...others, closed: this.#statuses === 0 && closed.length > 1 ? closed : [] }
  }

  get late(): readonly SentDelivery[] {
    return this.#late
  }
}
