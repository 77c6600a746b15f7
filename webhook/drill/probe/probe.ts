import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken, replyText, type Reply } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import type { Speed } from '../sending/gate.js'
import { isUnreachable, notHttp } from '../sending/failures.js'
import { type Scheme, schemes } from './schemes.js'

/** The first contact with a receiver: a kind that it takes, or why no rule can be judged. */
export type Probe =
  | { readonly acceptedKind: string; readonly sent: readonly SentDelivery[]; readonly speed: Speed }
  | {
      readonly acceptedKind?: never
      /** Why no rule can be judged. */
      readonly why: 'unreachable' | 'not-a-receiver' | 'refuses' | 'mistake'
      /** The mistake that explains it, when one is known. */
      readonly mistake?: string
      readonly reason: string
      readonly sent: readonly SentDelivery[]
    }

const isElsewhere = (status: number): boolean =>
  [404, 405, 410, 421, 501, 502, 503, 504].includes(status) || (status >= 300 && status < 400)

const secondsOff = ({ headers }: Reply): number => {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? 0 : Math.abs(time - Date.now()) / 1000
}

const widest = 300

/** Tries the ways to sign that other receivers expect; the first that is taken names the mistake. */
const trySchemes = async (
  factory: DeliveryFactory,
  sender: Sender,
): Promise<(SentDelivery & { readonly scheme: Scheme }) | undefined> => {
  for (const scheme of schemes) {
    const sent = await sender.send(scheme.make(factory))
    if (isTaken(sent.reply)) return { ...sent, scheme }
  }
  return undefined
}

const refused = async (
  sent: readonly SentDelivery[],
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Probe> => {
  const [first] = sent
  const answer = first ? replyText(first.reply) : 'gave no answer'
  const found = await trySchemes(factory, sender)
  if (found) {
    const reason = `the receiver ${answer} to valid events, and took ${found.scheme.description}`
    return { why: 'mistake', mistake: found.scheme.mistake, reason, sent: [...sent, found] }
  }
  if (await tryAtOnce(factory, sender)) {
    const reason = `the receiver ${answer} to valid events that were a part of a second old`
    return { why: 'mistake', mistake: 'tiny-window', reason, sent }
  }
  if (first && secondsOff(first.reply) > widest) {
    return { why: 'mistake', mistake: 'wrong-clock', reason: `the receiver ${answer} to valid events`, sent }
  }
  if (sent.every(({ reply: { status = 0 } }) => status >= 500)) {
    return { why: 'mistake', mistake: 'crash', reason: `the receiver ${answer} to every valid event`, sent }
  }
  const reason = `the receiver ${answer} to every valid event, signed in the right way and in ${schemes.length} that are known to go wrong: it verifies with another secret, or in a way of its own`
  return { why: 'refuses', reason, sent }
}

/** A timer may fire that much before its time, as another clock has it, in milliseconds. */
const timerSlackMs = 2

const notTaken = async (
  sent: readonly SentDelivery[],
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Probe> => {
  const replies = sent.map(({ reply }) => reply)
  const [first] = replies
  const answer = first ? replyText(first) : 'gave no answer'
  if (replies.every(({ failure }) => isUnreachable(failure))) {
    return { why: 'unreachable', reason: `the receiver ${answer}`, sent }
  }
  if (replies.every(({ status }) => status !== undefined && isElsewhere(status))) {
    const reason = `the receiver ${answer} to every valid event: the URL leads somewhere else`
    return { why: 'not-a-receiver', reason, sent }
  }
  if (replies.every(({ failure }) => failure === notHttp)) {
    return { why: 'not-a-receiver', reason: `the receiver ${answer} to every valid event`, sent }
  }
  if (replies.every(({ durationMs }) => durationMs + timerSlackMs >= sender.options.timeoutMs)) {
    return { why: 'mistake', mistake: 'too-slow', reason: `the receiver ${answer}`, sent }
  }
  return refused(sent, factory, sender)
}

/** A window of less than a second takes what was signed just now, at the beginning of a second. */
const tryAtOnce = async (factory: DeliveryFactory, sender: Sender): Promise<boolean> => {
  await wait(1000 - (Date.now() % 1000), undefined, { signal: sender.options.signal })
  return isTaken((await sender.send(factory.delivery())).reply)
}

const isQuick = ({ reply }: SentDelivery, sender: Sender): boolean =>
  reply.durationMs + timerSlackMs < sender.options.timeoutMs

/** How many kinds are tried before a receiver is said to take none. */
const kindsTried = 3
/** A receiver that takes longer is sent a second event beside the first. */
const slowMs = 300

const pause = async <Value>(ms: number, value: Value, { options: { signal } }: Sender): Promise<Value> =>
  wait(ms, value, { signal }).catch(() => {
    signal.throwIfAborted()
    return value
  })

/** Whether an event that is sent while the first is under way is answered in about the same time. */
const besideFirst = async (
  factory: DeliveryFactory,
  sender: Sender,
  first: Promise<SentDelivery>,
): Promise<Pick<Speed, 'isSideBySide' | 'isAlone'>> => {
  const isSlow = await Promise.race([first.then(() => false), pause(slowMs, true, sender)])
  if (!isSlow) return {}
  const second = sender.send(factory.delivery())
  const { reply } = await first
  const isDone = await Promise.race([
    second.then((sent) => isTaken(sent.reply)),
    pause(2 * slowMs + reply.durationMs / 4, false, sender),
  ])
  return { isSideBySide: isDone, isAlone: isTaken(reply) && refusesCompany(await second) }
}

const refusesCompany = ({ reply }: SentDelivery): boolean => !isTaken(reply) && reply.isLate !== true

const pairs = 3

/** Whether a receiver refuses one of two events that meet, in some of a few tries. */
export async function refusesPairs(factory: DeliveryFactory, sender: Sender): Promise<boolean> {
  for (let count = 0; count < pairs; count += 1) {
    const send = (): Promise<SentDelivery> => sender.send(factory.delivery(), { isAtOnce: true })
    if ((await Promise.all([send(), send()])).some(refusesCompany)) return true
  }
  return false
}

/**
 * Looks for a kind of event that the receiver takes: what it refuses proves nothing before. A receiver that takes none
 * is asked what it does take.
 */
export async function probeReceiver(factory: DeliveryFactory, sender: Sender): Promise<Probe> {
  const sent: SentDelivery[] = []
  for (const kind of factory.settings.kinds.slice(0, kindsTried)) {
    // Twice the time, so that a late answer is told from none.
    const timeoutMs = sender.options.timeoutMs * (sent.length === 0 ? 2 : 1)
    const under = sender.send(factory.delivery({ body: factory.text(kind) }), { timeoutMs })
    const beside = await besideFirst(factory, sender, under)
    const one = await under
    sent.push(one)
    if (isTaken(one.reply) && isQuick(one, sender)) {
      return { acceptedKind: kind, sent, speed: { usualMs: one.reply.durationMs, ...beside } }
    }
    if (isUnreachable(one.reply.failure)) break
  }
  return notTaken(sent, factory, sender)
}
