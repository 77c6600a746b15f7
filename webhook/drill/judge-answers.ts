import type { CourierOptions } from './courier.js'
import type { Answers, Sent } from './desk.js'
import { type Outcome, outcomeOfShown, type Shown } from './outcome.js'
import type { AnswerRule } from './rule.js'

const statusShown = ({ reply, exchange }: Sent): Shown => ({
  key: 'status',
  message: `a valid event was answered ${reply.status} and not 200`,
  exchange,
})

const silence = ({ exchange }: Sent): Shown => ({
  key: 'silent',
  message: 'a delivery that has to be refused got no answer',
  exchange,
})

/** Judges every answer of the run. */
export function judgeAnswers({ id }: AnswerRule, answers: Answers, { timeoutMs }: CourierOptions): Outcome {
  if (id === 'receiver/answered-refusal') {
    if (answers.refusals === 0) return { state: 'skipped', reason: 'nothing was sent that has to be refused' }
    return outcomeOfShown(answers.silent.map(silence))
  }
  if (answers.taken === 0) return { state: 'skipped', reason: 'no valid event was sent and taken' }
  if (id === 'receiver/status-200') return outcomeOfShown(answers.others.map(statusShown))
  const late = answers.late.map(({ exchange }) => ({
    key: 'late',
    message: `a single valid event took more than half of the ${timeoutMs / 1000} s that the sender waits`,
    exchange,
  }))
  // Once may be chance, such as a receiver that was just started.
  if (late.length < 2) {
    const note = `the slowest of ${answers.taken} took ${Math.round(answers.slowestMs)} ms`
    return { state: 'passed', notes: [note] }
  }
  return outcomeOfShown(late)
}
