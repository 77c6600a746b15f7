import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import { TimeOver } from '../sending/time-over.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import type { Speed } from '../sending/gate.js'
import { firstAnswer, type Refusing } from './refusing.js'
import { isUnreachable } from '../sending/failures.js'
import { besideFirst, isQuick } from './first-contact.js'
import { notTaken, tooSlow } from './not-taken.js'

/** The first contact with a receiver: a kind that it accepts, or the reason why no rule can be judged. */
export type Probe = Answering | Refusing

/** A receiver that accepts a kind of event. */
export interface Answering {
  readonly acceptedKind: string
  readonly sent: readonly SentDelivery[]
  readonly speed: Speed
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
  let isSideBySide: boolean | undefined
  for (const kind of factory.settings.kinds) {
    const isSlow = sent.some(({ reply }) => reply.durationMs > slowMs)
    if (sent.length >= kindsTried && isSlow) break
    // Two slow responses suffice; more would use up the time of the drill.
    if (sent.length > 1 && sent.every((one) => !isQuick(one, sender))) break
    // Twice the time limit, to distinguish a late response from none.
    const timeoutMs = sender.options.timeoutMs * (sent.length === 0 ? 2 : 1)
    const under = sender.send(factory.delivery({ body: factory.text(kind) }), { timeoutMs })
    const beside = await besideFirst(factory, sender, under)
    const one = await under
    sent.push(one)
    isSideBySide = beside.isSideBySide ?? isSideBySide
    if (isTaken(one.reply) && isQuick(one, sender)) {
      return { acceptedKind: kind, sent, speed: { usualMs: one.reply.durationMs, ...beside } }
    }
    if (isUnreachable(one.reply.failure)) break
  }
  const refusing = await notTaken(sent, factory, sender, isSideBySide)
  if (refusing !== 'taken-now') return refusing
  const [kind = 'ping'] = factory.settings.kinds
  const last = sent.at(-1)
  return { acceptedKind: kind, sent, speed: { usualMs: last?.reply.durationMs ?? 0 } }
}
