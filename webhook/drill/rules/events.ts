import { objectOf } from '../../../document/index.js'
import type { WebhookEvent } from '../../events/events.js'
import type { DeliveryFactory, DeliveryChoice } from '../sending/delivery.js'
import { type CaseRow, type DrillRule, sends, seenBy, taken } from './rule.js'

/** The same event twice; a retry has its own id, timestamp and signature. */
const twice =
  (kind?: string) =>
  (factory: DeliveryFactory): readonly DeliveryChoice[] => {
    const body = factory.text(kind)
    return [{ body, timestamp: -2 }, { body }]
  }

const customerOf = (factory: DeliveryFactory): string => factory.settings.customerId ?? factory.newId()

/** Two events of a customer that happened so many seconds ago, signed now like retries. */
const eventsAgo =
  (...seconds: readonly number[]) =>
  (factory: DeliveryFactory): readonly DeliveryChoice[] => {
    const customerId = customerOf(factory)
    const times = seconds.map((ago) => new Date(Date.now() - 1000 * ago))
    return times.map((at) => ({ body: JSON.stringify(factory.event(undefined, { customerId, at })) }))
  }

/** Events of a customer that happened at one time, because a receiver that demands rising times has another mistake. */
const inOrder = (factory: DeliveryFactory, kinds: readonly string[]): DeliveryChoice[] => {
  const about = { customerId: customerOf(factory), at: new Date() }
  return kinds.map((kind) => ({ body: JSON.stringify(factory.event(kind, about)) }))
}

/** Sends the right order first, because a refusal there has another reason. */
const overtaking = (first: string, second: string): CaseRow =>
  sends((factory) => [...inOrder(factory, [second, first]), ...inOrder(factory, [first, second])], {
    prelude: 2,
  })`${first} before the ${second} that it follows from`

const pairs = [
  ['customer_status', 'customer_created'],
  ['transaction_status', 'transaction'],
] as const

/** Kinds with a status, each with a status that differs from that of its example. */
export const otherStatus: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transaction_status: { status: 'Failed', transaction_status: 'Failed' },
  identification_status: { status: 'Declined' },
  register_autoramp_status: { status: 'Rejected' },
}

/** An event with other members in its message. */
export function withMessage(event: WebhookEvent, message: Readonly<Record<string, string>>): WebhookEvent {
  return { ...event, data: { ...event.data, message: { ...objectOf(event.data['message']), ...message } } }
}

const twoStatuses = (kind: string): CaseRow =>
  sends(
    (factory) => {
      const { timestamp } = factory.event(kind)
      const event = factory.event(kind, { customerId: customerOf(factory), at: new Date(Date.now() - 1000) })
      const later = { ...withMessage(event, otherStatus[kind] ?? {}), timestamp }
      return [event, later].map((one) => ({ body: JSON.stringify(one) }))
    },
    { prelude: 1 },
  )`
    another status of an object of which one was accepted
    object-refused: Your receiver refuses a new status of an object: its key is the id of the object alone, or it does not know the status.`

const added = { rampart_drill: 'a member that is new' }

const rounds = 3
/** The size of the smallest pools of workers and connections. */
const many = 4

const some = (count: number, make: () => DeliveryChoice): DeliveryChoice[] =>
  Array.from({ length: count }, make)

const ofOneCustomer = (factory: DeliveryFactory, count: number): DeliveryChoice[] => {
  const customerId = customerOf(factory)
  return some(count, () => ({ body: JSON.stringify(factory.event(undefined, { customerId })) }))
}

const sharedState = [
  'shared-state: Your receiver refuses one of two valid events of the same moment with the status of a forged one: they share what belongs to one delivery, or a lock that the first one holds refuses the second.',
  'Keep body, headers and digest of each delivery in variables of its own, and not in one of the module or of an object that serves all. Let an event wait for a lock, and do not refuse it.',
] as const

const fixUnknown = 'Answer 200 to unknown kinds, before any code that may throw.'

/** Valid deliveries must be acknowledged. */
export const eventRules: readonly DrillRule[] = [
  taken(
    ({ settings: { kinds } }) =>
      Object.fromEntries(
        kinds.map((kind) => [
          kind,
          sends((factory) => ({ body: factory.text(kind) }))`a valid event of kind ${kind}`,
        ]),
      ),
    { perVersion: true },
  )`
    every-kind | error | Events, delivery 5; event kinds
    A valid, correctly signed event of each kind and version is acknowledged within the timeout.
    Acknowledge every kind that the endpoint is subscribed to; ping is always on.
    kind-refused: Your receiver does not acknowledge valid events of some kinds:`,
  seenBy('every-answer')`
    status-200 | error | Events, delivery 5
    Only 200 acknowledges an event. After any other status, including 201 and 204, the event is sent again.
    Answer 200. Some frameworks answer an empty response with 204.
    other-status: Your receiver acknowledges with a status other than 200, so that every event comes again.`,
  seenBy('every-answer')`
    quick | warning | Good practice, from Limits: 2xx within 5 seconds
    The response to a single event takes at most half of the time that the sender waits.
    Store the event, acknowledge it, and process it afterwards.
    slow: Your receiver needs more than half of the time that the sender waits.`,
  taken(
    ({ settings: { kinds } }) => ({
      retry: sends(twice(), { prelude: 1 })`an event and then its retry under a new webhook-id`,
      ...(kinds.includes('customer_fiat_abilities') && {
        snapshot: sends(twice('customer_fiat_abilities'), { prelude: 1 })`
          the same snapshot of customer_fiat_abilities a second time`,
      }),
    }),
    {
      // Bodies without customer and message are duplicates of each other.
      implies: 'same-moment#same-event uncaught-exception#(replay|odd-bodies)/*',
    },
  )`
    duplicate | error | Events, delivery 6; message types
    The same event under another webhook-id, as in a retry, is acknowledged again. Responses do not show whether it is processed only once.
    Answer 200 to events that you have processed already, and do nothing else, for example when an insert finds the row.
    duplicate-refused: Your receiver refuses an event that it has seen, so that it comes again and again.`,
  taken(
    ({ settings: { kinds } }) => ({
      'older-last': sends(() => [{}, { timestamp: -20 }], { prelude: 1 })`
        an event with an older timestamp after a newer one
        rising-timestamps: Your receiver requires each timestamp to be newer than the last one.`,
      'older-event': sends(eventsAgo(0, 40), { prelude: 1 })`
        an event that happened 40 s before the last one of its customer`,
      second: sends(eventsAgo(1, 0), { prelude: 1 })`a second event of a customer`,
      ...Object.fromEntries(
        Object.keys(otherStatus)
          .filter((kind) => kinds.includes(kind))
          .slice(0, 1)
          .map((kind) => ['status', twoStatuses(kind)]),
      ),
      ...Object.fromEntries(
        pairs
          .filter((pair) => pair.every((kind) => kinds.includes(kind)))
          .map(([first, second]) => [`${first}-first`, overtaking(first, second)]),
      ),
    }),
    { implies: 'every-kind#(customer|transaction)_status window#container' },
  )`
    out-of-order | error | Events, delivery 5
    An older event is acknowledged after a newer one, because retries arrive late.
    Accept events in any order: do not require rising timestamps, and acknowledge events that are older than your state or that you cannot apply yet.
    order-demanded: Your receiver refuses an event that comes before the one that it follows from.`,
  taken(
    {
      kind: sends((factory) => ({
        event: ({ data, ...rest }) => ({
          ...rest,
          type: 'rampart_drill_unknown',
          data: { customer_id: data['customer_id'], message: { id: factory.newId() } },
        }),
      }))`a correctly signed event of a kind that does not exist yet`,
      variant: sends({ event: (event) => ({ ...event, type: `${event.type}_of_the_drill` }) })`
        a correctly signed event whose kind is new and its message that of a known one`,
      word: sends({ event: (event) => ({ ...event, type: 'drilled' }) })`
        a correctly signed event of a new kind that is a single word`,
    },
    {
      // An event without a type is of an unknown kind.
      implies: 'uncaught-exception#odd-bodies/(no-type|type-number|type-null|object|array|null|number|text)',
    },
  )`
    unknown-kind | error | Versioning 6; Events, delivery 5
    An unknown kind is acknowledged, because a new value in an open-ended field mints no version.
    ${fixUnknown}
    unknown-kind: Your receiver refuses unknown kinds of events.`,
  taken({
    container: sends({ event: (event) => ({ ...event, ...added }) })`an event with a new member beside type`,
    data: sends({ event: ({ data, ...event }) => ({ ...event, data: { ...data, ...added } }) })`
      an event with a new member in data`,
    message: sends({ event: (event) => ({ ...withMessage(event, added) }) })`
      an event with a new member in its message`,
  })`
    unknown-field | error | Versioning 6; Events, delivery 5
    An event with an additional member is acknowledged, because a new optional field mints no version.
    Let the validation of bodies accept unknown members.
    unknown-field: Your receiver refuses events with an unknown field.`,
  taken({
    offset: sends({ event: (event) => ({ ...event, timestamp: event.timestamp.replace('Z', '000+00:00') }) })`
      an event whose container has a timestamp with microseconds and +00:00`,
  })`
    time-form | warning | Good practice, from Events, delivery 1
    An event whose container has a timestamp with microseconds and an offset is accepted, because its form is not shown.
    Read it as ISO 8601 with any fraction and any offset, or do not read it.
    time-form: Your receiver refuses an event whose container has a timestamp such as 2026-08-01T09:15:00.120000+00:00.`,
  taken({
    other: sends((factory) => ({ id: `msg_${factory.newId().slice(9)}` }))`
      an event whose webhook-id is not a UUID and begins with "msg_"`,
  })`
    id-form | warning | Good practice, from Events, delivery 2
    An event whose webhook-id is not a UUID is accepted, because its form is not shown.
    Accept any text as webhook-id, or do not read it.
    uuid-demanded: Your receiver demands a UUID as webhook-id.`,
  // A few concurrent deliveries, repeated in rounds, because two need not overlap.
  taken({
    'two-events': sends(() => some(2 * rounds, () => ({})), { atOnce: 2, asForged: sharedState })`
      two valid events at the same moment
      overlap-refused: Your receiver does not acknowledge an event while it handles another one.`,
    'one-customer': sends((factory) => some(rounds, () => ({})).flatMap(() => ofOneCustomer(factory, 2)), {
      atOnce: 2,
    })`
      two valid events of one customer at the same moment
      customer-overlap: Your receiver does not acknowledge an event while it handles another one of the same customer.`,
    'same-event': sends(
      (factory) =>
        some(rounds, () => ({ body: factory.text() })).flatMap((one) => [{ ...one, timestamp: -2 }, one]),
      { atOnce: 2 },
    )`
      an event and its retry at the same moment
      retry-overlap: Your receiver does not acknowledge a retry that comes while its first attempt is handled.`,
    four: sends((factory) => ofOneCustomer(factory, many), { atOnce: many })`
      four valid events of one customer at the same moment
      few-at-once: Your receiver refuses some of four events of a customer that come at the same moment.`,
  })`
    same-moment | error | Events, delivery 5 and 6
    Two events at the same moment, even of one customer, and a retry that overlaps its first attempt are acknowledged.
    Let concurrent events wait for each other, or take no lock, and share no variable between them. Answer 200 when an insert finds the row.`,
]
