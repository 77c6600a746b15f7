import type { Bench } from '../bench.js'
import type { Delivery } from '../delivery.js'
import { type Case, type DrillRule, one } from '../rule.js'

const everyKind = ({ setting }: Bench): Case[] =>
  setting.kinds.map((kind) =>
    one(kind, `a valid event of kind ${kind}`, (bench) => bench.delivery({ body: bench.text(kind) })),
  )

/** The same event twice: what a retry has of its own are its id, its timestamp and its signature. */
const twice = (bench: Bench, kind?: string): Delivery[] => {
  const body = bench.text(kind)
  return [bench.delivery({ body, timestamp: -2 }), bench.delivery({ body })]
}

const duplicates = ({ setting }: Bench): Case[] => [
  {
    key: 'retry',
    says: 'an event and then its retry under a new webhook-id',
    make: (bench) => twice(bench),
    prelude: 1,
  },
  ...(setting.kinds.includes('customer_fiat_abilities')
    ? [
        {
          key: 'snapshot',
          says: 'the same snapshot of customer_fiat_abilities a second time',
          make: (bench: Bench) => twice(bench, 'customer_fiat_abilities'),
          prelude: 1,
        },
      ]
    : []),
]

const lateComer = (bench: Bench): Delivery[] => {
  const older = JSON.stringify(bench.event(undefined, { at: new Date(Date.now() - 60_000) }))
  return [bench.delivery(), bench.delivery({ body: older, timestamp: -20 })]
}

/** Events of somebody new, in an order. */
const inOrder = (bench: Bench, kinds: readonly string[]): Delivery[] => {
  const customerId = bench.setting.customerId ?? bench.newId()
  return kinds.map((kind) => bench.delivery({ body: JSON.stringify(bench.event(kind, { customerId })) }))
}

/** In the right order first: what is refused there is refused for another reason. */
const reversed = (first: string, second: string): Case => ({
  key: `${first}-first`,
  says: `${first} before the ${second} that it follows from`,
  make: (bench) => [...inOrder(bench, [second, first]), ...inOrder(bench, [first, second])],
  prelude: 2,
})

const outOfOrder = ({ setting }: Bench): Case[] => [
  {
    key: 'older-last',
    says: 'an event with an older timestamp after a newer one',
    make: lateComer,
    prelude: 1,
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

const unknownKind = (bench: Bench): Delivery => {
  const event = bench.event()
  const data = { customer_id: event.data['customer_id'], message: { id: bench.newId() } }
  return bench.delivery({ body: JSON.stringify({ ...event, type: 'rampart_drill_unknown', data }) })
}

const added = { rampart_drill: 'a member that is new' }

const unknownFields: readonly Case[] = [
  one('container', 'an event with a new member beside type', (bench) =>
    bench.delivery({ body: JSON.stringify({ ...bench.event(), ...added }) }),
  ),
  one('data', 'an event with a new member in data', (bench) => {
    const event = bench.event()
    return bench.delivery({ body: JSON.stringify({ ...event, data: { ...event.data, ...added } }) })
  }),
  one('message', 'an event with a new member in its message', (bench) => {
    const event = bench.event()
    const message = Object.assign({}, event.data['message'], added)
    return bench.delivery({ body: JSON.stringify({ ...event, data: { ...event.data, message } }) })
  }),
]

/** What is valid has to be taken. */
export const acceptanceRules: readonly DrillRule[] = [
  {
    id: 'receiver/every-kind',
    title: 'Every kind of event is taken',
    section: 'Events, delivery 5; event kinds',
    statement: 'A valid, rightly signed event of each kind and version is acknowledged within the time-out.',
    mend: 'Acknowledge kinds that you do nothing with as well, or take them out of the topics of the endpoint.',
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
      'Acknowledged is with 200 exactly: after any other status, 201 and 204 too, the event comes again.',
    mend: 'Answer 200, whatever your framework makes of an empty answer.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/quick',
    title: 'The acknowledgement leaves room before the time-out',
    section: 'Good practice, from Limits: 2xx within 5 seconds',
    statement: 'No single event takes more than half of the time that the sender waits.',
    mend: 'Note the event, acknowledge it, and do the work afterwards.',
    severity: 'warning',
    due: 'every-answer',
  },
  {
    id: 'receiver/duplicate',
    title: 'A duplicate is taken',
    section: 'Events, delivery 6; message types',
    statement:
      'The same event under another webhook-id, as a retry comes, is acknowledged again. Whether it is acted on once alone, no answer shows.',
    mend: 'Answer 200 to what you have seen already, and do nothing else. A conflict makes it come again.',
    severity: 'error',
    due: 'taken',
    cases: duplicates,
  },
  {
    id: 'receiver/out-of-order',
    title: 'Events may come in any order',
    section: 'Events, delivery 5',
    statement:
      'What was retried comes after what happened later: an older event is acknowledged all the same.',
    mend: 'Do not demand rising timestamps. Note what you cannot place yet, and acknowledge it.',
    severity: 'error',
    due: 'taken',
    cases: outOfOrder,
  },
  {
    id: 'receiver/unknown-kind',
    title: 'A kind that is not known is taken',
    section: 'Versioning 6; Events, delivery 5',
    statement: 'A new value in an open-ended field mints no version: an unknown kind is acknowledged.',
    mend: 'Let the branch for kinds that you do not know answer 200.',
    severity: 'error',
    due: 'taken',
    cases: () => [one('kind', 'a rightly signed event of a kind that does not exist yet', unknownKind)],
  },
  {
    id: 'receiver/unknown-field',
    title: 'A field that is not known is taken',
    section: 'Versioning 6; Events, delivery 5',
    statement: 'A new optional field mints no version: an event with one more member is acknowledged.',
    mend: 'Let the validation of bodies pass members that it does not know.',
    severity: 'error',
    due: 'taken',
    cases: () => unknownFields,
  },
]
