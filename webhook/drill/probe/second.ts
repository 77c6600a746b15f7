import { setTimeout as wait } from 'node:timers/promises'
import { isAcknowledged, replyText } from '../../delivery/delivery.js'
import type { DeliveryFactory } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import { deviating, type Deviation } from './deviation.js'
import { ofDigests } from './ways.js'

/** A receiver that accepted an event and refuses others, which no rule can judge. */
interface SecondRefused {
  /** In the table of mistakes. */
  readonly name: string
  readonly reason: string
  readonly sent: SentDelivery
}

const further = 4

/** Other rules report limits, late responses and lost connections, and 503 may be a restart. */
const isRefused = ({ reply: { status } }: SentDelivery): boolean =>
  status !== undefined && !isAcknowledged({ status }) && ![429, 503].includes(status)

const times = 4

/** The digests that a receiver accepts each time, if it refuses all others. */
export async function digestsTaken(factory: DeliveryFactory, sender: Sender): Promise<Deviation | undefined> {
  const isEach = async (sent: Deviation, isTaken: boolean): Promise<boolean> => {
    for (let time = 0; time < times; time++) {
      const { reply } = await sender.send(() => deviating(factory, [sent]), { mayBeGone: true })
      if (isAcknowledged(reply) !== isTaken) return false
    }
    return true
  }
  for (const one of ofDigests) {
    const others = { ...one, plan: { isMeant: (value: string) => one.plan.isMeant?.(value) !== true } }
    if ((await isEach(one, true)) && (await isEach(others, false))) return one
  }
  return undefined
}

/**
 * Sends further valid events, the first ones with the timestamp of an accepted one, and finds out which of them a
 * receiver refuses each time. Undefined for one that accepts the second event, or whose refusals have no such cause.
 */
export async function secondRefused(
  accepted: SentDelivery,
  [kind = 'ping', other]: readonly string[],
  factory: DeliveryFactory,
  sender: Sender,
): Promise<SecondRefused | undefined> {
  const send = (of: string, timestamp: string): Promise<SentDelivery> =>
    sender.send(() => factory.delivery({ body: factory.text(of), timestamp }), { mayBeGone: true })
  const takes = async (of: string, timestamp: string): Promise<boolean> =>
    isAcknowledged((await send(of, timestamp)).reply)
  const [, same = ''] = accepted.exchange.request.headers.find(([name]) => name === 'webhook-timestamp') ?? []
  const sent = await send(kind, same)
  if (!isRefused(sent)) return undefined
  const digests = await digestsTaken(factory, sender)
  const refusedBy = (name: string, what: string): SecondRefused => ({
    name,
    reason: `the receiver accepted a valid event, and ${replyText(sent.reply)} to ${what}`,
    sent,
  })
  if (digests) return refusedBy(digests.mistake, 'most others')
  const more: boolean[] = []
  while (more.length < further) more.push(await takes(kind, same))
  if (more.every((isTaken, index) => isTaken === (index % 2 === 0)))
    return refusedBy('every-second', 'every second one')
  if (more.some(Boolean)) return undefined
  await wait(2000 - (Date.now() % 1000), undefined, { signal: sender.options.signal })
  if (await takes(kind, same))
    return (await takes(kind, same)) ? undefined : refusedBy('busy-afterwards', 'others right after it')
  const newer = factory.timestamp()
  if (await takes(kind, newer))
    return (await takes(kind, newer))
      ? undefined
      : refusedBy('one-a-second', 'others with the same timestamp')
  if (other !== undefined && (await takes(other, newer)))
    return refusedBy('one-of-a-kind', `others of the kind ${kind}`)
  return refusedBy('first-alone', 'all that followed')
}
