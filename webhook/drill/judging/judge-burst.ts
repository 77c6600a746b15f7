import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken, replyText } from '../sending/delivery.js'
import { ranks } from '../sending/ranks.js'
import type { Sender } from '../sending/sender.js'
import { TimeOver } from '../sending/time-over.js'
import { type Outcome, type Violation, violation } from './outcome.js'
import { expectedMs, eachMs, hasRefusals, isWhole, rateText, sendWave, takenIn, type Wave } from './wave.js'

/** Outcomes of concurrent deliveries, by rule id. */
export interface BurstResult {
  readonly outcomes: Readonly<Record<string, Outcome>>
  /** The rate of the receiver in words, if measured. */
  readonly rate?: string
  readonly requests: number
}

/** The number of concurrent events when a batch of payments is settled; a receiver should handle them. */
const usualAtOnce = 50
const growth = 8
const shrink = 0.6
const mostWaves = 6
/** A share of the time left, because other rules need some of it. */
const shareOfTime = 0.2

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** The largest number of events that can be answered well within the time limit. */
const roomFor = (wave: Wave, sender: Sender): number => {
  const { timeoutMs } = sender.options
  const limit = Math.min(
    Math.max(shrink * timeoutMs, wave.fastestMs + (timeoutMs - wave.fastestMs) / 4),
    sender.leftMs * shareOfTime,
  )
  const room = limit - wave.fastestMs
  return room <= 0 ? 0 : Math.floor(room / Math.max(eachMs(wave), Number.EPSILON))
}

interface Seen {
  /** The largest wave whose events were all acknowledged. */
  readonly whole?: Wave
  /** A wave with unacknowledged events that its size does not explain. */
  readonly broken?: Wave
}

/** True when responses came later and later up to the time limit, because the wave exceeds the receiver's rate. */
const isTooMany = (wave: Wave, { options: { timeoutMs } }: Sender): boolean =>
  !hasRefusals(wave) && takenIn(wave) > 0 && wave.slowestMs > shrink * timeoutMs

/** Sends growing waves, as far as the receiver's rate allows. */
const climb = async (
  first: number,
  most: number,
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Seen> => {
  let whole: Wave | undefined
  let count = Math.min(first, most)
  try {
    for (let waves = 0; waves < mostWaves; waves++) {
      const wave = await sendWave(count, factory, sender)
      if (isWhole(wave)) {
        whole = wave
        const next = Math.min(most, count * growth, roomFor(wave, sender))
        if (next <= count * 1.25) break
        count = next
      } else if (isTooMany(wave, sender)) {
        const next = Math.max(1, Math.floor(takenIn(wave) * shrink))
        if (whole && next <= whole.sent.length) break
        count = Math.min(next, count - 1)
        if (count < 1) return { broken: wave }
        await drained(factory, sender)
      } else {
        return { ...(whole && { whole }), broken: wave }
      }
    }
  } catch (error) {
    if (!(error instanceof TimeOver) || !whole) throw error
  }
  return whole ? { whole } : {}
}

/** Waits until the receiver has processed the deliveries that timed out. */
const drained = async (factory: DeliveryFactory, sender: Sender): Promise<boolean> => {
  const { timeoutMs } = sender.options
  for (let tries = 0; tries < 3; tries++) {
    const { reply } = await sender.send(factory.delivery(), { isAtOnce: true })
    if (isTaken(reply) && reply.durationMs < timeoutMs / 2) return true
  }
  return false
}

const lossOf = ({ sent, lostBy }: Wave): readonly Violation[] =>
  [...lostBy.keys()].map((text) => {
    const first = sent.find(({ reply }) => replyText(reply) === text)
    const message = `${sent.length} valid events at once: the receiver ${text} to some of them, and 200 is due to each`
    return violation(first?.reply.status === undefined ? 'lost' : 'refused', message, first)
  })

const notesOf = (wave: Wave): string[] =>
  [...wave.lostBy].map(([text, count]) => `${count} of ${wave.sent.length} at once: the receiver ${text}`)

const rateOutcome = (wave: Wave, { options: { timeoutMs } }: Sender): Outcome => {
  const neededMs = expectedMs(wave, usualAtOnce)
  if (wave.sent.length >= usualAtOnce || neededMs <= timeoutMs) {
    return { state: 'passed', notes: [`the receiver ${rateText(wave)}`] }
  }
  const message = `the receiver ${rateText(wave)}: ${usualAtOnce} at once would take ${seconds(neededMs)}, and the sender waits ${timeoutMs / 1000} s`
  return { state: 'failed', violations: [violation('late', message, wave.sent.at(-1))] }
}

const toldByBurst: Outcome = {
  state: 'not-applicable',
  reason: 'what many events at once showed is told by receiver/burst',
}

const shortBacklog = (broken: Wave, whole: Wave): Outcome => {
  const message = `${broken.sent.length} connections at once: some were lost, and none were at ${whole.sent.length}`
  const lost = broken.sent.find(({ reply }) => !isTaken(reply))
  return { state: 'failed', violations: [violation('lost', message, lost)], notes: notesOf(broken) }
}

const backlogOutcome = ({ waited, sent }: Wave): Outcome =>
  waited === 0
    ? { state: 'passed' }
    : { state: 'passed', notes: [`${waited} of ${sent.length} connections had to wait for being let in`] }

const outcomesOf = ({ whole, broken }: Seen, sender: Sender): BurstResult['outcomes'] => {
  if (broken && (!whole || hasRefusals(broken))) {
    const burst: Outcome = { state: 'failed', violations: lossOf(broken), notes: notesOf(broken) }
    return { 'receiver/burst': burst, 'receiver/rate': toldByBurst, 'receiver/backlog': toldByBurst }
  }
  if (!whole) throw new TimeOver()
  const burst: Outcome = {
    state: 'passed',
    notes: [`all ${whole.sent.length} at once were taken, the slowest after ${seconds(whole.slowestMs)}`],
  }
  const backlog = broken ? shortBacklog(broken, whole) : backlogOutcome(whole)
  return { 'receiver/burst': burst, 'receiver/rate': rateOutcome(whole, sender), 'receiver/backlog': backlog }
}

/**
 * Sends concurrent valid events: a few first, then as many as the receiver's rate allows within the time limit, so that
 * a slow receiver is measured and not overloaded. Each has to be acknowledged.
 * @param most the largest wave
 * @throws TimeOver when there was no time for any
 */
export async function judgeBurst(
  most: number,
  factory: DeliveryFactory,
  sender: Sender,
): Promise<BurstResult> {
  const began = sender.count
  const first = sender.isParallel ? sender.width : growth
  const { seen, isAlive } = await sender.alone(
    async () => ({
      seen: await climb(first, most, factory, sender),
      isAlive: await drained(factory, sender).catch(() => true),
    }),
    ranks.group,
  )
  const outcomes = outcomesOf(seen, sender)
  const requests = sender.count - began
  const rate = seen.whole && { rate: rateText(seen.whole) }
  if (isAlive || outcomes['receiver/burst']?.state === 'failed') return { outcomes, requests, ...rate }
  const message = `after ${seen.whole?.sent.length ?? 0} valid events at once the receiver took none any more`
  const burst: Outcome = { state: 'failed', violations: [{ key: 'lost', message }] }
  return { outcomes: { ...outcomes, 'receiver/burst': burst }, requests, ...rate }
}
