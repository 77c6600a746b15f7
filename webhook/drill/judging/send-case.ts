import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { keptConnection } from '../sending/request.js'
import { type Delivery, replyText } from '../sending/delivery.js'
import { isUnreachable } from '../sending/failures.js'
import { Gone } from '../sending/gone.js'
import { furtherBy, longBy } from '../sending/ranks.js'
import type { Sender, SendOptions, SentDelivery } from '../sending/sender.js'
import type { Case, Due } from '../rules/rule.js'
import type { Answers } from './answers.js'

/** The means to make, send and record cases. */
export interface CaseContext {
  readonly factory: DeliveryFactory
  readonly sender: Sender
  readonly answers: Answers
}

/** The duty for one delivery of a case. */
export function dueOf({ dues }: Case, index: number, due: Due): Due {
  return dues?.[index] ?? due
}

// A receiver that never responds to refused deliveries gets the full timeout only a few times.
const silenceBorne = 3
const shortMs = 500

/** Makes a case when its first delivery is sent, so that its timestamp is current after a wait. */
class MadeLate {
  readonly #make: () => readonly Delivery[]
  readonly #isEachNew: boolean
  readonly #sent = new Set<number>()
  #made: readonly Delivery[] | undefined

  constructor(make: () => readonly Delivery[], isEachNew = false) {
    this.#make = make
    this.#isEachNew = isEachNew
  }

  /** The number of deliveries; 0 before the first was made. */
  get length(): number {
    return this.#made?.length ?? 0
  }

  /** The delivery to send. A repetition becomes a new event where possible, so that it is no duplicate. */
  next(index: number): Delivery {
    const isAgain = this.#sent.has(index)
    this.#sent.add(index)
    if (isAgain && (this.#isEachNew || this.length === 1)) this.#made = undefined
    return this.at(index)
  }

  at(index: number): Delivery {
    this.#made ??= this.#make()
    const delivery = this.#made[index]
    if (delivery === undefined) throw new RangeError('a case needs a delivery')
    return delivery
  }
}

const sendOne = async (
  deliveries: MadeLate,
  index: number,
  due: Due,
  own: SendOptions,
  { sender, answers }: CaseContext,
): Promise<SentDelivery> => {
  const isPatient = due === 'taken' || answers.silent.length < silenceBorne
  const timeoutMs = Math.min(shortMs, sender.options.timeoutMs)
  const sent = await sender.send(() => deliveries.next(index), isPatient ? own : { ...own, timeoutMs })
  if (isUnreachable(sent.reply.failure)) throw new Gone(replyText(sent.reply))
  const isHeldUp = sent.reply.isLate === true && sender.isQueueing
  if (due === 'refused' && !isHeldUp) answers.noteRefusal(sent)
  const isSlowed = (deliveries.at(index).framing ?? 'length') !== 'length'
  const isItsOwn = !isSlowed && sent.isCrowded !== true && own.isAtOnce !== true
  if (due === 'taken') answers.note(sent, !isItsOwn)
  return sent
}

/**
 * Sends the deliveries of a case, sequentially or in groups, and records the responses.
 * @param isFurther whether it may wait for the first cases of other rules
 * @throws TimeOver, and Gone when the receiver no longer listens.
 */
export async function sendCase(
  one: Case,
  context: CaseContext,
  due: Due,
  isFurther = false,
): Promise<readonly SentDelivery[]> {
  const { factory, sender } = context
  const { atOnce = 1, keepsConnection, prelude } = one
  const agent = keepsConnection ? keptConnection(sender.options.url) : undefined
  const isLong = keepsConnection || prelude !== undefined || atOnce > 1
  const rank = context.sender.rank + (isFurther ? furtherBy : 0) + (isLong ? longBy : 0)
  const own = { ...(agent && { agent }), rank, isAtOnce: atOnce > 1 }
  const deliveries = new MadeLate(() => one.make(factory), one.isEachNew)
  const send = (index: number): Promise<SentDelivery> =>
    sendOne(deliveries, index, dueOf(one, index, due), own, context)
  const sent: SentDelivery[] = []
  // A slow receiver has overlapping deliveries at the first try.
  const isOver = (): boolean => sent.length >= (atOnce > 1 && sender.isParallel ? atOnce : deliveries.length)
  try {
    do {
      const from = sent.length
      sent.push(...(await Promise.all(Array.from({ length: atOnce }, (_, index) => send(from + index)))))
    } while (!isOver())
    return sent
  } finally {
    agent?.destroy()
  }
}
