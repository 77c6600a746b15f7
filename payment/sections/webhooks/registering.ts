import type { Scenario } from '../../../conformance/rules/context.js'
import { type Delivery, kindOf, mentions } from '../../../conformance/exchange/delivery.js'
import { judged, notPromised, section, unobservable } from '../../statements/statement.js'
import { topicOf } from '../../tables/messages.js'
import { secretOnce } from './endpoint.js'
import { ofEvents } from './event-rule.js'
import { deliveries, deliveriesOf, evidence, requireCaughtUp } from './evidence.js'
import { type Period, subscribed, type Subscription } from './subscription.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { Steps } from '../../fixtures/steps.js'

/** A period of a webhook, with the kinds that arrived, and the deliveries about customers of the run. */
interface Seen {
  readonly period: Period
  readonly kinds: ReadonlySet<string | undefined>
  readonly came: readonly Delivery[]
}

const during: Steps<[keyof Subscription], Seen> = async (context, name) => {
  const all = await deliveries(context)
  const period = (await evidence(context)).subscription[name]
  if (period instanceof Error) throw period
  const { endpoint, since, until, customers, others } = period
  const arrived = all.filter(
    ({ address, arrivedAt }) => address === endpoint.address && arrivedAt >= since && arrivedAt <= until,
  )
  const came = arrived.filter((delivery) => [...customers, ...others].some((id) => mentions(delivery, id)))
  return { period, kinds: new Set(arrived.map(kindOf)), came }
}

const expectNewCustomers: Steps<[Seen, string]> = async (context, { period, came }, which) => {
  await deliveriesOf(context, subscribed)
  for (const customer of period.customers) {
    const isThere = came.some((one) => kindOf(one) === subscribed && mentions(one, customer))
    if (!isThere) await requireCaughtUp(context, { ...period, ids: [customer] })
    context.expect(isThere, `a webhook ${which} must receive ${subscribed}; none came`)
  }
}

const expectRegained: Steps<[Seen]> = async (context, { period, kinds }) => {
  const { regained, customers } = period
  if (regained === undefined) return
  const isThere = kinds.has(regained)
  if (!isThere) await requireCaughtUp(context, { ...period, ids: customers })
  const message = `a webhook that got the topic ${topicOf(regained)} back must receive ${regained}; none came`
  context.expect(isThere, message)
}

const ownKinds: Scenario = async (context) => {
  const seen = await during(context, 'partial')
  const { came } = seen
  await expectNewCustomers(context, seen, `with the topic ${topicOf(subscribed)}`)
  for (const delivery of came) {
    const kind = kindOf(delivery)
    const message = `a webhook with the topic ${topicOf(subscribed)} alone got ${kind ?? 'something else'}`
    context.expect(kind === 'ping' || kind === subscribed, message, delivery.exchange)
  }
  const enabled = await ifPossible(during(context, 'enabled'))
  if (enabled) await expectRegained(context, enabled)
}

const disabled: Scenario = async (context) => {
  for (const delivery of (await during(context, 'disabled')).came) {
    const kind = kindOf(delivery)
    // Whether a disabled webhook receives pings is ambiguous.
    const message = `a disabled webhook must receive nothing, got ${kind ?? 'something'}`
    context.expect(kind === 'ping', message, delivery.exchange)
  }
  const enabled = await ifPossible(during(context, 'enabled'))
  if (enabled) await expectNewCustomers(context, enabled, 'that is enabled again')
}

const pingAlways: Scenario = async (context) => {
  const { endpoint, since, until, customers, ping } = (await during(context, 'partial')).period
  if (ping) throw ping
  // If no ping ever arrives, `webhooks/ping` reports that.
  const pings = await deliveriesOf(context, 'ping')
  const isThere = pings.some((one) => one.address === endpoint.address && one.arrivedAt >= since)
  if (!isThere) await requireCaughtUp(context, { since, until, ids: customers.slice(0, 1) })
  context.expect(isThere, 'ping is always on: a webhook without its topic must receive it, and none came')
}

const inDashboard = 'it is done and shown in the dashboard, of which no interface is shown'

/** Events: registering. */
export const registeringSection = section(
  'Events, registering',
  'Events are delivered to webhooks, which a partner registers in the console of the dashboard: a label, a public https URL, and the kinds of events that it gets. A webhook is enabled or disabled, and can be pinged.',
  {
    console: unobservable`
      The console has three tabs.
      - The delivery logs list every attempt, newest first, each with the signed headers, the exact JSON body, the response code and the duration, and a button that retries a failed one.
      - The managed webhooks are listed with label, status and topics.
      - An integration guide shows how to receive.
      ${inDashboard}`,
    url: unobservable`
      The URL of a webhook is public and https.
      only the dashboard would show a refusal`,
    'answer-time': judged('webhooks/slow-answer')`An endpoint has 5 seconds to respond with 2xx.`,
    'webhooks/topics': ofEvents(ownKinds, { also: ['webhooks/topic-names'] })`
      A webhook gets its kinds
      The event kinds of a webhook are delivered to it, and no others but ping.
      - They are delivered again once a topic is put back.`,
    'webhooks/disabled': ofEvents(disabled)`
      Disabled is silent
      A disabled webhook receives nothing.
      - Enabled again, it gets its event kinds.`,
    'webhooks/secret-once': ofEvents(secretOnce)`
      A secret is shown once
      No operation shows the secret of a registered webhook.`,
    'webhooks/ping-always': ofEvents(pingAlways)`
      ping is always on
      A webhook gets ping, whatever its event kinds are.`,
    'ping-disabled': notPromised`
      A webhook gets ping while it is disabled.
      it is ambiguous beside the sentence that a disabled webhook receives nothing`,
    'ping-action': judged('webhooks/ping')`A webhook has a Ping action that sends a test delivery.`,
  },
)
