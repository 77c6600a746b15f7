import { setTimeout as delay } from 'node:timers/promises'
import { ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive, Skip } from '../../../conformance/model/outcome.js'
import type { Receiver } from '../../../conformance/session/receiver.js'
import {
  customerOf,
  type Delivery,
  isUntyped,
  kindOf,
  mentions,
} from '../../../conformance/exchange/delivery.js'
import { type Cause, CauseLog, longestQuiet, statusOf } from './cause.js'
import { causeEvents } from './causes.js'
import { type Endpoint, endpoint } from './endpoint.js'
import { subscribed, type Subscription, subscriptionRules, trySubscription } from './subscription.js'
import { redirected, trialRules, type Trials, tryAnswers } from './trials.js'

/** The evidence for all webhook rules. */
interface Evidence {
  readonly endpoint: Endpoint
  readonly log: CauseLog
  /** Unix time in milliseconds before the first cause. */
  readonly since: number
  /** Unix time in milliseconds until which the events of causes were awaited. */
  readonly until: number
  readonly trials: Trials
  readonly subscription: Subscription
}

const awaitEvents = async (receiver: Receiver, log: CauseLog, waitMs: number): Promise<void> => {
  // Events cannot be told apart where the sender gives no types, so the last ones are only given time to arrive.
  const areUntyped = receiver.deliveries.length > 0 && receiver.deliveries.every(isUntyped)
  const longestMs = areUntyped ? Math.min(waitMs, longestQuiet) : waitMs
  const deadline = Date.now() + longestMs
  await Promise.all(
    log.causes.map((cause) => {
      const isDue = (delivery: Delivery): boolean =>
        log.follows(cause, delivery) && [undefined, cause.status].includes(cause.status && statusOf(delivery))
      return receiver.wait(isDue, deadline - Date.now())
    }),
  )
}

const repetitionMs = 500

const gather = async (context: ScenarioContext): Promise<Evidence> => {
  const waitMs = context.session.plan.webhooks?.waitMs ?? 0
  const webhook = await endpoint(context)
  const since = Date.now()
  const log = new CauseLog()
  await causeEvents(context, log)
  await awaitEvents(webhook.receiver, log, waitMs)
  const until = Date.now()
  // The last event may be repeated after its response.
  if (context.session.plan.rules.includes('webhooks/acknowledged'))
    await delay(Math.min(waitMs, repetitionMs))
  const came = webhook.receiver.deliveries
  // Both watch this kind of event. Where it never came, nothing shows how long it takes, and it was waited for already.
  const patienceMs = came.some((one) => kindOf(one) === subscribed) ? waitMs : Math.min(waitMs, longestQuiet)
  const waitFor = (rules: readonly string[]): number =>
    came.length === 0 || !context.session.plan.rules.some((rule) => rules.includes(rule)) ? 0 : patienceMs
  const subscription = await trySubscription(context, webhook, log, waitFor(subscriptionRules))
  // Last, because a service that delivers sequentially sends nothing else while it waits for a response or a retry.
  const trials = await tryAnswers(context, webhook.receiver, log, waitFor(trialRules))
  const { ended } = context.session.client
  // Waiting was cut short, so missing deliveries prove nothing.
  if (ended !== undefined) throw new Inconclusive(ended)
  return { endpoint: webhook, log, since, until, trials, subscription }
}

/** Causes and deliveries of the run, gathered once, so that a second attempt of a rule judges the same ones. */
export function evidence(context: ScenarioContext): Promise<Evidence> {
  return context.once('webhook evidence', async () => {
    const { session } = context
    const own = new ScenarioContext(session, '*', session.newest)
    const gathered = await session.memory.once('webhook events', () => gather(own))
    context.requests.add(own.requests.count)
    context.obstacles.push(...own.obstacles)
    return gathered
  })
}

/** Deliveries to all addresses but the target of redirections. @throws Inconclusive when nothing arrived at all */
export async function deliveries(context: ScenarioContext): Promise<readonly Delivery[]> {
  const { receiver } = (await evidence(context)).endpoint
  const all = receiver.deliveries.filter(({ address }) => address !== redirected)
  if (all.length > 0) return all
  throw new Inconclusive(
    `no webhook came to ${receiver.url}; register that address for all events, or give the public URL that leads to it with --webhook-url`,
  )
}

/** The deliveries of a kind. @throws Skip when none came. */
export async function deliveriesOf(context: ScenarioContext, kind: string): Promise<readonly Delivery[]> {
  const own = (await deliveries(context)).filter((delivery) => kindOf(delivery) === kind)
  if (own.length === 0)
    throw new Skip(`no delivery of type ${kind} came; subscribe the webhook to all events`, 'receiver')
  return own
}

/** The last part of a wait, in which a delivery shows that more are coming: its share, and its longest time. */
const [lastPart, lastMs] = [1 / 3, 2_000]

/** The longest time between two deliveries, within which a further one may come. */
const longestGap = (came: readonly Delivery[]): number =>
  Math.max(0, ...came.slice(1).map(({ arrivedAt }, index) => arrivedAt - (came[index]?.arrivedAt ?? 0)))

/** An event that did not come. Times are in Unix milliseconds. */
interface Missing {
  /** When it was caused. */
  readonly since: number
  /** When the wait for it ended. */
  readonly until: number
  /** Ids of the things that it is about. */
  readonly ids: readonly (string | undefined)[]
}

/** Whether a delivery without a type may be the missing event: it came in time, about one of its things or nothing known. */
const mayBe = (delivery: Delivery, { since, ids }: Missing): boolean =>
  isUntyped(delivery) &&
  delivery.arrivedAt >= since &&
  (customerOf(delivery) === undefined || ids.some((id) => !id || mentions(delivery, id)))

/**
 * A sender that delivers one event after the other may be far behind the run, so that a missing event may still come.
 * @throws Inconclusive when deliveries still arrive, and none is about what was created later, and when one without a
 * type may be the event
 */
export async function requireCaughtUp(context: ScenarioContext, missing: Missing): Promise<void> {
  const { since, until, ids } = missing
  const { receiver } = (await evidence(context)).endpoint
  if (receiver.deliveries.some((delivery) => mayBe(delivery, missing)))
    throw new Inconclusive('a delivery has no type, so that it may be the event')
  const came = receiver.deliveries.filter(({ arrivedAt }) => arrivedAt <= until)
  const created = context.session.idsSince(since)
  const later = created.slice(created.findLastIndex((id) => ids.includes(id)) + 1)
  const { waitMs = 0 } = context.session.plan.webhooks ?? {}
  const lastMoments = Math.max(Math.min(lastPart * waitMs, lastMs), longestGap(came))
  const isArriving = came.some(({ arrivedAt }) => arrivedAt > until - lastMoments)
  if (isArriving && !came.some((delivery) => later.some((id) => mentions(delivery, id))))
    throw new Inconclusive(
      'the deliveries that came last are of what happened before; wait longer with --webhook-wait',
    )
}

/** The possible deliveries of each cause, or of those that a rule expects. */
export async function deliveriesByCause(
  context: ScenarioContext,
  rule?: Cause['rule'],
): Promise<readonly { readonly cause: Cause; readonly came: readonly Delivery[] }[]> {
  const { log } = await evidence(context)
  const all = await deliveries(context)
  const causes = rule === undefined ? log.causes : log.causes.filter((cause) => cause.rule === rule)
  return causes.map((cause) => ({ cause, came: all.filter((delivery) => log.follows(cause, delivery)) }))
}
