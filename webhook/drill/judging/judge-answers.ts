import { replyText } from '../sending/delivery.js'
import type { SenderOptions } from '../sending/request.js'
import type { Answers, Manner, Thrown } from './answers.js'
import type { SentDelivery } from '../sending/sender.js'
import { type Outcome, outcomeFrom, type Violation } from './outcome.js'
import type { AnswerRule } from '../rules/rule.js'
import type { Leak, LeakWatch } from '../leaks/leak-watch.js'

const statusShown = ({ reply, exchange }: SentDelivery): Violation => ({
  key: 'status',
  message: `a valid event was answered ${reply.status} and not 200`,
  exchange,
})

const refusedSo = (key: Manner, { reply, exchange }: SentDelivery): Violation => ({
  key,
  message:
    key === 'silent'
      ? 'a delivery that has to be refused got no answer'
      : `a delivery that has to be refused: the receiver ${replyText(reply)}, and a 4xx is due`,
  exchange,
})

const manners = ['silent', 'closed', 'redirect', 'unavailable'] as const

const refusalOutcome = (answers: Answers): Outcome => {
  if (answers.refusals === 0) return { state: 'skipped', reason: 'nothing was sent that has to be refused' }
  return outcomeFrom(manners.flatMap((key) => answers.manners[key].map((sent) => refusedSo(key, sent))))
}

const thrownOutcome = ({ thrown }: Answers): Outcome =>
  outcomeFrom(
    thrown.map(({ key, description, sent: { reply, exchange } }: Thrown) => ({
      key,
      message: `${description}: the receiver ${replyText(reply)}, as servers do when the code behind them throws`,
      exchange,
    })),
  )

/** Judges all responses of the run. */
export function judgeAnswers({ id }: AnswerRule, answers: Answers, { timeoutMs }: SenderOptions): Outcome {
  if (id === 'receiver/answered-refusal') return refusalOutcome(answers)
  if (id === 'receiver/uncaught-exception') return thrownOutcome(answers)
  if (answers.taken === 0) return { state: 'skipped', reason: 'no valid event was sent and taken' }
  if (id === 'receiver/status-200') return outcomeFrom(answers.others.map(statusShown))
  const late = answers.late.map(({ exchange }) => ({
    key: 'late',
    message: `a single valid event took more than half of the ${timeoutMs / 1000} s that the sender waits`,
    exchange,
  }))
  // A single late response may be a coincidence, such as a receiver that was just started.
  if (late.length < 2) {
    const note = `the slowest of ${answers.taken} took ${Math.round(answers.slowestMs)} ms`
    return { state: 'passed', notes: [note] }
  }
  return outcomeFrom(late)
}

const names = { secret: 'the secret', digest: 'the digest that was expected and not sent' } as const

const leakKinds: Readonly<Record<string, Leak['kind']>> = {
  'receiver/secret-in-answer': 'secret',
  'receiver/digest-in-answer': 'digest',
  'receiver/trace-in-answer': 'trace',
}

const leakShown = ({ kind, where, encoding, exchange }: Leak): Violation => {
  if (kind === 'trace') {
    const what = encoding === 'path' ? 'the path of a source file and a line' : `a stack trace of ${encoding}`
    return { key: kind, message: `${where} of an answer shows ${what}`, exchange }
  }
  const how = encoding === undefined ? '' : `, as ${encoding}`
  return { key: kind, message: `${where} of an answer shows ${names[kind]}${how}`, exchange }
}

/** True for rules about leaks in responses, which are judged even if no valid event was acknowledged. */
export function isAboutLeaks({ id }: { readonly id: string }): boolean {
  return id in leakKinds
}

/** Judges the leaks in all responses of a run. */
export function judgeLeaks({ id }: Pick<AnswerRule, 'id'>, watch: LeakWatch): Outcome {
  const kind = leakKinds[id]
  if (kind === 'secret' && !watch.looksForSecret) {
    return { state: 'not-applicable', reason: 'a secret of fewer than 8 letters stands in texts by chance' }
  }
  return outcomeFrom(watch.leaks.filter((leak) => leak.kind === kind).map(leakShown))
}
