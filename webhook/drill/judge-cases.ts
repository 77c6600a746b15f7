import type { Bench } from './bench.js'
import { keptConnection } from './courier.js'
import { isTaken, outcomeOf } from './delivery.js'
import type { Answers, Desk, Sent } from './desk.js'
import { type Outcome, outcomeOfShown, type Shown } from './outcome.js'
import type { Case, CaseRule, Due } from './rule.js'

/** What cases are judged with. */
export interface Setting {
  readonly bench: Bench
  readonly desk: Desk
  readonly answers: Answers
}

// A receiver that never answers what it refuses is waited for a few times in full.
const silenceBorne = 3
const shortMs = 500

const sendCase = async ({ make, keepsConnection }: Case, { bench, desk, answers }: Setting, due: Due) => {
  const agent = keepsConnection ? keptConnection(desk.options.url) : undefined
  const sent: Sent[] = []
  try {
    for (const delivery of make(bench)) {
      const isPatient = due === 'taken' || answers.silent.length < silenceBorne
      const one = await desk.send(delivery, {
        ...(agent && { agent }),
        ...(isPatient ? {} : { timeoutMs: Math.min(shortMs, desk.options.timeoutMs) }),
      })
      if (due === 'refused') answers.noteRefusal(one)
      if (due === 'taken') answers.note(one, (delivery.framing ?? 'length') !== 'length')
      sent.push(one)
    }
    return sent
  } finally {
    agent?.destroy()
  }
}

const violationOf = (one: Case, sent: readonly Sent[], due: Due): Shown | undefined => {
  const isWrong = (reply: Sent['reply']): boolean => isTaken(reply) === (due === 'refused')
  const isBegun = sent.slice(0, one.prelude ?? 0).every(({ reply }) => isTaken(reply))
  if (!isBegun) return undefined
  const wrong = sent.find(({ reply }) => isWrong(reply))
  if (!wrong) return undefined
  const wanted = due === 'taken' ? 'and 200 is due' : 'and has to be refused'
  return {
    key: one.key,
    message: `${one.says}: the receiver ${outcomeOf(wrong.reply)}, ${wanted}`,
    exchange: wrong.exchange,
  }
}

const judgeOnce = async (
  cases: readonly Case[],
  rule: CaseRule,
  setting: Setting,
): Promise<{ readonly shown: Shown[]; readonly failing: Case[] }> => {
  const shown: Shown[] = []
  const failing: Case[] = []
  for (const one of cases) {
    const violation = violationOf(one, await sendCase(one, setting, rule.due), rule.due)
    if (!violation) continue
    shown.push(violation)
    failing.push(one)
  }
  return { shown, failing }
}

const watch = async (rule: CaseRule, reason: string, setting: Setting): Promise<Outcome> => {
  const notes: string[] = []
  for (const one of rule.cases(setting.bench)) {
    const replies = await sendCase(one, setting, 'open')
    notes.push(`${replies.map(({ reply }) => outcomeOf(reply)).join(', then ')}: ${one.says}`)
  }
  return { state: 'not-promised', reason, notes }
}

const openReason = ({ id, reason }: CaseRule, { bench }: Setting): string | undefined => {
  if (reason !== undefined) return reason
  const isWindow = id.startsWith('receiver/tolerance-') && bench.setting.tolerance === undefined
  return isWindow
    ? 'the tolerance is 5 minutes in examples alone; give --tolerance to have it judged'
    : undefined
}

/** Sends the cases of a rule and judges the answers. What fails is repeated once, so that chance is told apart. */
export async function judgeCases(rule: CaseRule, setting: Setting): Promise<Outcome> {
  const reason = openReason(rule, setting)
  if (reason !== undefined) return watch(rule, reason, setting)
  const cases = rule.cases(setting.bench)
  if (cases.length === 0) return { state: 'not-applicable', reason: 'no kind that was chosen is about this' }
  const first = await judgeOnce(cases, rule, setting)
  if (first.failing.length === 0) return { state: 'passed' }
  const again = await judgeOnce(first.failing, rule, setting)
  return outcomeOfShown(first.shown, again.shown)
}
