import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import type { Speed } from '../sending/gate.js'
import type { Sender, SentDelivery } from '../sending/sender.js'

/** A slower receiver gets a second event while the first is pending. */
const slowMs = 300
/** A timer may fire this many milliseconds early by another clock. */
const timerSlackMs = 2

/** True when a response came within the sender's time limit. */
export function isQuick({ reply }: SentDelivery, sender: Sender): boolean {
  return reply.durationMs + timerSlackMs < sender.options.timeoutMs
}

/** Waits, unless the drill is aborted. @throws the reason of its signal. */
export async function pause(ms: number, { options: { signal } }: Sender): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

const refusesCompany = ({ reply }: SentDelivery): boolean => !isTaken(reply) && reply.isLate !== true

/** Whether a second event, sent while the first is pending, is answered in about the same time and not refused. */
export async function besideFirst(
  factory: DeliveryFactory,
  sender: Sender,
  first: Promise<SentDelivery>,
): Promise<Pick<Speed, 'isSideBySide' | 'isAlone'>> {
  const isSlow = await Promise.race([first.then(() => false), pause(slowMs, sender).then(() => true)])
  if (!isSlow) return {}
  const second = sender.send(factory.delivery())
  // The first may fail before the second is awaited.
  second.catch(() => undefined)
  const { reply } = await first
  const isDone = await Promise.race([
    second.then((sent) => isTaken(sent.reply) === isTaken(reply)),
    pause(2 * slowMs + reply.durationMs / 4, sender).then(() => false),
  ])
  return { isSideBySide: isDone, isAlone: isTaken(reply) && refusesCompany(await second) }
}

const pairs = 3

/** Whether a receiver refuses one of two concurrent events in any of a few tries. */
export async function refusesPairs(factory: DeliveryFactory, sender: Sender): Promise<boolean> {
  for (let count = 0; count < pairs; count += 1) {
    const send = (): Promise<SentDelivery> => sender.send(factory.delivery(), { isAtOnce: true })
    if ((await Promise.all([send(), send()])).some(refusesCompany)) return true
  }
  return false
}
