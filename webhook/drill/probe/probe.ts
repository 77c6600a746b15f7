import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import { type Sender, type SentDelivery, TimeOver } from '../sending/sender.js'
import { isUnreachable } from '../sending/failures.js'
import { firstAnswer, isQuick, notTaken, type Refusing, tooSlow } from './not-taken.js'
import { widen } from './width.js'

/** The first contact with a receiver: a kind that it accepts, or the reason why no rule can be judged. */
export type Probe = Answering | Refusing

/** A receiver that accepts a kind of event. */
export interface Answering {
  readonly acceptedKind: string
  readonly sent: readonly SentDelivery[]
}

/** The number of kinds tried with a slow receiver. */
const kindsTried = 3
const slowMs = 100

/**
 * Searches for a kind of event that the receiver accepts, because its refusals prove nothing before. If it accepts
 * none, finds out what it accepts instead.
 */
export async function probeReceiver(factory: DeliveryFactory, sender: Sender): Promise<Probe> {
  const sent: SentDelivery[] = []
  try {
    return await probed(sent, factory, sender)
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error
    if (sent.length > 0 && sent.every((one) => !isQuick(one, sender))) return tooSlow(sent)
    const reason = `the receiver ${firstAnswer(sent)}, and there was no time to find out why; give more with --for SECONDS`
    return { why: 'refuses', reason, sent }
  }
}

const probed = async (sent: SentDelivery[], factory: DeliveryFactory, sender: Sender): Promise<Probe> => {
  for (const kind of factory.settings.kinds) {
    const isSlow = sent.some(({ reply }) => reply.durationMs > slowMs)
    if (sent.length >= kindsTried && isSlow) break
    // Two slow responses suffice; more would use up the time of the drill.
    if (sent.length > 1 && sent.every((one) => !isQuick(one, sender))) break
    // Twice the time limit, to distinguish a late response from none.
    const timeoutMs = sender.options.timeoutMs * (sent.length === 0 ? 2 : 1)
    const one = await sender.send(factory.delivery({ body: factory.text(kind) }), { timeoutMs })
    sent.push(one)
    if (isTaken(one.reply) && isQuick(one, sender)) {
      await widen(one, factory.with({ kinds: [kind] }), sender)
      return { acceptedKind: kind, sent }
    }
    if (isUnreachable(one.reply.failure)) break
  }
  const refusing = await notTaken(sent, factory, sender)
  if (refusing !== 'taken-now') return refusing
  const [kind = 'ping'] = factory.settings.kinds
  return { acceptedKind: kind, sent }
}
