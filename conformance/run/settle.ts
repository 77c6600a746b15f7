import { causeKey } from '../causes/violations.js'
import { neededIn } from '../causes/failures.js'
import { failureText } from '../checks/failures.js'
import { judge } from '../checks/judge.js'
import { judgeContrast } from '../checks/refusals.js'
import { deviationKind, noBody, peculiaritiesIn, requestWords, withoutRequest } from '../checks/deviations.js'
import { isBusy, isMissing, isOutage, isRefusal, isSuccess } from '../exchange/reading.js'
import type { Call, Case, Observed, ExploreViolation } from '../model/case.js'
import { unlessForbidden } from '../model/explorer.js'
import { shrink } from '../shrink/shrink.js'
import type { ExploreSession } from './explore-session.js'

const mostToShrink = 40

/** The most refusals for each operation whose reason is investigated. */
const mostContrasts = 12

/** Whether two violations break the same promise in the same way; a failure may turn out to have another cause. */
const sameViolation = (one: ExploreViolation, other: ExploreViolation): boolean => {
  const [was, is] = [one.steps.at(-1), other.steps.at(-1)]
  if (one.rule !== other.rule || was?.exchange.response.status !== is?.exchange.response.status) return false
  if (one.rule !== 'answers/server-error') return one.cause === other.cause
  // Another message is that of another failure.
  const [text, now] = [was && failureText(was)?.key, is && failureText(is)?.key]
  return text === undefined || now === undefined || text === now
}

/** The thing is missing or exists already, so the response proves nothing about the request. */
const isOfThing = ({ exchange: { response } }: Observed): boolean => [404, 409, 410].includes(response.status)

/** Whether a request that failed under load succeeds alone. */
const isOtherwiseAlone = (observed: Observed): boolean => !isOutage(observed.exchange) && !isOfThing(observed)

/** A failure that does not depend on its request; all those with one status and message have one cause. */
const asUnrepeated = (violation: ExploreViolation, shown: Observed, again: Observed): ExploreViolation => {
  const words = `, and ${again.exchange.response.status} when it was sent again later`
  const plainly = (text: string): string => `${withoutRequest(text)}${words}`
  const { about: _about, pattern, expected, ...rest } = violation
  const ofAny = withoutRequest(expected)
  return {
    ...rest,
    message: plainly(violation.message),
    expected: ofAny === expected ? expected : `${ofAny}.`,
    ...(pattern !== undefined && { pattern: plainly(pattern) }),
    cause: `not repeated ${shown.exchange.response.status} ${failureText(shown)?.key ?? ''}`,
    isUnrepeated: true,
  }
}

/** Sends a case for analysis; undefined where that is not allowed. */
const ask = (session: ExploreSession, asked: Case): Promise<Observed | undefined> =>
  unlessForbidden(session.sendUnjudged(asked))

/** After this many responses in a row that found nothing, the thing of a request is gone, and nothing is shown. */
const mostMissed = 5

/** A network or gateway that loses some responses loses a few of them twice. */
const mostOfNetwork = 3

const repeat = async (session: ExploreSession, failed: Case, most: number): Promise<Observed | undefined> => {
  const again = await ask(session, failed)
  if (again === undefined || isOtherwiseAlone(again) || most === 1) return again
  // An operation that hangs is not called a third time.
  return (await repeat(session, failed, most - 1)) ?? again
}

const isRefused = (observed: Observed): boolean => isRefusal(observed.exchange) && !isOfThing(observed)

/**
 * Turns a failure without a message into one of a repeated creation: it fails because it is the second of its kind, for
 * instance with a taken name. Undefined where nothing was created since, or the repetition succeeds.
 * @param since when the operation failed
 */
const asRepeated = async (
  session: ExploreSession,
  violation: ExploreViolation,
  since: number,
): Promise<ExploreViolation | undefined> => {
  const [shown] = violation.steps
  const operation = shown?.case.call.operation
  const isMute = violation.rule === 'answers/server-error' && shown && !failureText(shown)
  if (!isMute || operation?.method !== 'post' || requestWords(shown) !== '') return undefined
  const accepted = session.accepted
    .of(operation)
    .find(({ case: { call }, exchange }) => call.body !== undefined && exchange.sentAt > since)
  const again = accepted && (await ask(session, accepted.case))
  if (!again || !(await judge(again)).violations.some((one) => sameViolation(violation, one)))
    return undefined
  return {
    ...violation,
    message: `${violation.message} to a request that it carried out before`,
    cause: `repeated ${again.exchange.response.status} ${operation.pointer}`,
    steps: [accepted, again],
  }
}

const isOfFailure = ({ rule, steps: [shown] }: ExploreViolation): boolean =>
  rule === 'answers/server-error' && shown !== undefined && isOutage(shown.exchange)

/** Makes the request of a violation smaller. @param whole the one that shows it last */
const shrinkOne = async (
  session: ExploreSession,
  violation: ExploreViolation,
  shown: Observed,
  whole: Observed,
): Promise<void> => {
  const isOddInPath = peculiaritiesIn(shown.case).some((one) => one.in === 'path')
  const refused: Observed[] = []
  let [sent, isPlainSent, missed, hasSucceeded] = [0, false, 0, false]
  const shows = async (candidate: Case): Promise<Observed | undefined> => {
    if (missed === mostMissed) return undefined
    const observed = await ask(session, { ...candidate, call: session.pool.current(candidate.call) })
    if (!observed) return undefined
    sent++
    missed = isMissing(observed.exchange) && !isMissing(shown.exchange) ? missed + 1 : 0
    // A request to an existing thing proves nothing about odd ids, which cannot exist.
    isPlainSent ||= requestWords(observed) === '' && !(isOddInPath && session.pool.isCreated(candidate.call))
    if (isRefused(observed)) refused.push(observed)
    hasSucceeded ||= isSuccess(observed.exchange)
    // A request may fail only because it has no body.
    if (deviationKind(observed) === noBody && deviationKind(shown) !== noBody) return undefined
    const { violations } = await judge(observed)
    return violations.some((one) => sameViolation(violation, one)) ? observed : undefined
  }
  const knownFor = ({ operation }: Call, name: string): readonly unknown[] =>
    session.pool.offered.valuesFor(operation, { name, in: 'path' })
  const smallest = await shrink(whole, shows, mostToShrink, knownFor)
  // Chance may have repeated it, or the thing was new to the smaller request that succeeded: a request is blamed only if
  // it fails once more.
  const isDoubtful = isOfFailure(violation) && (smallest === whole || hasSucceeded)
  const last = { ...smallest.case, call: session.pool.current(smallest.case.call) }
  const third = isDoubtful ? await ask(session, last) : undefined
  if (third && isSuccess(third.exchange)) {
    session.unsettled.push(...session.found.replace(violation, asUnrepeated(violation, shown, third)))
    return
  }
  // The odd value may be in every valid request, so only a plain request proves that it is the cause.
  const isProven = shown.case.deviation !== undefined || requestWords(smallest) === '' || isPlainSent
  if (sent === 0) session.givenUp.add(causeKey(violation))
  const { violations } = await judge(smallest)
  const smaller = violations.find((one) => sameViolation(violation, one))
  if (!smaller) return
  if (!isProven) session.givenUp.add(causeKey(smaller))
  const needed = neededIn(smallest, refused)
  const repeated = await asRepeated(session, smaller, shown.exchange.sentAt)
  if (smallest === shown && needed.length === 0 && !repeated) return
  session.unsettled.push(...session.found.replace(violation, repeated ?? { ...smaller, needed }))
  // Other violations of the same object are recognized by the response that contains both.
  for (const one of violations) if (one !== smaller && one.part) session.found.add(one)
}

const settleOne = async (session: ExploreSession, violation: ExploreViolation): Promise<void> => {
  const [shown] = violation.steps
  if (!shown) return
  const { response } = shown.exchange
  const isFailure = isOfFailure(violation)
  // A thing that was deleted since refuses what failed before.
  const current = { ...shown.case, call: session.pool.current(shown.case.call) }
  // A lost connection, a late response or a busy gateway proves nothing unless it repeats.
  const isOfNetwork = response.status === 0 || isBusy(response)
  const again = isFailure ? await repeat(session, current, isOfNetwork ? mostOfNetwork : 1) : undefined
  // The run deleted the thing meanwhile, which may be all that failed.
  const isRace = isFailure && session.pool.removals.overlap(shown)
  if (!again && (isRace || shown.noAnswer !== undefined)) {
    // Nothing was sent, for instance because the operation hung twice during one outage.
    session.doubts.set(causeKey(violation), violation)
    session.unsettled.push(...session.found.replace(violation, undefined))
    return
  }
  // A thing that is gone got its response in time; what no response ever showed is not gone.
  const isInTime = (later: Observed): boolean =>
    isOfNetwork || isRace || (isMissing(later.exchange) && !session.pool.isSeen(later.case.call))
  if (again && (isOtherwiseAlone(again) || (isOfThing(again) && isInTime(again)))) {
    // Other failures of the operation, which had responses, do not show that it loses them.
    const isLasting = shown.noAnswer === undefined && session.failing.isLasting(again.case.call.operation)
    const once = isOfNetwork && !isLasting ? undefined : asUnrepeated(violation, shown, again)
    session.unsettled.push(...session.found.replace(violation, once))
    return
  }
  // A sequence, or a failure about a missing thing, cannot be shrunk.
  if (shown.case.origin === 'sequence' || (again && isOfThing(again))) {
    const repeated = await asRepeated(session, violation, shown.exchange.sentAt)
    if (repeated) session.unsettled.push(...session.found.replace(violation, repeated))
    else session.givenUp.add(causeKey(violation))
    return
  }
  const isRepeated = again?.exchange.response.status === response.status
  await shrinkOne(session, violation, shown, isRepeated ? again : shown)
}

/** Compares a refusal with an accepted call; both are repeated before it counts. False where there is none. */
const contrast = async (session: ExploreSession, refused: Observed): Promise<boolean> => {
  const calls = session.accepted.of(refused.case.call.operation)
  const accepted = calls.find((one) => judgeContrast(one, refused).length > 0)
  if (!accepted) return false
  const control = await ask(session, accepted.case)
  const again = control && isSuccess(control.exchange) ? await ask(session, refused.case) : undefined
  if (control && again?.exchange.response.status === refused.exchange.response.status)
    for (const violation of judgeContrast(control, again)) session.violate(violation)
  return true
}

/** Shrinks the requests of violations, and investigates the refusals of valid requests. */
export async function settle(session: ExploreSession): Promise<void> {
  const asked = new Map<unknown, number>()
  const most = session.unsettled.length * 2
  // A request that hangs again takes the time of all others.
  const isUnanswered = ({ steps: [shown] }: ExploreViolation): boolean => shown?.noAnswer !== undefined
  session.unsettled.sort((one, other) => +isUnanswered(one) - +isUnanswered(other))
  for (let count = 0; count < most; count++) {
    const [violation] = session.unsettled
    if (!violation) break
    // Removed only afterwards, so that it counts as unsettled if the time ends.
    await settleOne(session, violation)
    session.unsettled.shift()
  }
  for (const refused of session.refused.splice(0)) {
    const { operation } = refused.case.call
    const times = asked.get(operation) ?? 0
    if (times >= mostContrasts) continue
    if (await contrast(session, refused)) asked.set(operation, times + 1)
  }
  for (const violation of session.unsettled.splice(0)) session.givenUp.add(causeKey(violation))
}
