import { deepEqual } from '../../../runtime/json.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive, NotApplicable } from '../../../conformance/model/outcome.js'
import {
  answerLimitMs,
  type Delivery,
  deliveryHeader,
  kindOf,
  mentions,
  messageOf,
} from '../../../conformance/exchange/delivery.js'
import { type Cause, statusOf } from './cause.js'
import { ofEvents } from './event-rule.js'
import { deliveries, deliveriesByCause, evidence } from './evidence.js'
import {
  delaysOf,
  endOf,
  retriedStatuses,
  retriedTrials,
  slowShare,
  type Trial,
  type TrialName,
  trialsOf,
} from './trials.js'

const answerOf = (name: TrialName): string =>
  name === 'late' || name === 'slow' ? 'a response after 5 seconds' : `a response of ${retriedStatuses[name]}`

const retried = async (context: ScenarioContext): Promise<readonly Trial[]> => {
  await deliveries(context)
  const { trials } = await evidence(context)
  const own = trialsOf(trials, ...retriedTrials).filter(({ attempts }) => attempts.length > 1)
  if (own.length > 0) return own
  throw new Inconclusive(
    'no delivery that was refused came again in the time given, and no schedule is promised; wait longer with --webhook-wait',
    trials.all[0]?.attempts[0]?.exchange,
  )
}

/** Every response except 200 triggers a retry, if any does. */
export const retryDue: Scenario = async (context) => {
  await retried(context)
  const { trials } = await evidence(context)
  for (const { name, attempts } of trialsOf(trials, ...retriedTrials)) {
    const [first] = attempts
    const kind = (first && kindOf(first)) ?? 'a delivery'
    const message = `${answerOf(name)} must be followed by a retry as others are; ${kind} that got it never came again`
    context.expect(!trials.unretried.has(name), message, first?.exchange)
  }
}

/** Retries are made with exponential backoff. No schedule is promised, so only delays of another kind contradict it. */
export const backsOff: Scenario = async (context) => {
  await retried(context)
  const { trials } = await evidence(context)
  const [refused] = trialsOf(trials, 'refused')
  const delays = refused ? delaysOf(refused) : []
  if (delays.length < 2)
    throw new NotApplicable(
      'no delivery that was refused twice came again in the time given, and the number of attempts is not promised; wait longer with --webhook-wait',
    )
  const came = delays.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')
  const { schedule } = trials
  const message = `expected exponential backoff; attempts came after delays of ${came}, which are ${String(schedule)}, and again so for another event`
  context.expect(schedule === undefined, message, refused?.attempts.at(-1)?.exchange)
}

/** A rule that compares each retry with all earlier attempts and returns its fault, if any. */
export function ofRetries(
  judge: (again: Delivery, before: readonly Delivery[]) => string | undefined,
): ReturnType<typeof ofEvents> {
  return ofEvents(async (context) => {
    for (const { attempts } of await retried(context)) {
      for (const [index, again] of attempts.entries()) {
        const wrong = index === 0 ? undefined : judge(again, attempts.slice(0, index))
        if (wrong !== undefined) context.violate(wrong, again.exchange)
      }
    }
  })
}

/** Timestamps have whole seconds, and a second may begin between two attempts. */
const leastMs = 2_000

/** True for a retry with the timestamp of a much earlier attempt. */
export function hasTimestampOf(before: Delivery | undefined, again: Delivery): boolean {
  if (!before || again.arrivedAt - before.arrivedAt < leastMs) return false
  const [one, other] = [before, again].map((each) => deliveryHeader(each, 'webhook-timestamp'))
  return one !== undefined && one === other
}

/**
 * Events that occur once for each resource, or once for each of its statuses. Two genuine events of other kinds may be
 * equal: an autoramp may get several deposit addresses, and other statuses may return.
 */
const onceOnly = new Set<string>([
  'customer_created',
  'new_autoramp',
  'new_bank_account',
  'transaction',
  'identification_status',
])

/** Milliseconds from the signing of a delivery to its arrival, by two clocks. */
const underway = (delivery: Delivery): number =>
  delivery.arrivedAt - Number(deliveryHeader(delivery, 'webhook-timestamp')) * 1_000

/** The share of the limit that each response took, from sending: a busy machine receives and answers late. */
const answerTimes = async (context: ScenarioContext): Promise<(delivery: Delivery) => number> => {
  const limitMs = context.session.plan.webhooks?.answerMs ?? answerLimitMs
  const all = (await deliveries(context)).map(underway).filter(Number.isFinite)
  const least = Math.min(...all)
  return (delivery) => {
    // Timestamps are in whole seconds.
    const late = Math.max(underway(delivery) - least - 1_000, 0) || 0
    return (late + endOf(delivery) - delivery.arrivedAt) / limitMs
  }
}

/** The share of the limit within which a response is certainly in time. */
const early = 0.5

/** The delivery of each event that happens once, and that came again after a response of 200; undefined where it did not. */
const repeated = async (context: ScenarioContext): Promise<ReadonlyMap<Cause, Delivery | undefined>> => {
  const timeOf = await answerTimes(context)
  // Concurrent attempts are possible, so only one that began after a response of 200 is a repetition.
  const repeats = (delivery: Delivery, before: Delivery): boolean =>
    before.exchange.response.status === 200 &&
    before.answeredAt !== undefined &&
    timeOf(before) < early &&
    before.address === delivery.address &&
    delivery.arrivedAt > before.answeredAt &&
    deepEqual(messageOf(before), messageOf(delivery))
  const all = (await deliveriesByCause(context)).filter(
    ({ cause, came }) => (cause.isSingle ?? onceOnly.has(cause.kind)) && came.length > 0,
  )
  const ofCause = all.map(({ cause, came }) => {
    const { resource, status, named = resource?.id } = cause
    const own = came.filter(
      (delivery) =>
        named !== undefined &&
        mentions(delivery, named) &&
        (status === undefined || statusOf(delivery) === status),
    )
    const again = own.find((one, index) => own.slice(0, index).some((before) => repeats(one, before)))
    return [cause, again] as const
  })
  return new Map(ofCause)
}

/** A delivery with a response of 200 is not due again. */
export const acknowledged: Scenario = async (context) => {
  const all = await repeated(context)
  if (all.size === 0) throw new Inconclusive('no event came of a kind that happens once')
  for (const [{ kind }, again] of all) {
    const message = `${kind}: a delivery that was answered with 200 is acknowledged; the same message about the same resource came once more`
    context.expect(again === undefined, message, again?.exchange)
  }
}

/** The share of the limit within which a slow response is in time: a busy machine may be late itself. */
const punctual = slowShare + 0.15

/** A response of 200 within the time limit acknowledges. */
export const slowAnswer: Scenario = async (context) => {
  const timeOf = await answerTimes(context)
  const { trials } = await evidence(context)
  const own = trialsOf(trials, 'slow').filter(({ attempts: [first] }) => first && timeOf(first) < punctual)
  if (own.length === 0) throw new Inconclusive('this machine responded too late')
  const isRepeatedAnyway = [...(await repeated(context)).values()].some((again) => again !== undefined)
  for (const { attempts } of own) {
    const [first, again] = attempts
    const wasCut = first?.abandonedAt !== undefined
    if (again && !wasCut && isRepeatedAnyway)
      throw new Inconclusive('deliveries with an immediate response of 200 come again too')
    const message = wasCut
      ? 'an endpoint has 5 seconds to respond; the connection was ended before'
      : 'a response of 200 within 5 seconds acknowledges a delivery, and it came again'
    context.expect(!wasCut && again === undefined, message, (again ?? first)?.exchange)
  }
}
