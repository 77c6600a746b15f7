import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Inconclusive } from '../../engine/outcome.js'
import {
  answerLimitMs,
  customerOf,
  type Delivery,
  deliveryHeader,
  kindOf,
  messageOf,
} from '../../model/delivery.js'
import { deliveries, evidence } from './evidence.js'
import { endOf, retriedTrials, type Trial, type TrialName, trialsOf } from './trials.js'

const answers: Readonly<Record<TrialName, string>> = {
  refused: 'an answer of 500',
  rejected: 'an answer of 400',
  redirected: 'a redirection',
  late: 'an answer that came later than 5 seconds',
  slow: 'an answer within 5 seconds',
}

/** The events of which a second attempt came. @throws Inconclusive when none did. */
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

const isRetried: Scenario = async (context) => {
  await retried(context)
  const { trials } = await evidence(context)
  for (const { name, attempts } of trialsOf(trials, ...retriedTrials)) {
    const message = `a retry is due after ${answers[name]} as after others; that delivery never came again`
    context.expect(!trials.unretried.has(name), message, attempts[0]?.exchange)
  }
}

/** Judges each attempt after the first beside all those before it. */
const ofRetries =
  (judge: (again: Delivery, before: readonly Delivery[]) => string | undefined): Scenario =>
  async (context) => {
    for (const { attempts } of await retried(context)) {
      attempts.forEach((again, index) => {
        const wrong = index === 0 ? undefined : judge(again, attempts.slice(0, index))
        if (wrong !== undefined) context.violate(wrong, again.exchange)
      })
    }
  }

const newId = ofRetries((again, before) => {
  const id = deliveryHeader(again, 'webhook-id')
  return id !== undefined && before.some((one) => deliveryHeader(one, 'webhook-id') === id)
    ? 'a new webhook-id is due for each retry, that of an attempt before came again'
    : undefined
})

const sameContent = ofRetries((again, [first]) =>
  first === undefined || deepEqual(messageOf(first), messageOf(again))
    ? undefined
    : 'the message of a retry is due to be that of the first attempt',
)

/** Timestamps count whole seconds, and a second may begin between two attempts. */
const leastSeconds = 2_000

const newTimestamp = ofRetries((again, before) => {
  const last = before.at(-1)
  if (!last || again.arrivedAt - last.arrivedAt < leastSeconds) return undefined
  const [one, other] = [last, again].map((each) => deliveryHeader(each, 'webhook-timestamp'))
  return one !== undefined && one === other
    ? 'webhook-timestamp is due to be that of the attempt, that of the attempt before came with a retry'
    : undefined
})

const sameHeader = (delivery: Delivery): string =>
  JSON.stringify([kindOf(delivery), customerOf(delivery), messageOf(delivery)])

/** Something that happens once to one thing; of other kinds two genuine events may be equal. */
const onceOnly = new Set(['customer_created', 'new_autoramp', 'new_bank_account', 'transaction'])

const atOnceMs = 500

/** True for a delivery that was answered 200 long before the time to answer was over: it is not due again. */
const isAcknowledged = ({ exchange, arrivedAt, answeredAt = Infinity }: Delivery): boolean =>
  exchange.response.status === 200 && answeredAt - arrivedAt < atOnceMs

const acknowledged: Scenario = async (context) => {
  const all = (await deliveries(context)).filter((delivery) => onceOnly.has(kindOf(delivery) ?? ''))
  if (all.length === 0) throw new Inconclusive('no news came of anything that happens once')
  const done = new Map<string, Delivery>()
  for (const delivery of all) {
    const name = `${delivery.address} ${sameHeader(delivery)}`
    const before = done.get(name)
    const message = `${kindOf(delivery)}: a delivery that was answered 200 is not due again; the same news of the same thing came once more`
    // Two attempts may be on their way at once, so only one that began after the answer is a repetition.
    const isAgain = before?.answeredAt !== undefined && delivery.arrivedAt > before.answeredAt
    if (isAgain) context.violate(message, delivery.exchange)
    if (isAcknowledged(delivery)) done.set(name, delivery)
  }
}

const slowAnswer: Scenario = async (context) => {
  await deliveries(context)
  const { trials } = await evidence(context)
  const limitMs = context.session.plan.webhooks?.answerMs ?? answerLimitMs
  const own = trialsOf(trials, 'slow')
  const judged = own.filter(({ attempts: [first] }) => first && endOf(first) - first.arrivedAt < limitMs)
  if (judged.length === 0) throw new Inconclusive('the answer could not be given in time')
  for (const { attempts } of judged) {
    const [first, again] = attempts
    const wasCut = first?.abandonedAt !== undefined
    const message = wasCut
      ? 'an endpoint has 5 seconds to answer; the connection was ended before'
      : 'an answer of 200 within 5 seconds acknowledges; the delivery came again'
    context.expect(!wasCut && again === undefined, message, (again ?? first)?.exchange)
  }
}

/** Events, delivery 5 and 6: acknowledgement and retries. */
export const retryScenarios: Readonly<Record<string, Scenario>> = {
  'webhooks/retry': isRetried,
  'webhooks/retry-id': newId,
  'webhooks/retry-content': sameContent,
  'webhooks/retry-timestamp': newTimestamp,
  'webhooks/acknowledged': acknowledged,
  'webhooks/slow-answer': slowAnswer,
}
