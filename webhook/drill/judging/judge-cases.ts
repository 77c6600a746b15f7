import { isTaken, replyText } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'
import { TimeOver } from '../sending/time-over.js'
import { isThrown } from './answers.js'
import { type Outcome, outcomeFrom, type Violation } from './outcome.js'
import { type CaseContext, dueOf, sendCase } from './send-case.js'
import { whyRefused } from './why-refused.js'
import type { Case, CaseRule, Due } from '../rules/rule.js'

const isWrong = ({ reply }: SentDelivery, due: Due, one: Case): boolean => {
  if (due === 'open') return false
  // Who is slow has a rule of its own, which sends more at once.
  if (one.atOnce && reply.isLate) return false
  return isTaken(reply) === (due === 'refused')
}

const isBegun = (one: Case, sent: readonly SentDelivery[]): boolean =>
  sent.slice(0, one.prelude ?? 0).every(({ reply }) => isTaken(reply))

const violationOf = (
  one: Case,
  sent: readonly SentDelivery[],
  due: Due,
  { needsRefusal }: CaseRule,
): Violation | undefined => {
  if (!isBegun(one, sent)) return undefined
  const at = sent.findIndex((answered, index) => isWrong(answered, dueOf(one, index, due), one))
  const wrong = sent[at]
  if (!wrong || (needsRefusal && wrong.reply.status === undefined)) return undefined
  const wanted = dueOf(one, at, due) === 'taken' ? 'and 200 is due' : 'and has to be refused'
  return {
    key: one.key,
    message: `${one.description}: the receiver ${replyText(wrong.reply)}, ${wanted}`,
    exchange: wrong.exchange,
  }
}

interface Tried {
  readonly one: Case
  readonly sent: readonly SentDelivery[]
  readonly violation?: Violation
  /** The delivery that the receiver broke at. */
  readonly thrown?: SentDelivery
}

const isSuspect = ({ violation, thrown }: Tried): boolean => violation !== undefined || thrown !== undefined

const tryCase = async (
  one: Case,
  rule: CaseRule,
  context: CaseContext,
  due: Due,
  isFurther = false,
): Promise<Tried> => {
  const sent = await sendCase(one, context, due, isFurther)
  const violation = violationOf(one, sent, due, rule)
  const thrown = rule.bearsErrors || !isBegun(one, sent) ? undefined : sent.find(isThrown)
  return { one, sent, ...(violation && { violation }), ...(thrown && { thrown }) }
}

// Events that meet do so by chance: what they break is not broken each time.
const triesAtOnce = 4

const tryAgain = async (one: Case, rule: CaseRule, context: CaseContext, due: Due): Promise<Tried> => {
  let again = await tryCase(one, rule, context, due)
  for (let tries = 1; one.atOnce && tries < triesAtOnce && !isSuspect(again); tries += 1) {
    again = await tryCase(one, rule, context, due)
  }
  return again
}

/** Repeats what was wrong, so that chance is told apart; what the receiver broke at again is noted. */
const repeat = async (first: Tried, rule: CaseRule, context: CaseContext, due: Due): Promise<Tried> => {
  const { one, thrown } = first
  const again = await tryAgain(one, rule, context, due).catch((error: unknown) => {
    // What failed once is a finding as well, when there is no time to see it again.
    if (error instanceof TimeOver) return first
    throw error
  })
  if (thrown && again.thrown) {
    const key = `${nameOf(rule)}/${one.key}`
    context.answers.noteThrown({ key, description: one.description, sent: thrown })
  }
  return again
}

const nameOf = ({ id }: CaseRule): string => id.slice('receiver/'.length)

const violationsIn = (tried: readonly Tried[]): Violation[] =>
  tried.flatMap(({ violation }) => (violation ? [violation] : []))

/** What a rule was judged by. */
export interface JudgedCases {
  readonly outcome: Outcome
  readonly sent: number
  /** Further cases that there was no time for. */
  readonly unsent: number
}

/** Undefined for a further case that there was no time for; a rule is judged by its first one, or by what broke it. */
const tryAll = async (
  cases: readonly Case[],
  rule: CaseRule,
  context: CaseContext,
): Promise<readonly Tried[]> => {
  const numbered = cases.map((one, index) => ({ one, isFurther: index > 0 }))
  const tried = await context.sender.each(numbered, ({ one, isFurther }) =>
    tryCase(one, rule, context, rule.due, isFurther).catch((error: unknown) => {
      if (error instanceof TimeOver) return undefined
      throw error
    }),
  )
  const done = tried.filter((one) => one !== undefined)
  if (tried[0] === undefined && !done.some(isSuspect)) throw new TimeOver()
  return done
}

const watch = async (rule: CaseRule, reason: string, context: CaseContext): Promise<Outcome> => {
  const notes = await context.sender.each(rule.cases(context.factory), async (one) => {
    const tried = await tryCase(one, rule, context, 'open')
    if (tried.thrown) await repeat(tried, rule, context, 'open')
    return `${tried.sent.map(({ reply }) => replyText(reply)).join(', then ')}: ${one.description}`
  })
  return { state: 'not-promised', reason, notes }
}

const openReason = ({ id, reason }: CaseRule, { factory }: CaseContext): string | undefined => {
  if (reason !== undefined) return reason
  const isWindow = id.startsWith('receiver/tolerance-') && factory.settings.tolerance === undefined
  return isWindow
    ? 'the tolerance is 5 minutes in examples alone; give --tolerance to have it judged'
    : undefined
}

/** The one cause behind kinds that are refused; none is known when there is no time to ask for it. */
const whyKinds = async (tried: readonly Tried[], context: CaseContext): Promise<Violation | undefined> => {
  const answers = tried.flatMap(({ one: { key: kind }, sent: [sent] }) => (sent ? [{ kind, sent }] : []))
  return whyRefused(answers, context).catch((error: unknown) => {
    if (error instanceof TimeOver) return undefined
    throw error
  })
}

/**
 * Sends the cases of a rule and judges the answers. What fails is repeated once, so that chance is told apart.
 * @throws TimeOver when there was none for the first case, and Gone when nobody listens any more.
 */
export async function judgeCases(rule: CaseRule, setting: CaseContext): Promise<JudgedCases> {
  const reason = openReason(rule, setting)
  const cases = rule.cases(setting.factory)
  const all = { sent: cases.length, unsent: 0 }
  if (reason !== undefined) return { outcome: await watch(rule, reason, setting), ...all }
  if (cases.length === 0) {
    return { outcome: { state: 'not-applicable', reason: 'no kind that was chosen is about this' }, ...all }
  }
  const { sender } = setting
  const first = await tryAll(cases, rule, setting)
  const again = await sender.each(first.filter(isSuspect), (one) => repeat(one, rule, setting, rule.due))
  const lasting = violationsIn(again)
  const why = rule.perVersion && lasting.length > 0 ? await whyKinds(first, setting) : undefined
  const outcome = outcomeFrom(violationsIn(first), why === undefined ? lasting : [why])
  return { outcome, sent: first.length, unsent: cases.length - first.length }
}
