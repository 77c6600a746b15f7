import { isTaken, replyText } from '../sending/delivery.js'
import type { SentDelivery } from '../sending/sender.js'
import { TimeOver } from '../sending/time-over.js'
import { isThrown } from './answers.js'
import { type Outcome, outcomeFrom, type Violation } from './outcome.js'
import { type CaseContext, dueOf, sendCase } from './send-case.js'
import { whyRefused } from './why-refused.js'
import { type Case, type CaseRule, type Due, nameOf } from '../rules/rule.js'

const isWrong = ({ reply }: SentDelivery, due: Due, one: Case): boolean => {
  if (due === 'open') return false
  // Slowness has its own rule, which sends more at once.
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
    ...(one.mistake !== undefined && { mistake: one.mistake }),
  }
}

interface Tried {
  readonly one: Case
  readonly sent: readonly SentDelivery[]
  readonly violation?: Violation
  /** The delivery that broke the receiver. */
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

// Concurrent events overlap by chance, so a defect does not show each time.
const triesAtOnce = 4

const tryAgain = async (one: Case, rule: CaseRule, context: CaseContext, due: Due): Promise<Tried> => {
  let again = await tryCase(one, rule, context, due)
  for (let tries = 1; one.atOnce && tries < triesAtOnce && !isSuspect(again); tries += 1) {
    again = await tryCase(one, rule, context, due)
  }
  return again
}

/** Repeats a failure, to exclude a coincidence; a receiver that breaks again is recorded. */
const repeat = async (first: Tried, rule: CaseRule, context: CaseContext, due: Due): Promise<Tried> => {
  const { one, thrown } = first
  const again = await tryAgain(one, rule, context, due).catch((error: unknown) => {
    // Without time for a repetition, a single failure is a finding too.
    if (error instanceof TimeOver) return first
    throw error
  })
  if (thrown && again.thrown) {
    const key = `${nameOf(rule)}/${one.key}`
    context.answers.noteThrown({ key, description: one.description, sent: thrown })
  }
  return again
}

const violationsIn = (tried: readonly Tried[]): Violation[] =>
  tried.flatMap(({ violation }) => (violation ? [violation] : []))

/** The outcome of a rule with its number of cases. */
export interface JudgedCases {
  readonly outcome: Outcome
  readonly sent: number
  /** Further cases that there was no time for. */
  readonly unsent: number
}

/** Leaves out further cases that there was no time for; a rule is judged by its first case, or by one that failed. */
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

/** The single cause of refused kinds; undefined when there is no time to determine it. */
const whyKinds = async (tried: readonly Tried[], context: CaseContext): Promise<Violation | undefined> => {
  const answers = tried.flatMap(({ one: { key: kind }, sent: [sent] }) => (sent ? [{ kind, sent }] : []))
  return whyRefused(answers, context).catch((error: unknown) => {
    if (error instanceof TimeOver) return undefined
    throw error
  })
}

/**
 * Sends the cases of a rule and judges the responses. Failures are repeated once, to exclude a coincidence.
 * @throws TimeOver when there was no time for the first case, and Gone when the receiver no longer listens.
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
