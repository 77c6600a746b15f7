import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken, replyText } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'

/** Valid events that were sent at the same moment, with their answers. Times are in milliseconds. */
export interface Wave {
  readonly sent: readonly SentDelivery[]
  /** How many were answered in each way that is no acknowledgement. */
  readonly lostBy: ReadonlyMap<string, number>
  readonly fastestMs: number
  /** Of those that were taken. */
  readonly slowestMs: number
  /** Connections that had to wait for being let in. */
  readonly waited: number
}

// A connection that is not let in is asked for again after a second.
const letInMs = 900

/** Sends so many events, each over a connection of its own, and waits for all answers. @throws TimeOver. */
export async function sendWave(count: number, factory: DeliveryFactory, sender: Sender): Promise<Wave> {
  const deliveries = Array.from({ length: count }, () => factory.delivery())
  const ended = await Promise.allSettled(
    deliveries.map((delivery) => sender.send(delivery, { isAtOnce: true })),
  )
  const sent = ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  const lostBy = new Map<string, number>()
  for (const { reply } of sent) {
    if (!isTaken(reply)) lostBy.set(replyText(reply), (lostBy.get(replyText(reply)) ?? 0) + 1)
  }
  const taken = sent.filter(({ reply }) => isTaken(reply)).map(({ reply }) => reply)
  return {
    sent,
    lostBy,
    fastestMs: Math.min(...taken.map(({ durationMs }) => durationMs)),
    slowestMs: Math.max(0, ...taken.map(({ durationMs }) => durationMs)),
    waited: taken.filter(({ durationMs, servedMs }) => durationMs - servedMs > letInMs).length,
  }
}

/** True when every event of a wave was taken. */
export function isWhole({ lostBy }: Wave): boolean {
  return lostBy.size === 0
}

/** How many events of a wave were taken. */
export function takenIn({ sent }: Wave): number {
  return sent.filter(({ reply }) => isTaken(reply)).length
}

/** True when some events of a wave were answered, and not acknowledged. */
export function hasRefusals({ sent }: Wave): boolean {
  return sent.some(({ reply }) => reply.status !== undefined && !isTaken(reply))
}

/** Milliseconds that each event adds to the time of a wave. */
export function eachMs({ sent, fastestMs, slowestMs }: Wave): number {
  return sent.length < 2 ? slowestMs : Math.max(0, slowestMs - fastestMs) / (sent.length - 1)
}

/** How long a wave of another size would take, in milliseconds. */
export function expectedMs(wave: Wave, count: number): number {
  return wave.fastestMs + eachMs(wave) * (count - 1)
}

/** The rate of a receiver in words, such as `answers 20 a second at 50 at once`. */
export function rateText({ sent, slowestMs }: Wave): string {
  const rate = (sent.length * 1000) / Math.max(1, slowestMs)
  const shown = rate < 10 ? rate.toFixed(1) : String(Math.round(rate))
  return `answers ${shown} a second at ${sent.length} at once, the last after ${(slowestMs / 1000).toFixed(1)} s`
}
