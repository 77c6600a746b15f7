import { setTimeout as wait } from 'node:timers/promises'
import { type DeliveryFactory, otherSecret } from '../sending/delivery.js'
import {
  cutAnswer,
  type Delivery,
  isAcknowledged,
  notHttp,
  type Reply,
  replyText,
} from '../../delivery/delivery.js'
import { brief, spelledOut } from '../../../reporting/index.js'
import { namedMistake } from '../../signing/mistakes.js'
import { type Sender, ifTime, type SentDelivery, TimeOver } from '../sending/sender.js'
import type { Deviation } from './deviation.js'
import { type Answered, Searcher } from './search.js'
import { digestsTaken, secondRefused } from './second.js'

/** The first contact with a receiver: a kind that it accepts, or the reason why no rule can be judged. */
export type Probe = Answering | Refusing

/** A receiver that accepts a kind of event. */
export interface Answering {
  readonly acceptedKind: string
  readonly sent: readonly SentDelivery[]
}

/** A receiver that accepts no valid event. */
export interface Refusing {
  readonly acceptedKind?: never
  /** The reason why no rule can be judged. */
  readonly why: 'unreachable' | 'not-a-receiver' | 'refuses' | 'mistake'
  /** The mistakes that explain it: names of the table, and the receiver's behaviour if it is known more exactly. */
  readonly mistakes?: readonly { readonly name: string; readonly title?: string | undefined }[]
  readonly reason: string
  readonly sent: readonly SentDelivery[]
}

/** The valid events that were sent so far, and the means to send more. */
interface Contact {
  readonly sent: SentDelivery[]
  readonly factory: DeliveryFactory
  readonly sender: Sender
}

/** The longest time for trying kinds with a slow receiver. */
const kindsTriedMs = 3000
const halfMs = 500
/** A timer may fire this many milliseconds early by another clock. */
const timerSlackMs = 2
/** Seconds by which clocks differ where one of them is wrong. */
const widestSeconds = 300
/** A faster receiver gets deliveries one after the other, which shows the one after which it failed. */
const quickMs = 50
const together = 4
const widest = 16

const firstAnswer = ({ sent: [first] }: Contact): string =>
  first ? replyText(first.reply) : 'sent no response'

/** The text of a response to a delivery, unless it is a page. Exchanges contain no leaks. */
const saidText = ({ exchange }: SentDelivery): string => {
  const { status, body } = exchange.response
  return status === 0 || /^\s*(<|$)/.test(body) ? '' : ` and says ${JSON.stringify(spelledOut(brief(body)))}`
}

/** A response without the words that may differ each time. */
const kindOfAnswer = (sent: SentDelivery): string =>
  replyText(sent.reply) + sent.reply.body.toString('utf8').replaceAll(/\S*\d\S*/g, '')

const isQuick = ({ reply }: SentDelivery, sender: Sender): boolean =>
  reply.durationMs + timerSlackMs < sender.options.timeoutMs

const isLate = ({ sent, sender }: Contact): boolean =>
  sent.length > 0 && sent.every((one) => !isQuick(one, sender))

const takesNow = async ({ factory, sender }: Contact): Promise<boolean> =>
  isAcknowledged((await sender.send(() => factory.delivery())).reply)

const triesNow = 3

/** Whether it accepts any of several valid events: some of its processes may have another secret. */
const takesOne = async (contact: Contact, tries = triesNow): Promise<boolean> =>
  tries > 0 && ((await takesNow(contact)) || takesOne(contact, tries - 1))

const mistake = (name: string, reason: string, sent: readonly SentDelivery[], title?: string): Refusing => {
  return { why: 'mistake', mistakes: [{ name, title }], reason, sent }
}

const tooSlow = (contact: Contact): Refusing => {
  const { status, durationMs = 0 } = contact.sent[0]?.reply ?? {}
  const late = ` after ${(durationMs / 1000).toFixed(1)} s, too late`
  return mistake('too-slow', `the receiver ${firstAnswer(contact)}${status ? late : ''}`, contact.sent)
}

/** Searches for a kind of event that the receiver accepts, because otherwise its refusals prove nothing; or what else it does. */
export async function probeReceiver(factory: DeliveryFactory, sender: Sender): Promise<Probe> {
  const contact: Contact = { sent: [], factory, sender }
  const { sent } = contact
  try {
    const acceptedKind = await kindAccepted(contact)
    if (acceptedKind !== undefined) return (await fromSecond(acceptedKind, contact)) ?? { acceptedKind, sent }
    const refusing = fromAnswers(contact) ?? (await fromTrying(contact))
    return refusing === 'taken-now' ? { acceptedKind: factory.settings.kinds[0] ?? 'ping', sent } : refusing
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error
    if (isLate(contact)) return tooSlow(contact)
    const reason = `the receiver ${firstAnswer(contact)}, and there was no time to find out why; --for SECONDS gives more`
    return { why: 'refuses', reason, sent }
  }
}

/** The reason why a receiver refuses others than an event that it accepted. */
const fromSecond = async (kind: string, contact: Contact): Promise<Refusing | undefined> => {
  const { sent, factory, sender } = contact
  const accepted = sent.findLast(({ reply }) => isAcknowledged(reply))
  if (accepted === undefined || accepted.reply.durationMs > halfMs) return undefined
  const kinds = [kind, ...factory.settings.kinds.filter((one) => one !== kind)]
  const found = await ifTime(secondRefused(accepted, kinds, factory, sender))
  return found && mistake(found.name, found.reason, [found.sent])
}

const kindAccepted = async (contact: Contact): Promise<string | undefined> => {
  const { sent, factory, sender } = contact
  for (const kind of factory.settings.kinds) {
    await whenTimestampIs(contact, 'old')
    const spentMs = sent.reduce((sum, { reply }) => sum + reply.durationMs, 0)
    if (spentMs > kindsTriedMs) return undefined
    // Two slow responses suffice; more would use up the time of the drill.
    if (sent.length > 1 && isLate(contact)) return undefined
    // Twice the time limit, to distinguish a late response from none.
    const isFirst = sent.length === 0
    const timeoutMs = sender.options.timeoutMs * (isFirst ? 2 : 1)
    const make = (): Delivery => factory.delivery({ body: factory.text(kind) })
    const one = await sender.send(make(), { timeoutMs })
    sent.push(one)
    // A receiver that refused others may accept one by chance.
    const isTakenAgain = async (): Promise<boolean> =>
      isFirst || (isAcknowledged((await sender.send(make)).reply) && !(await digestsTaken(factory, sender)))
    if (isAcknowledged(one.reply) && isQuick(one, sender) && (await isTakenAgain())) {
      // Without time for it, the kind still counts as accepted.
      await ifTime(widen(one, () => factory.delivery({ body: factory.text(kind) }), sender))
      return kind
    }
    if (one.reply.isUnreached === true) return undefined
  }
  return undefined
}

/** Sends several more to a receiver that answered slowly, and more at once from then on if it answers them alike. */
export async function widen(first: SentDelivery, make: () => Delivery, sender: Sender): Promise<void> {
  const firstMs = first.reply.durationMs
  if (firstMs < quickMs || first.reply.isLate === true || sender.leftMs === Infinity) return
  // As many as a receiver that handles one after the other answers in time.
  const count = together * firstMs < sender.options.timeoutMs ? together : 2
  const sent = await Promise.all(Array.from({ length: count }, () => sender.send(make, { isAtOnce: true })))
  const durations = sent.map(({ reply }) => reply.durationMs)
  const slowestMs = Math.max(...durations)
  // The first response may be late because the receiver was just started.
  const aloneMs = Math.min(firstMs, ...durations)
  const isRefusing = sent.some(({ reply }) => isAcknowledged(reply) !== isAcknowledged(first.reply))
  // On a busy machine concurrent deliveries take longer.
  if (isRefusing || slowestMs < 2 * quickMs) return
  const isQueueing = slowestMs > (1 + count / together) * aloneMs
  const borne = Math.floor(sender.options.timeoutMs / 2 / aloneMs)
  sender.widen(isQueueing ? Math.max(1, Math.min(together, borne)) : widest, isQueueing)
}

/** The reason why no event is accepted, if the responses to valid events show it. */
const fromAnswers = (contact: Contact): Refusing | undefined => {
  const { sent } = contact
  const answer = firstAnswer(contact)
  const replies = sent.map(({ reply }) => reply)
  if (replies.every(({ isUnreached }) => isUnreached === true))
    return { why: 'unreachable', reason: `the receiver ${answer}`, sent }
  if (replies.every(({ failure }) => failure === notHttp))
    return { why: 'not-a-receiver', reason: `the receiver ${answer} to every valid event`, sent }
  if (replies.every(({ failure }) => failure === cutAnswer))
    return mistake('cut-answer', `the receiver ${answer}, to every valid event`, sent)
  return isLate(contact) ? tooSlow(contact) : undefined
}

/** The target of a redirect, without its query. */
const targetOf = (redirect: SentDelivery | undefined): string => {
  const [, place = ''] = redirect?.reply.headers.find(([name]) => name.toLowerCase() === 'location') ?? []
  return place === '' ? '' : ` to ${place.replace(/[?#].*/, '')}`
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400

const isElsewhere = (status: number): boolean =>
  [421, 501, 502, 503, 504].includes(status) || isRedirect(status)

/** Statuses of servers without a receiver at this URL, and of some receivers for refused deliveries. */
const mayBeElsewhere = (status: number): boolean => [404, 405, 410].includes(status)

const triedWords =
  'other header names, secrets (decoded, padded, cut), signed texts, spellings of digest, timestamp, type and members, content types and methods, and pairs of these'

/** The reason why no event is accepted, found by sending other deliveries. */
const fromTrying = async (contact: Contact): Promise<Refusing | 'taken-now'> => {
  const { sent, factory, sender } = contact
  const answer = firstAnswer(contact)
  const [first] = sent
  const hasOnly = (isOne: (status: number) => boolean): boolean =>
    sent.every(({ reply: { status = 0 } }) => isOne(status))
  const digests = await digestsTaken(factory, sender)
  if (digests) {
    const reason = `the receiver ${answer} to most valid events, and accepted those ${digests.description}`
    return mistake(digests.mistake, reason, sent)
  }
  const retry = await fromRetry(contact)
  if (!retry && hasOnly(isElsewhere)) {
    const what = hasOnly(isRedirect)
      ? `a redirect${targetOf(first)}, which no sender follows`
      : 'the URL leads elsewhere'
    return { why: 'not-a-receiver', reason: `the receiver ${answer} to every valid event: ${what}`, sent }
  }
  if (first) await widen(first, () => factory.delivery(), sender)
  await whenTimestampIs(contact, 'new')
  if (!retry && (await takesNow(contact))) {
    await whenTimestampIs(contact, 'old')
    // A receiver that accepts a valid event in each half was not ready before.
    if (await takesOne(contact)) return 'taken-now'
    const reason = `the receiver ${answer} to valid events that were half a second old, and accepted a new one`
    return mistake('tiny-window', reason, sent)
  }
  // Sent before the many wrong ones, for which a receiver may ban the sender.
  const forged = await sender.send(() => factory.delivery({ secret: otherSecret }))
  const search = await new Searcher(factory, sender, Math.min(3000, sender.leftMs / 5)).search()
  // A receiver that accepts a valid event now was not ready before.
  if (search.found && (await takesOne(contact))) return 'taken-now'
  const found = (search.found && fromSearch(search.found, contact)) ?? retry
  if (found) return found
  if (first && isGuarded(first.reply))
    return mistake('guarded', `the receiver ${answer} to every valid event`, sent)
  if (first && secondsOff(first.reply) > widestSeconds)
    return mistake('wrong-clock', `the receiver ${answer} to valid events`, sent)
  if (hasOnly((status) => status >= 500))
    return mistake('crash', `the receiver ${answer} to every valid event`, sent)
  // A receiver that responds differently to a forged delivery verified the valid one.
  const isVerified = forged.reply.status !== undefined && first?.reply.status !== undefined
  const kinds = new Set(sent.map(kindOfAnswer))
  const isOther = replyText(forged.reply) !== answer || (kinds.size === 1 && !kinds.has(kindOfAnswer(forged)))
  const responseText = first ? saidText(first) : ''
  if (isVerified && isOther) {
    const reason = `the receiver ${answer}${responseText} to every valid event, and ${replyText(forged.reply)}${saidText(forged)} to one under another secret`
    const title = `${namedMistake('event-refused').receiver.replace(/\.$/, '')}: it ${answer}${responseText}.`
    return mistake('event-refused', reason, sent, title)
  }
  if (search.verified) return fromSearch(search.verified, contact)
  if (hasOnly(mayBeElsewhere)) {
    const reason = `the receiver ${answer} to every valid event, and to ${search.tried} that were signed in other ways: the URL leads elsewhere, or the receiver answers so to deliveries that it does not verify`
    return { why: 'not-a-receiver', reason, sent }
  }
  const all = search.isCut ? ', until the time was over (--for gives more)' : ''
  const reason = `the receiver ${answer}${responseText} to every valid event: it verifies with another secret, or in another way, does not find its headers, lets in known senders alone, or compares the seconds of the timestamp with milliseconds; ${search.tried} ways were tried without success${all}: ${triedWords}`
  return { why: 'refuses', reason, sent }
}

/** A receiver that refuses each first attempt takes the same event again. */
const fromRetry = async (contact: Contact): Promise<Refusing | undefined> => {
  const { sent, factory, sender } = contact
  const body = sent.at(-1)?.exchange.request.body
  if (body === undefined) return undefined
  const retry = await sender.send(() => factory.delivery({ body }))
  // A receiver that accepts new events now was not ready before.
  if (!isAcknowledged(retry.reply) || (await takesOne(contact))) return undefined
  const reason = `the receiver ${firstAnswer(contact)} to the first attempt of valid events, and took a retry`
  return mistake('first-attempt-refused', reason, [...sent, retry])
}

/** The mistakes of a receiver that accepts or verifies a deviating delivery, or of the secret that the drill was given. */
const fromSearch = ({ way, sent: last }: Answered, contact: Contact): Refusing => {
  const { reply } = last
  const ways = way.map(({ description }) => description).join(' and ')
  const did = isAcknowledged(reply) ? 'took' : `${replyText(reply)} to`
  const reason = `the receiver ${firstAnswer(contact)} to valid events, and ${did} an event ${ways}`
  const sent = [...contact.sent, last]
  if (way.every(({ mistake: name }) => name === 'secret-given')) {
    const advice = way.map(({ title = '' }) => title.replace(/^The/, 'the').replace(/\.$/, '')).join('; ')
    return { why: 'refuses', reason: `${reason}: ${advice}, and the receiver verifies without it`, sent }
  }
  return { why: 'mistake', mistakes: way.map(mistakeOf), reason, sent }
}

const mistakeOf = ({ mistake: name, title, description }: Deviation) => {
  const receiver = namedMistake(name).receiver.replace(/\.$/, '')
  return { name, title: title ?? `${receiver}: it expects an event ${description}.` }
}

/** Waits until a timestamp of now is half a second old, or new, which a tiny window accepts alone. */
const whenTimestampIs = async ({ sender }: Contact, half: 'new' | 'old'): Promise<void> => {
  const { signal } = sender.options
  const ageMs = Date.now() % 1000
  const waitMs = half === 'new' ? 1000 - ageMs : Math.max(0, halfMs - ageMs)
  if (waitMs > 0) await wait(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
}

/** A refusal in the words of CSRF protections, or one that asks for a login. */
const isGuarded = ({ headers, body }: Reply): boolean =>
  /csrf|cross-site request|page expired|change you wanted was rejected/i.test(body.toString('utf8')) ||
  headers.some(([name, value]) => /^www-authenticate: (basic|digest|negotiate)/i.test(`${name}: ${value}`))

/** The deviation of a receiver's clock in seconds, by the Date header of its response. */
const secondsOff = ({ headers }: Reply): number => {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? 0 : Math.abs(time - Date.now()) / 1000
}
