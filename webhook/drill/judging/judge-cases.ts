import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { keptConnection } from '../sending/request.js'
import { type Delivery, isTaken, replyText } from '../sending/delivery.js'
import type { Answers } from './answers.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import { TimeOver } from '../sending/time-over.js'
import { type Outcome, outcomeFrom, type Violation } from './outcome.js'
import type { Case, CaseRule, Due } from '../rules/rule.js'

/** How the cases of a drill are made, sent and counted. */
export interface CaseContext {
  readonly factory: DeliveryFactory
  readonly sender: Sender
  readonly answers: Answers
}

// A receiver that never answers what it refuses is waited for a few times in full.
const silenceBorne = 3
const shortMs = 500

const sendCase = async (
  { make, keepsConnection, prelude }: Case,
  { factory, sender, answers }: CaseContext,
  due: Due,
) => {
  const agent = keepsConnection ? keptConnection(sender.options.url) : undefined
  // Cases of several deliveries take longest, and so are begun first.
  const rank = keepsConnection || prelude !== undefined ? 0 : 1
  const sent: SentDelivery[] = []
  let made: readonly Delivery[] | undefined
  // Made when the first is sent: it may have waited for that, and its timestamp is to be that of now.
  const delivery = (): Delivery => {
    made ??= make(factory)
    const next = made[sent.length]
    if (next === undefined) throw new RangeError('a case needs a delivery')
    return next
  }
  try {
    do {
      const isPatient = due === 'taken' || answers.silent.length < silenceBorne
      const one = await sender.send(delivery, {
        ...(agent && { agent }),
        ...(isPatient ? {} : { timeoutMs: Math.min(shortMs, sender.options.timeoutMs) }),
        rank,
      })
      if (due === 'refused') answers.noteRefusal(one)
      const isSlowed = (delivery().framing ?? 'length') !== 'length' || one.isCrowded === true
      if (due === 'taken') answers.note(one, isSlowed)
      sent.push(one)
    } while (sent.length < (made?.length ?? 0))
    return sent
  } finally {
    agent?.destroy()
  }
}

const violationOf = (one: Case, sent: readonly SentDelivery[], due: Due): Violation | undefined => {
  const isWrong = (reply: SentDelivery['reply']): boolean => isTaken(reply) === (due === 'refused')
  const isBegun = sent.slice(0, one.prelude ?? 0).every(({ reply }) => isTaken(reply))
  if (!isBegun) return undefined
  const wrong = sent.find(({ reply }) => isWrong(reply))
  if (!wrong) return undefined
  const wanted = due === 'taken' ? 'and 200 is due' : 'and has to be refused'
  return {
    key: one.key,
    message: `${one.description}: the receiver ${replyText(wrong.reply)}, ${wanted}`,
    exchange: wrong.exchange,
  }
}

const judgeOnce = async (
  cases: readonly Case[],
  rule: CaseRule,
  setting: CaseContext,
): Promise<{ readonly violations: Violation[]; readonly failing: Case[] }> => {
  const violations: Violation[] = []
  const failing: Case[] = []
  await setting.sender.each(cases, async (one) => {
    const violation = violationOf(one, await sendCase(one, setting, rule.due), rule.due)
    if (!violation) return
    violations.push(violation)
    failing.push(one)
  })
  return { violations, failing }
}

const watch = async (rule: CaseRule, reason: string, setting: CaseContext): Promise<Outcome> => {
  const notes = await setting.sender.each(rule.cases(setting.factory), async (one) => {
    const replies = await sendCase(one, setting, 'open')
    return `${replies.map(({ reply }) => replyText(reply)).join(', then ')}: ${one.description}`
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

/** Sends the cases of a rule and judges the answers. What fails is repeated once, so that chance is told apart. */
export async function judgeCases(rule: CaseRule, setting: CaseContext): Promise<Outcome> {
  const reason = openReason(rule, setting)
  if (reason !== undefined) return watch(rule, reason, setting)
  const cases = rule.cases(setting.factory)
  if (cases.length === 0) return { state: 'not-applicable', reason: 'no kind that was chosen is about this' }
  const first = await judgeOnce(cases, rule, setting)
  if (first.failing.length === 0) return { state: 'passed' }
  try {
    const again = await judgeOnce(first.failing, rule, setting)
    return outcomeFrom(first.violations, again.violations)
  } catch (error) {
    // What failed once is a finding as well, when there is no time to see it again.
    if (error instanceof TimeOver) return outcomeFrom(first.violations)
    throw error
  }
}
