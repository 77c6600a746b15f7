import type { Answers } from './judging/answers.js'
import { type Outcome, outcomeFrom, type Violation } from './rules/rule.js'
import type { DeliveryFactory } from './sending/delivery.js'
import { isClosed, isServerError, isAcknowledged, replyText } from '../delivery/request.js'
import { type Sender, ifTime, type SentDelivery } from './sending/sender.js'

/** A receiver that fails at random sometimes refuses two in a row. */
const furtherTries = 2

/** Checks whether a receiver still accepts valid events, because otherwise its refusals prove nothing. */
export class Steadiness {
  readonly #factory: DeliveryFactory
  readonly #answers: Answers
  readonly #failed: Violation[] = []
  #isSteadier = false
  #over: string | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(factory: DeliveryFactory, answers: Answers) {
    this.#factory = factory
    this.#answers = answers
  }

  /** The reason why nothing can be judged any more. */
  get over(): string | undefined {
    return this.#over
  }

  get outcome(): Outcome {
    return outcomeFrom(this.#failed, this.#isSteadier ? [] : this.#failed)
  }

  /** Sends a valid event after the deliveries of rules, and some more if it was refused. */
  async control(rules: readonly string[], sender: Sender): Promise<void> {
    // When several controls fail to connect at once, only the first reports it.
    this.#last = this.#last.then(() => this.#control(rules, sender))
    return this.#last
  }

  async #control(rules: readonly string[], sender: Sender): Promise<void> {
    if (this.#over !== undefined) return
    const [rule = '', ...others] = rules
    const named = others.length === 0 ? rule : `${rule} and ${others.length} more`
    const { last, cut } = this.#answers
    // Where deliveries overlap, the last one need not be the cause.
    const together = cut.size > 0 ? `one of these concurrent deliveries: ${[...cut].join('; ')}:` : named
    const after = sender.width === 1 ? `${last || 'the first valid events'} (${named})` : together
    // Without time for a control, earlier results remain valid.
    const sent = await ifTime(this.#firstAndLast(sender))
    if (sent === undefined) return
    const { first, final } = sent
    this.#isSteadier = isAcknowledged(final.reply)
    if (this.#isSteadier && isServerError(first.reply)) this.#answers.chances += 1
    const message = `after ${after} a valid event was not acknowledged: the receiver ${replyText(first.reply)}; 200 was expected`
    // A status is a decision; without one the server crashed.
    const { status = 500 } = first.reply
    const how = status === 429 ? 'limited' : status < 500 ? 'refused' : 'broken'
    const key = `${how}/${named.replace('receiver/', '')}`
    this.#failed.push({ key, message, exchange: first.exchange })
    if (this.#isSteadier) return
    const advice = final.reply.status === 429 ? '; give --rate' : ''
    this.#over = `after ${after} the receiver accepted no valid event any more: it ${replyText(final.reply)}${advice}`
  }

  async #firstAndLast(sender: Sender): Promise<{ first: SentDelivery; final: SentDelivery } | undefined> {
    const send = (): Promise<SentDelivery> => sender.send(() => this.#factory.delivery(), { mayBeGone: true })
    const first = await send()
    if (isAcknowledged(first.reply)) return undefined
    let final = await send()
    // A silent or missing receiver does not fail at random, and trying it takes long.
    const mayPass = ({ reply }: SentDelivery): boolean => reply.status !== undefined || isClosed(reply)
    for (let tries = furtherTries; tries > 0 && !isAcknowledged(final.reply) && mayPass(final); tries -= 1)
      final = await send()
    return { first, final }
  }
}
