import { replyText } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'

/** A mistake for which all valid events are refused. */
export interface TotalMistake {
  /** The name of the mistake, in `totalMistakes`. */
  readonly name: string
  /** The receiver's behaviour, as a sentence, if it is known more exactly. */
  readonly title?: string
}

/** A receiver that accepts no valid event. */
export interface Refusing {
  readonly acceptedKind?: never
  /** The reason why no rule can be judged. */
  readonly why: 'unreachable' | 'not-a-receiver' | 'refuses' | 'mistake'
  /** The mistakes that explain it, if known. */
  readonly mistakes?: readonly TotalMistake[]
  readonly reason: string
  readonly sent: readonly SentDelivery[]
}

/** The response to the first delivery, in words. */
export function firstAnswer([first]: readonly SentDelivery[]): string {
  return first ? replyText(first.reply) : 'gave no answer'
}
