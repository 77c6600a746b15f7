import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'

/** A receiver that is quicker is asked one thing after the other, which shows after which delivery it failed. */
const quickMs = 50
const together = 4
const widest = 16

/**
 * Sends several valid events to a receiver that answered slowly, and more at the same time from then on if it answers
 * them as it did the first.
 */
export async function widen(first: SentDelivery, factory: DeliveryFactory, sender: Sender): Promise<void> {
  const aloneMs = first.reply.durationMs
  if (aloneMs < quickMs || first.reply.isLate === true || sender.leftMs === Infinity) return
  const sent = await Promise.all(
    Array.from({ length: together }, () => sender.send(() => factory.delivery(), { isAtOnce: true })),
  )
  const slowestMs = Math.max(...sent.map(({ reply }) => reply.durationMs))
  const isRefusing = sent.some(({ reply }) => isTaken(reply) !== isTaken(first.reply))
  if (isRefusing || slowestMs < quickMs) return
  const isQueueing = slowestMs > 2 * aloneMs
  const borne = Math.floor(sender.options.timeoutMs / 2 / aloneMs)
  sender.widen(isQueueing ? Math.max(1, Math.min(together, borne)) : widest, isQueueing)
}
