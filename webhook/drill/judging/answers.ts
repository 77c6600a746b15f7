import { isTaken } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'

/** Answers to single deliveries, by which the receiver as a whole is judged. */
export class Answers {
  readonly #others: SentDelivery[] = []
  readonly #late: SentDelivery[] = []
  readonly #lateMs: number
  readonly #silent: SentDelivery[] = []
  #refusals = 0
  #taken = 0
  #slowestMs = 0

  /** @param lateMs from how many milliseconds on an answer is late */
  constructor(lateMs: number) {
    this.#lateMs = lateMs
  }

  /** Notes the answer to a delivery that has to be refused. */
  noteRefusal(sent: SentDelivery): void {
    this.#refusals++
    if (sent.reply.status === undefined && sent.reply.isLate) this.#silent.push(sent)
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
    return this.#silent
  }

  get late(): readonly SentDelivery[] {
    return this.#late
  }
}
