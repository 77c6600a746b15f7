import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken, replyText } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'

/** Concurrent valid events with their responses. Times are in milliseconds. */
export interface Wave {
  readonly sent: readonly SentDelivery[]
  /** The number of unacknowledged events by kind of response. */
  readonly lostBy: ReadonlyMap<string, number>
  readonly fastestMs: number
  /** Of the acknowledged ones. */
  readonly slowestMs: number
  /** Connections that were not accepted at once. */
  readonly waited: number
}

// A connection that is not accepted is retried after a second.
const letInMs = 900

/** Sends a number of events over separate connections, and awaits all responses. @throws TimeOver. */
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

/** True when every event of a wave was acknowledged. */
export function isWhole({ lostBy }: Wave): boolean {
  return lostBy.size === 0
}

/** The number of acknowledged events in a wave. */
export function takenIn({ sent }: Wave): number {
  return sent.filter(({ reply }) => isTaken(reply)).length
}

/** True when some events of a wave got a response other than an acknowledgement. */
export function hasRefusals({ sent }: Wave): boolean {
  return sent.some(({ reply }) => reply.status !== undefined && !isTaken(reply))
}

/** Milliseconds that each event adds to the time of a wave. */
export function eachMs({ sent, fastestMs, slowestMs }: Wave): number {
  return sent.length < 2 ? slowestMs : Math.max(0, slowestMs - fastestMs) / (sent.length - 1)
}

/** The expected duration of a wave of another size, in milliseconds. */
export function expectedMs(wave: Wave, count: number): number {
  return wave.fastestMs + eachMs(wave) * (count - 1)
}

/** The rate of a receiver in words, such as `answers 20 a second at 50 at once`. */
export function rateText({ sent, slowestMs }: Wave): string {
  const rate = (sent.length * 1000) / Math.max(1, slowestMs)
  const shown = rate < 10 ? rate.toFixed(1) : String(Math.round(rate))
  return `answers ${shown} a second at ${sent.length} at once, the last after ${(slowestMs / 1000).toFixed(1)} s`
}
