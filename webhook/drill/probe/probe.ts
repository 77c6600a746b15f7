import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import { TimeOver } from '../sending/time-over.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import type { Speed } from '../sending/gate.js'
import { firstAnswer, type Refusing } from './refusing.js'
import { isUnreachable } from '../sending/failures.js'
import { besideFirst, isQuick } from './first-contact.js'
import { notTaken, tooSlow } from './not-taken.js'

/** The first contact with a receiver: a kind that it takes, or why no rule can be judged. */
export type Probe = Answering | Refusing

/** A receiver that takes a kind of event. */
export interface Answering {
  readonly acceptedKind: string
  readonly sent: readonly SentDelivery[]
  readonly speed: Speed
}

/** How many kinds are tried of a receiver that takes its time. */
const kindsTried = 3
const slowMs = 100

/**
 * Looks for a kind of event that the receiver takes: what it refuses proves nothing before. A receiver that takes none
 * is asked what it does take.
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
    // Two that are too slow show it; more would take the time of the drill.
    if (sent.length > 1 && sent.every((one) => !isQuick(one, sender))) break
    // Twice the time, so that a late answer is told from none.
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
