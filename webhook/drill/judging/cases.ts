import { type Case, type CaseRule, type Due, nameOf, type Violation, violation } from '../rules/rule.js'
import type { DeliveryFactory } from '../sending/delivery.js'
import {
  Connections,
  type Delivery,
  isAcknowledged,
  isServerError,
  replyText,
} from '../../delivery/delivery.js'
import { type Sender, Gone, ifTime, type SendOptions, type SentDelivery } from '../sending/sender.js'
import { type Answers, isThrown } from './answers.js'
import { deviating } from '../probe/deviation.js'
import { widen } from '../probe/probe.js'
import { ofTypes } from '../probe/ways.js'

/** The means to make, send and record cases. */
export interface CaseContext {
  readonly rule: CaseRule
  /** The duty of the receiver, if the rule is not open. */
  readonly due: Due
  readonly factory: DeliveryFactory
  readonly sender: Sender
  readonly answers: Answers
}

export interface Tried {
  readonly one: Case
  readonly sent: readonly SentDelivery[]
  readonly violation?: Violation | undefined
  /** Of its repetition, if it failed. */
  readonly lasting?: Violation | undefined
}

const dueOf = ({ dues }: Case, index: number, due: Due): Due => dues?.[index] ?? due

// The number of full timeouts for a receiver that never responds to refused deliveries.
const silenceBorne = 2
const shortMs = 500
/** Waiting in silence does not burden a receiver. */
const widthInSilence = 16

const sendOne = async (
  { description }: Case,
  make: () => Delivery,
  due: Due,
  own: SendOptions,
  { sender, answers }: CaseContext,
): Promise<SentDelivery> => {
  const isPatient = due === 'taken' || answers.silent < silenceBorne
  const timeoutMs = Math.min(shortMs, sender.options.timeoutMs)
  const sent = await sender.send(make, isPatient ? own : { ...own, timeoutMs })
  if (sent.reply.isUnreached === true) throw new Gone(replyText(sent.reply))
  answers.noteAnswer(sent, description)
  if (due === 'refused') {
    const isFirst = answers.noteRefusal(sent) === 1
    if (isPatient && answers.silent >= silenceBorne) sender.widen(widthInSilence)
    // Some receivers delay only refusals, to slow down guessing.
    if (isFirst && sent.reply.durationMs > shortMs) await widen(sent, make, sender)
  }
  if (due === 'taken') answers.note(sent, make().isSlow === true || sent.isSlowed === true)
  return sent
}

/** Sends the deliveries of a case, sequentially or in groups, and records the responses. */
const sendCase = async (drillCase: Case, context: CaseContext): Promise<readonly SentDelivery[]> => {
  const { factory, sender, due } = context
  const { atOnce = 1, keepsConnection } = drillCase
  const connections = keepsConnection ? new Connections(1) : undefined
  const own = { connections, isAtOnce: atOnce > 1 }
  // Made when the first one is sent, so that its timestamp is current.
  let deliveries: readonly Delivery[] = []
  const makeAt = (index: number) => (): Delivery => {
    if (deliveries.length === 0) deliveries = drillCase.make(factory)
    const delivery = deliveries[index]
    if (delivery === undefined) throw new RangeError('a case needs a delivery')
    return delivery
  }
  const sent: SentDelivery[] = []
  try {
    do {
      const indices = Array.from({ length: atOnce }, (_, index) => sent.length + index)
      const send = (index: number) =>
        sendOne(drillCase, makeAt(index), dueOf(drillCase, index, due), own, context)
      sent.push(...(await Promise.all(indices.map(send))))
      // A slow receiver has overlapping deliveries at the first try.
    } while (sent.length < (atOnce > 1 && sender.width > 1 ? atOnce : deliveries.length))
    return sent
  } finally {
    connections?.destroy()
  }
}

const isWrong = ({ reply }: SentDelivery, due: Due): boolean =>
  due !== 'open' && isAcknowledged(reply) === (due === 'refused')

/** The status of a receiver that stopped waiting for a body. */
const timeIsOver = 408

const isBegun = (one: Case, sent: readonly SentDelivery[]): boolean =>
  sent.slice(0, one.prelude ?? 0).every(({ reply }) => isAcknowledged(reply))

const violationOf = (
  drillCase: Case,
  sent: readonly SentDelivery[],
  { due, rule, sender, answers }: CaseContext,
): Violation | undefined => {
  const isQuick = ({ reply }: SentDelivery): boolean =>
    isAcknowledged(reply) && 4 * reply.durationMs < sender.options.timeoutMs
  // Slowness has its own rule, so among concurrent deliveries a late response counts only if another one was quick.
  const isJudged = ({ reply }: SentDelivery): boolean =>
    !drillCase.atOnce || !reply.isLate || sent.some(isQuick)
  const at = sent.findIndex(
    (answer, index) => isJudged(answer) && isWrong(answer, dueOf(drillCase, index, due)),
  )
  const wrong = sent[at]
  const { status } = wrong?.reply ?? {}
  if (!wrong || (rule.needsRefusal && (status === undefined || status === timeIsOver))) return undefined
  const refusal = rule.severity === 'warning' ? 'a 4xx is better' : 'it must answer 4xx'
  const wanted = dueOf(drillCase, at, due) === 'taken' ? 'it must answer 200' : refusal
  const mistake = drillCase.asForged && answers.isAsForged(wrong) ? drillCase.asForged : drillCase.mistake
  const message = `${drillCase.description}: the receiver ${replyText(wrong.reply)}, and ${wanted}`
  return { key: drillCase.key, message, exchange: wrong.exchange, mistake }
}

const tryOnce = async (one: Case, context: CaseContext) => {
  const sent = await sendCase(one, context)
  if (!isBegun(one, sent)) return { sent, violation: undefined, thrown: undefined }
  const thrown = context.rule.bearsErrors ? undefined : sent.find(isThrown)
  return { sent, violation: violationOf(one, sent, context), thrown }
}

// Events overlap by chance, and a receiver that fails at random sometimes fails twice in a row.
const triesByChance = 4

/**
 * Sends a case and judges the responses. A failure is repeated, to exclude a coincidence, and a server error more
 * often; a receiver that crashes each time is recorded. @throws TimeOver, and Gone when the receiver no longer listens.
 */
export async function tryCase(drillCase: Case, context: CaseContext): Promise<Tried> {
  const { sent, violation, thrown } = await tryOnce(drillCase, context)
  if (violation === undefined && thrown === undefined) return { one: drillCase, sent }
  const isAtOnce = drillCase.atOnce !== undefined
  const isError = sent.some(({ reply }) => isServerError(reply))
  let again: Awaited<ReturnType<typeof tryOnce>> | undefined
  for (let tries = isAtOnce || isError ? triesByChance : 1; tries > 0; tries -= 1) {
    again = await ifTime(tryOnce(drillCase, context))
    const isFailing = again?.violation !== undefined || again?.thrown !== undefined
    if (isError && !isAtOnce && again && !isFailing) context.answers.chances += 1
    if (again === undefined || isFailing === isAtOnce) break
  }
  if (violation && again && !again.violation && !isAtOnce && !isError)
    context.answers.noteWavering(violation, sent)
  // Without time for a repetition, a single failure is a finding too.
  const lasting = again === undefined ? violation : again.violation
  if (thrown && (again === undefined || again.thrown)) {
    const key = `${nameOf(context.rule)}/${drillCase.key}`
    context.answers.noteThrown({ key, description: drillCase.description, sent: thrown, isAtOnce })
  }
  return { one: drillCase, sent, violation, lasting }
}

type Context = Pick<CaseContext, 'factory' | 'sender'>

interface KindAnswer {
  readonly kind: string
  readonly sent: SentDelivery
}

const bytesIn = ({ exchange }: SentDelivery): number => Buffer.byteLength(exchange.request.body ?? '')

const ofBytes = ({ factory }: Context, kind: string, bytes: number): Delivery => {
  const text = factory.text(kind)
  const more = Math.max(0, bytes - Buffer.byteLength(text))
  return factory.delivery({ body: `{${' '.repeat(more)}${text.slice(1)}` })
}

const nearBytes = 8

/** Whether a size limit alone separates accepted from refused events. */
const bodyLimit = async (
  refused: readonly KindAnswer[],
  taken: readonly KindAnswer[],
  context: Context,
): Promise<Violation | undefined> => {
  const kind = taken[0]?.kind
  let above = Math.min(...refused.map(({ sent }) => bytesIn(sent)))
  let below = Math.max(...taken.map(({ sent }) => bytesIn(sent)))
  if (kind === undefined || above <= below) return undefined
  let shown: SentDelivery | undefined
  const takes = async (bytes: number): Promise<boolean> => {
    const sent = await context.sender.settle(() => ofBytes(context, kind, bytes))
    if (!isAcknowledged(sent.reply)) shown = sent
    return isAcknowledged(sent.reply)
  }
  if (!(await takes(below)) || (await takes(above))) return undefined
  while (above - below > nearBytes) {
    const middle = Math.floor((above + below) / 2)
    if (await takes(middle)) below = middle
    else above = middle
  }
  if (!shown || shown.reply.status === undefined) return undefined
  const message = `events of ${above} bytes and more are refused, and those of up to ${below} bytes are accepted: the receiver ${replyText(shown.reply)} to a valid event of ${bytesIn(shown)} bytes; 200 was expected`
  return violation('size', message, shown)
}

/** Whether the same event with another spelling of its type is accepted. */
const typeSpelling = async (
  refused: readonly KindAnswer[],
  { factory, sender }: Context,
): Promise<Violation | undefined> => {
  const [first] = refused
  // A single word differs only in case between spellings.
  if (!first || !refused.every(({ kind }) => kind.includes('_'))) return undefined
  const own = factory.with({ kinds: [first.kind] })
  const { type } = own.event()
  const unknown = JSON.stringify({ ...own.event(), type: `${type}_of_the_drill` })
  // A receiver that accepts unknown types accepts other spellings too.
  if (isAcknowledged((await sender.settle(() => own.delivery({ body: unknown }))).reply)) return undefined
  for (const spelling of ofTypes) {
    const { reply } = await sender.settle(() => deviating(own, [spelling]))
    if (!isAcknowledged(reply)) continue
    const other = spelling.plan.spell?.(type) ?? type
    const message = `a valid event of kind ${type}: the receiver ${replyText(first.sent.reply)}, and accepted the same under the type ${other}; ${type} is the right type`
    return violation('spelling', message, first.sent)
  }
  return undefined
}

/** The single cause of refusing some kinds of events: their size or spelling. @throws TimeOver */
export async function refusalCause(
  answers: readonly KindAnswer[],
  context: Context,
): Promise<Violation | undefined> {
  const taken = answers.filter(({ sent }) => isAcknowledged(sent.reply))
  const refused = answers.filter(({ sent }) => !isAcknowledged(sent.reply) && sent.reply.status !== undefined)
  if (refused.length === 0 || refused.length + taken.length < answers.length) return undefined
  return (await bodyLimit(refused, taken, context)) ?? typeSpelling(refused, context)
}
