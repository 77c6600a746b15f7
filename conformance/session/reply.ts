import { customerOf, type Delivery, kindOf } from '../exchange/delivery.js'

/** How one delivery is answered. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds that it is held back. */
  readonly afterMs?: number
}

/** Answers in an order, and what they were given to. */
export interface ScriptedReplies {
  /** The deliveries of one event, each an attempt after the one before. */
  readonly attempts: readonly Delivery[]
}

/** Answers the first event that it fits, and every further attempt to deliver that. */
export class Reply implements ScriptedReplies {
  readonly attempts: Delivery[] = []
  readonly #matches: (delivery: Delivery) => boolean
  readonly #answers: readonly Answer[]

  constructor(matches: (delivery: Delivery) => boolean, answers: readonly Answer[]) {
    this.#matches = matches
    this.#answers = answers
  }

  /** True for the first event that fits, and from then on for that event alone, wherever it is delivered to. */
  takes(delivery: Delivery): boolean {
    const [first] = this.attempts
    if (first === undefined) return this.#matches(delivery)
    return (
      kindOf(first) === kindOf(delivery) &&
      customerOf(first) === customerOf(delivery) &&
      first.address === delivery.address
    )
  }

  /** The answer to a delivery that it takes; undefined when there are no more. */
  next(delivery: Delivery): Answer | undefined {
    this.attempts.push(delivery)
    return this.#answers[this.attempts.length - 1]
  }
}
