import { replyText } from '../sending/delivery.js'
import type { SenderOptions } from '../sending/request.js'
import type { Answers, Manner, Thrown } from './answers.js'
import type { SentDelivery } from '../sending/sender.js'
import { type Outcome, outcomeFrom, type Violation } from './outcome.js'
import type { AnswerRule } from '../rules/rule.js'

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
