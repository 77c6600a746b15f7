import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken, replyText } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import { type Outcome, type Violation, violation } from './outcome.js'

/** Outcomes of many deliveries at once: for the receiver, and for the number of connections that it lets in. */
export interface BurstResult {
  readonly burst: Outcome
  readonly backlog: Outcome
  readonly requests: number
}

interface Wave {
  readonly sent: readonly SentDelivery[]
  readonly lostBy: ReadonlyMap<string, number>
  /** How long half of the answers took at most, once their connections stood. */
  readonly servedMs: number
  readonly slowestMs: number
}

const lower = [100, 25, 5] as const

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Sends so many deliveries over so many connections at a time, and waits for all answers. */
const wave = async (
  count: number,
  connections: number,
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Wave> => {
  const deliveries = Array.from({ length: count }, () => factory.delivery())
  const sent: SentDelivery[] = []
  const worker = async (): Promise<void> => {
    for (let next = deliveries.pop(); next; next = deliveries.pop()) sent.push(await sender.send(next))
  }
  await Promise.all(Array.from({ length: Math.min(count, connections) }, worker))
  const lostBy = new Map<string, number>()
  for (const { reply } of sent) {
    if (isTaken(reply)) continue
    lostBy.set(replyText(reply), (lostBy.get(replyText(reply)) ?? 0) + 1)
  }
  const slowestMs = Math.max(...sent.map(({ reply }) => reply.durationMs))
  return { sent, lostBy, servedMs: medianOf(sent.map(({ reply }) => reply.servedMs)), slowestMs }
}

const isWhole = ({ lostBy }: Wave): boolean => lostBy.size === 0

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const passed = (first: Wave): BurstResult => ({
  burst: {
    state: 'passed',
    notes: [`all ${first.sent.length} were taken, the slowest after ${seconds(first.slowestMs)}`],
  },
  backlog: { state: 'passed' },
  requests: first.sent.length,
})

const lossOf = ({ sent, lostBy }: Wave): readonly Violation[] =>
  [...lostBy.keys()].map((text) => {
    const first = sent.find(({ reply }) => replyText(reply) === text)
    const message = `${sent.length} valid events at once: the receiver ${text} to some of them, and 200 is due to each`
    return violation(first?.reply.status === undefined ? 'lost' : 'refused', message, first)
  })

const notesOf = (first: Wave): string[] =>
  [...first.lostBy].map(([text, count]) => `${count} of ${first.sent.length} at once: the receiver ${text}`)

const failed = (first: Wave, requests: number): BurstResult => ({
  burst: { state: 'failed', violations: lossOf(first), notes: notesOf(first) },
  backlog: { state: 'not-applicable', reason: 'what many events at once showed is told by receiver/burst' },
  requests,
})

const shortBacklog = (first: Wave, connections: number, requests: number): BurstResult => ({
  burst: {
    state: 'passed',
    notes: [`all ${first.sent.length} were taken over ${connections} connections at a time`],
  },
  backlog: {
    state: 'failed',
    violations: [
      violation(
        'lost',
        `${first.sent.length} connections at once: some were lost, and none were at ${connections}`,
        first.sent.find(({ reply }) => !isTaken(reply)),
      ),
    ],
    notes: notesOf(first),
  },
  requests,
})

const hasAnswered = ({ sent }: Wave): boolean =>
  sent.some(({ reply }) => reply.status !== undefined && !isTaken(reply))

/**
 * Sends valid events that are all due at the same moment. Where some are lost and none was refused, fewer connections
 * at a time tell a receiver that is too slow from one that lets too few connections in: the slow one would need longer
 * than the time-out for all of them at any number.
 */
export async function judgeBurst(
  count: number,
  factory: DeliveryFactory,
  sender: Sender,
): Promise<BurstResult> {
  const began = sender.count
  const first = await wave(count, count, factory, sender)
  const requests = (): number => sender.count - began
  if (isWhole(first)) return passed(first)
  if (hasAnswered(first)) return failed(first, requests())
  for (const connections of lower.filter((fewer) => fewer < count)) {
    const next = await wave(Math.min(count, connections * 8), connections, factory, sender)
    if (!isWhole(next)) continue
    // By the median: connections that had to be tried again say nothing about how fast events are handled.
    const needsMs = (next.servedMs / connections) * count
    return needsMs > sender.options.timeoutMs
      ? failed(first, requests())
      : shortBacklog(first, connections, requests())
  }
  return failed(first, requests())
}
