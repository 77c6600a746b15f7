import { replyText } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'

/** A cause for which no valid event is taken. */
export interface TotalMistake {
  /** The name of the mistake, in `totalMistakes`. */
  readonly name: string
  /** What the receiver does, as a sentence, where that is known more exactly. */
  readonly title?: string
}

/** A receiver that takes no valid event. */
export interface Refusing {
  readonly acceptedKind?: never
  /** Why no rule can be judged. */
  readonly why: 'unreachable' | 'not-a-receiver' | 'refuses' | 'mistake'
  /** The mistakes that explain it, when they are known. */
  readonly mistakes?: readonly TotalMistake[]
  readonly reason: string
  readonly sent: readonly SentDelivery[]
}

/** The answer to the first delivery in words. */
export function firstAnswer([first]: readonly SentDelivery[]): string {
  return first ? replyText(first.reply) : 'gave no answer'
}
