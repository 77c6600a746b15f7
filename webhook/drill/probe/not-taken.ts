import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken, replyText, type Reply } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import { cutAnswer, isUnreachable, notHttp } from '../sending/failures.js'
import { type Search, Searcher } from './search.js'
import { widen } from './width.js'

/** A mistake for which all valid events are refused. */
export interface TotalMistake {
  /** The name of the mistake, in `totalMistakes`. */
  readonly name: string
  /** The receiver's behaviour, as a sentence, if it is known more exactly. */
  readonly title?: string
}

/** A receiver that accepts no valid event. */
export interface Refusing {
  readonly acceptedKind?: never
  /** The reason why no rule can be judged. */
  readonly why: 'unreachable' | 'not-a-receiver' | 'refuses' | 'mistake'
  /** The mistakes that explain it, if known. */
  readonly mistakes?: readonly TotalMistake[]
  readonly reason: string
  readonly sent: readonly SentDelivery[]
}

/** The response to the first delivery, in words. */
export function firstAnswer([first]: readonly SentDelivery[]): string {
  return first ? replyText(first.reply) : 'gave no answer'
}

const isElsewhere = (status: number): boolean =>
  [421, 501, 502, 503, 504].includes(status) || (status >= 300 && status < 400)

/** Statuses of servers without a receiver at this URL, and of some receivers for refused deliveries. */
const mayBeElsewhere = new Set([404, 405, 410])

const secondsOff = ({ headers }: Reply): number => {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? 0 : Math.abs(time - Date.now()) / 1000
}

const widest = 300
/** A timer may fire this many milliseconds early by another clock. */
const timerSlackMs = 2

/** True when a response came within the sender's time limit. */
export function isQuick({ reply }: SentDelivery, sender: Sender): boolean {
  return reply.durationMs + timerSlackMs < sender.options.timeoutMs
}

const mistake = (name: string, reason: string, sent: readonly SentDelivery[]): Refusing => ({
  why: 'mistake',
  mistakes: [{ name }],
  reason,
  sent,
})

/** A window of less than a second accepts a signature made at the beginning of a second. */
const tryAtOnce = async (factory: DeliveryFactory, sender: Sender): Promise<boolean> => {
  const { signal } = sender.options
  await wait(1000 - (Date.now() % 1000), undefined, { signal }).catch(() => signal.throwIfAborted())
  return isTaken((await sender.send(() => factory.delivery())).reply)
}

const foundBy = (search: Search, sent: readonly SentDelivery[]): Refusing | undefined => {
  const { found } = search
  if (!found || !search.sent) return undefined
  const ways = found.map(({ description }) => description).join(' and ')
  const reason = `the receiver ${firstAnswer(sent)} to valid events, and took an event ${ways}`
  const exchanges = [...sent, search.sent]
  if (found.every(({ mistake: name }) => name === 'secret-given')) {
    const advice = found.map(({ title = '' }) => title.replace(/^The/, 'the').replace(/\.$/, '')).join('; ')
    return {
      why: 'refuses',
      reason: `${reason}: ${advice}, and the receiver verifies without it`,
      sent: exchanges,
    }
  }
  const mistakes = found.map(({ mistake: name, title }): TotalMistake =>
    title === undefined ? { name } : { name, title },
  )
  return { why: 'mistake', mistakes, reason, sent: exchanges }
}

const triedWords =
  'other names of headers, secrets that are decoded, padded or cut, other texts that are signed, other spellings of digest, timestamp, type and members, other content types and methods, and two of them at once'

/** A receiver that responds differently to a forged delivery has verified the right one. */
const answersForged = async (factory: DeliveryFactory, sender: Sender): Promise<Reply> => {
  const forged = await sender.send(() => factory.delivery({ secret: 'rampart-drill-of-nobody' }))
  return forged.reply
}

/** A receiver that refuses each first attempt takes the same event again. */
const retried = async (
  sent: readonly SentDelivery[],
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Refusing | undefined> => {
  const body = sent.at(-1)?.exchange.request.body
  if (body === undefined) return undefined
  const retry = await sender.send(() => factory.delivery({ body }))
  if (!isTaken(retry.reply)) return undefined
  // One that takes new events now was not ready before.
  if (isTaken((await sender.send(() => factory.delivery())).reply)) return undefined
  const reason = `the receiver ${firstAnswer(sent)} to the first attempt of valid events, and took a retry`
  return mistake('first-attempt-refused', reason, [...sent, retry])
}

const refused = async (
  sent: readonly SentDelivery[],
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Refusing | 'taken-now'> => {
  const answer = firstAnswer(sent)
  const [first] = sent
  const last = sent.at(-1)
  if (last) await widen(last, factory, sender)
  const retry = await retried(sent, factory, sender)
  if (retry) return retry
  const forged = await answersForged(factory, sender)
  const search = await new Searcher(factory, sender, Math.min(3000, sender.leftMs / 5)).search()
  // A receiver that accepts a right event now was not ready before.
  if (search.found && isTaken((await sender.send(() => factory.delivery())).reply)) return 'taken-now'
  const found = foundBy(search, sent)
  if (found) return found
  if (await tryAtOnce(factory, sender)) {
    return mistake(
      'tiny-window',
      `the receiver ${answer} to valid events that were a part of a second old`,
      sent,
    )
  }
  if (first && secondsOff(first.reply) > widest) {
    return mistake('wrong-clock', `the receiver ${answer} to valid events`, sent)
  }
  if (sent.every(({ reply: { status = 0 } }) => status >= 500)) {
    return mistake('crash', `the receiver ${answer} to every valid event`, sent)
  }
  if (
    first &&
    replyText(forged) !== answer &&
    forged.status !== undefined &&
    first.reply.status !== undefined
  ) {
    const reason = `the receiver ${answer} to every valid event, and ${replyText(forged)} to one under another secret`
    return mistake('event-refused', reason, sent)
  }
  if (sent.every(({ reply: { status = 0 } }) => mayBeElsewhere.has(status))) {
    const elsewhere = `the receiver ${answer} to every valid event, and to ${search.tried} that were signed in other ways: the URL leads somewhere else, or the receiver refuses so what it does not verify`
    return { why: 'not-a-receiver', reason: elsewhere, sent }
  }
  const all = search.isCut ? ', until the time was over (--for gives more)' : ''
  const reason = `the receiver ${answer} to every valid event: it verifies with another secret, or in a way of its own, or compares the seconds of the timestamp with milliseconds; ${search.tried} ways were tried in vain${all}: ${triedWords}`
  return { why: 'refuses', reason, sent }
}

/**
 * Finds out why a receiver accepts no valid event; `taken-now` when it does after all.
 * @throws TimeOver.
 */
export async function notTaken(
  sent: readonly SentDelivery[],
  factory: DeliveryFactory,
  sender: Sender,
): Promise<Refusing | 'taken-now'> {
  const replies = sent.map(({ reply }) => reply)
  const answer = firstAnswer(sent)
  if (replies.every(({ failure }) => isUnreachable(failure))) {
    return { why: 'unreachable', reason: `the receiver ${answer}`, sent }
  }
  const elsewhere = replies.every(({ status }) => status !== undefined && isElsewhere(status))
  if (elsewhere) {
    const retry = await retried(sent, factory, sender)
    if (retry) return retry
    const reason = `the receiver ${answer} to every valid event: the URL leads somewhere else`
    return { why: 'not-a-receiver', reason, sent }
  }
  if (replies.every(({ failure }) => failure === notHttp)) {
    return { why: 'not-a-receiver', reason: `the receiver ${answer} to every valid event`, sent }
  }
  if (replies.every(({ failure }) => failure === cutAnswer)) {
    return mistake('cut-answer', `the receiver ${answer}, to every valid event`, sent)
  }
  if (sent.every((one) => !isQuick(one, sender))) return tooSlow(sent)
  return refused(sent, factory, sender)
}

/** The result for a receiver that answers no valid event in time. */
export function tooSlow(sent: readonly SentDelivery[]): Refusing {
  return mistake('too-slow', `the receiver ${firstAnswer(sent)}`, sent)
}
