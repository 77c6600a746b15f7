import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import {
  customerOf,
  type Delivery,
  eventKinds,
  kindOf,
  mentions,
} from '../../../conformance/exchange/delivery.js'
import { deliveries, deliveriesOf, evidence } from './evidence.js'
import { listedWebhook, topicOf } from './endpoint.js'
import { type Period, subscribed } from './subscription.js'

/** Deliveries to the webhook in a period, about customers of whom there was news in it. */
const during = (
  all: readonly Delivery[],
  { endpoint, since, until, customers }: Period,
): readonly Delivery[] =>
  all.filter(
    (delivery) =>
      delivery.address === endpoint.address &&
      delivery.arrivedAt >= since &&
      delivery.arrivedAt <= until &&
      customers.some((id) => customerOf(delivery) === id || mentions(delivery, id)),
  )

const periodOf = async (context: ScenarioContext, name: 'partial' | 'disabled'): Promise<Period> => {
  await deliveries(context)
  const period = (await evidence(context)).subscription[name]
  if (period instanceof Error) throw period
  return period
}

const isPing = (delivery: Delivery): boolean => kindOf(delivery) === 'ping'

/** `webhooks/topics`. */
export const webhooksTopics: Scenario = async (context) => {
  const period = await periodOf(context, 'partial')
  await deliveriesOf(context, subscribed)
  const came = during(await deliveries(context), period)
  for (const customer of period.customers) {
    const isThere = came.some((one) => kindOf(one) === subscribed && mentions(one, customer))
    context.expect(isThere, `a webhook with the topic ${topicOf(subscribed)} is due ${subscribed}; none came`)
  }
  for (const delivery of came) {
    const isAsked = isPing(delivery) || kindOf(delivery) === subscribed
    const message = `a webhook with the topic ${topicOf(subscribed)} alone got ${kindOf(delivery) ?? 'something else'}`
    context.expect(isAsked, message, delivery.exchange)
  }
}

/** `webhooks/ping-always`. */
export const pingAlways: Scenario = async (context) => {
  const period = await periodOf(context, 'partial')
  if (period.ping) throw period.ping
  // Where none ever comes, that is a matter of `webhooks/ping`.
  const all = await deliveriesOf(context, 'ping')
  const isThere = all.some(
    (one) => isPing(one) && one.address === period.endpoint.address && one.arrivedAt >= period.since,
  )
  context.expect(isThere, 'ping is always on: a webhook without its topic was pinged, and none came')
}

/** `webhooks/disabled`. */
export const webhooksDisabled: Scenario = async (context) => {
  const period = await periodOf(context, 'disabled')
  for (const delivery of during(await deliveries(context), period)) {
    // Whether a ping is sent to a disabled webhook is ambiguous.
    const message = `a disabled webhook receives nothing; ${kindOf(delivery) ?? 'something'} came`
    context.expect(isPing(delivery), message, delivery.exchange)
  }
}

const letters = (text: string): string => text.replaceAll(/[^a-z]/gi, '').toLowerCase()

/** `webhooks/topic-names`. */
export const topicNames: Scenario = async (context) => {
  const { endpoint } = await evidence(context)
  const item = await listedWebhook(context, endpoint.receiver.url)
  const { topics: all } = item ?? {}
  const listed = Array.isArray(all) ? all.filter((topic) => typeof topic === 'string') : []
  if (listed.length === 0) throw new NotApplicable('no operation lists the topics of the webhook')
  for (const topic of listed) {
    const kind = eventKinds.find((one) => letters(one) === letters(topic))
    const message = `the topic of ${kind ?? ''} is its name in PascalCase, ${topic} came`
    context.expect(kind === undefined || topic === topicOf(kind), message)
  }
}
