import type { DeliveryChoice, DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'
import type { Case, DrillRule } from './rule.js'
import { otherDigest } from './signature-cases.js'

/** A delivery with a given id. */
const under = (factory: DeliveryFactory, id: string, choice: DeliveryChoice = {}): Delivery =>
  factory.delivery({
    ...choice,
    headers: (fields) => fields.map(([name, value]) => [name, name === 'webhook-id' ? id : value]),
  })

const forged: DeliveryChoice = { signature: otherDigest }

const verifiedFirst: readonly Case[] = [
  {
    key: 'same-id',
    description: 'a forged event under the webhook-id of one that was taken',
    make: (factory) => {
      const id = factory.newId()
      return [under(factory, id), under(factory, id, forged)]
    },
    dues: ['taken', 'refused'],
    prelude: 1,
    events: 1,
  },
  {
    key: 'same-content',
    description: 'a forged event with the customer and message of one that was taken',
    make: (factory) => {
      const body = factory.text()
      return [factory.delivery({ body }), factory.delivery({ body, ...forged })]
    },
    dues: ['taken', 'refused'],
    prelude: 1,
    events: 1,
  },
]

const forgedFirst: readonly Case[] = [
  {
    key: 'same-id',
    description: 'a valid event under the webhook-id of a forged one',
    make: (factory) => {
      const id = factory.newId()
      return [under(factory, id, forged), under(factory, id)]
    },
    dues: ['open', 'taken'],
    events: 1,
  },
  {
    key: 'same-content',
    description: 'a valid event with the customer and message of a forged one',
    make: (factory) => {
      const body = factory.text()
      return [factory.delivery({ body, ...forged }), factory.delivery({ body })]
    },
    dues: ['open', 'taken'],
    events: 1,
  },
]

/** Only verified deliveries may be remembered as duplicates. */
export const seenBeforeRules: readonly DrillRule[] = [
  {
    id: 'receiver/verified-first',
    title: 'Every delivery is verified, even a known one',
    section: 'Events, delivery 3 and 6',
    statement: 'A forged delivery is refused even if its webhook-id or content is known.',
    fix: 'Verify each delivery before you look for duplicates.',
    severity: 'error',
    due: 'refused',
    cases: () => verifiedFirst,
  },
  {
    id: 'receiver/forged-first',
    title: 'A forged delivery leaves no trace',
    section: 'Events, delivery 3 and 5',
    statement:
      'A valid event is accepted after a forged one with the same webhook-id or content. Responses do not show whether it is processed.',
    fix: 'Remember a delivery after it was verified and processed, and never before.',
    severity: 'error',
    due: 'taken',
    cases: () => forgedFirst,
  },
]
