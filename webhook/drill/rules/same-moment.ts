import type { DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'
import type { Case, DrillRule } from './rule.js'

const rounds = 3
/** The size of the smallest pools of workers and connections. */
const many = 4

const someOf = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

/** Different events of one customer. */
const ofOneCustomer = (factory: DeliveryFactory, count: number): Delivery[] => {
  const customerId = factory.settings.customerId ?? factory.newId()
  return someOf(count, () =>
    factory.delivery({ body: JSON.stringify(factory.event(undefined, { customerId })) }),
  )
}

/** Repeated in rounds, because two concurrent deliveries need not overlap. */
const cases: readonly Case[] = [
  {
    key: 'two-events',
    description: 'two valid events at the same moment',
    make: (factory) => someOf(2 * rounds, () => factory.delivery()),
    atOnce: 2,
    events: 2 * rounds,
  },
  {
    key: 'same-event',
    description: 'an event and its retry at the same moment',
    make: (factory) =>
      someOf(rounds, () => factory.text()).flatMap((body) => someOf(2, () => factory.delivery({ body }))),
    atOnce: 2,
    events: rounds,
  },
  {
    key: 'one-customer',
    description: 'two valid events of one customer at the same moment',
    make: (factory) => someOf(rounds, () => ofOneCustomer(factory, 2)).flat(),
    atOnce: 2,
    events: 2 * rounds,
  },
  {
    key: 'four',
    description: 'four valid events of one customer at the same moment',
    make: (factory) => ofOneCustomer(factory, many),
    atOnce: many,
    events: many,
  },
]

/** A few concurrent deliveries are no load, so failures are not due to speed. */
export const sameMomentRules: readonly DrillRule[] = [
  {
    id: 'receiver/same-moment',
    title: 'Events that meet are all taken',
    section: 'Events, delivery 5 and 6',
    statement:
      'Two events at the same moment, even of one customer, and a retry that overlaps its first attempt are acknowledged.',
    fix: 'Let events that meet wait for each other, or take no lock; and let an insert that finds its row there already answer 200.',
    severity: 'error',
    due: 'taken',
    cases: () => cases,
  },
]
