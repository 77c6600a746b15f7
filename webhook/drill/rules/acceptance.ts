import type { DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'
import { type Case, type DrillRule, one } from './rule.js'

const everyKind = ({ settings: setting }: DeliveryFactory): Case[] =>
  setting.kinds.map((kind) =>
    one(kind, `a valid event of kind ${kind}`, (factory) => factory.delivery({ body: factory.text(kind) })),
  )

/** The same event twice; a retry has its own id, timestamp and signature. */
const twice = (factory: DeliveryFactory, kind?: string): Delivery[] => {
  const body = factory.text(kind)
  return [factory.delivery({ body, timestamp: -2 }), factory.delivery({ body })]
}

const duplicates = ({ settings: setting }: DeliveryFactory): Case[] => [
  {
    key: 'retry',
    description: 'an event and then its retry under a new webhook-id',
    make: (factory) => twice(factory),
    prelude: 1,
  },
  ...(setting.kinds.includes('customer_fiat_abilities')
    ? [
        {
          key: 'snapshot',
          description: 'the same snapshot of customer_fiat_abilities a second time',
          make: (factory: DeliveryFactory) => twice(factory, 'customer_fiat_abilities'),
          prelude: 1,
        },
      ]
    : []),
]

/** An event with an older timestamp than the last one. */
const lateComer = (factory: DeliveryFactory): Delivery[] => [
  factory.delivery(),
  factory.delivery({ timestamp: -20 }),
]

/** An event that happened before the last one of the same customer, signed now like a retry. */
const lateEvent = (factory: DeliveryFactory): Delivery[] => {
  const customerId = factory.settings.customerId ?? factory.newId()
  const happened = (at: number): string =>
    JSON.stringify(factory.event(undefined, { customerId, at: new Date(at) }))
  const now = Date.now()
  return [factory.delivery({ body: happened(now) }), factory.delivery({ body: happened(now - 60_000) })]
}

/** Events of a new customer, in order. */
const inOrder = (factory: DeliveryFactory, kinds: readonly string[]): Delivery[] => {
  const customerId = factory.settings.customerId ?? factory.newId()
  return kinds.map((kind) => factory.delivery({ body: JSON.stringify(factory.event(kind, { customerId })) }))
}

/** Sends the right order first, because a refusal there has another reason. */
const reversed = (first: string, second: string): Case => ({
  key: `${first}-first`,
  description: `${first} before the ${second} that it follows from`,
  make: (factory) => [...inOrder(factory, [second, first]), ...inOrder(factory, [first, second])],
  prelude: 2,
})

const outOfOrder = ({ settings: setting }: DeliveryFactory): Case[] => [
  {
    key: 'older-last',
    description: 'an event with an older timestamp after a newer one',
    make: lateComer,
    prelude: 1,
    isEachNew: true,
  },
  {
    key: 'older-event',
    description: 'an event that happened a minute before the last one of its customer',
    make: lateEvent,
    prelude: 1,
    isEachNew: true,
  },
  ...(
    [
      ['customer_status', 'customer_created'],
      ['transaction_status', 'transaction'],
    ] as const
  )
    .filter((pair) => pair.every((kind) => setting.kinds.includes(kind)))
    .map(([first, second]) => reversed(first, second)),
]

const unknownKind = (factory: DeliveryFactory): Delivery => {
  const event = factory.event()
  const data = { customer_id: event.data['customer_id'], message: { id: factory.newId() } }
  return factory.delivery({ body: JSON.stringify({ ...event, type: 'rampart_drill_unknown', data }) })
}

const added = { rampart_drill: 'a member that is new' }

const unknownFields: readonly Case[] = [
  one('container', 'an event with a new member beside type', (factory) =>
    factory.delivery({ body: JSON.stringify({ ...factory.event(), ...added }) }),
  ),
  one('data', 'an event with a new member in data', (factory) => {
    const event = factory.event()
    return factory.delivery({ body: JSON.stringify({ ...event, data: { ...event.data, ...added } }) })
  }),
  one('message', 'an event with a new member in its message', (factory) => {
    const event = factory.event()
    const message = Object.assign({}, event.data['message'], added)
    return factory.delivery({ body: JSON.stringify({ ...event, data: { ...event.data, message } }) })
  }),
]

/** Valid deliveries must be acknowledged. */
export const acceptanceRules: readonly DrillRule[] = [
  {
    id: 'receiver/every-kind',
    title: 'Every kind of event is accepted',
    section: 'Events, delivery 5; event kinds',
    statement: 'A valid, correctly signed event of each kind and version is acknowledged within the timeout.',
    fix: 'Acknowledge kinds that you ignore too, or remove them from the topics of the endpoint.',
    severity: 'error',
    due: 'taken',
    perVersion: true,
    cases: everyKind,
  },
  {
    id: 'receiver/status-200',
    title: 'The acknowledgement is 200',
    section: 'Events, delivery 5',
    statement:
      'Only 200 acknowledges an event. After any other status, including 201 and 204, the event is sent again.',
    fix: 'Answer 200. Some frameworks answer an empty response with 204.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/quick',
    title: 'The acknowledgement comes well before the timeout',
    section: 'Good practice, from Limits: 2xx within 5 seconds',
    statement: 'The response to a single event takes at most half of the time that the sender waits.',
    fix: 'Store the event, acknowledge it, and process it afterwards.',
    severity: 'warning',
    due: 'every-answer',
  },
  {
    id: 'receiver/duplicate',
    title: 'A duplicate is accepted',
    section: 'Events, delivery 6; message types',
    statement:
      'The same event under another webhook-id, as in a retry, is acknowledged again. Responses do not show whether it is processed only once.',
    fix: 'Answer 200 to events that you have processed already, and do nothing else. After a 409 the event is sent again.',
    severity: 'error',
    due: 'taken',
    cases: duplicates,
  },
  {
    id: 'receiver/out-of-order',
    title: 'Events may come in any order',
    section: 'Events, delivery 5',
    statement: 'An older event is acknowledged after a newer one, because retries arrive late.',
    fix: 'Do not demand rising timestamps. Note what you cannot place yet, and acknowledge it.',
    severity: 'error',
    due: 'taken',
    cases: outOfOrder,
  },
  {
    id: 'receiver/unknown-kind',
    title: 'A kind that is not known is taken',
    section: 'Versioning 6; Events, delivery 5',
    statement:
      'An unknown kind is acknowledged, because a new value in an open-ended field mints no version.',
    fix: 'Let the branch for kinds that you do not know answer 200.',
    severity: 'error',
    due: 'taken',
    cases: () => [one('kind', 'a rightly signed event of a kind that does not exist yet', unknownKind)],
  },
  {
    id: 'receiver/unknown-field',
    title: 'A field that is not known is taken',
    section: 'Versioning 6; Events, delivery 5',
    statement:
      'An event with an additional member is acknowledged, because a new optional field mints no version.',
    fix: 'Let the validation of bodies pass members that it does not know.',
    severity: 'error',
    due: 'taken',
    cases: () => unknownFields,
  },
]
