import { DeliveryFactory } from '../sending/delivery-factory.js'
import type { Delivery } from '../sending/delivery.js'
import { type Case, type DrillRule, one } from './rule.js'

const mostTries = 2048

/** A new valid event whose digest begins with a letter: about one in 16 does, one in 64 in base64. */
const beginning = (factory: DeliveryFactory, letter: string): Delivery => {
  // A separate factory, because the number of tries is random and must not change the ids of later deliveries.
  const own = new DeliveryFactory({
    ...factory.settings,
    seed: Number.parseInt(factory.newId().slice(-12), 16),
  })
  for (let tries = 0; tries < mostTries; tries += 1) {
    const delivery = own.delivery()
    if (delivery.headers.some(([, value]) => value.startsWith(`v1=${letter}`))) return delivery
  }
  return own.delivery()
}

const beginsWith = (key: string, letter: string): Case =>
  one(key, `an event whose digest begins with "${letter}"`, (factory) => beginning(factory, letter))

/** Rules about digests that look unusual and are right. */
export const digestRules: readonly DrillRule[] = [
  {
    id: 'receiver/every-digest',
    title: 'Digests that begin as the prefix does are taken',
    section: 'Events, delivery 2 and 3',
    statement:
      'The prefix "v1=" is removed once and as a whole, so that a digest that begins with 1 keeps its first digit.',
    fix: 'Take the first three characters off (removeprefix, slice(3)), not all of some letters (lstrip), and keep zeros.',
    severity: 'error',
    due: 'taken',
    cases: () => [beginsWith('one', '1'), beginsWith('zero', '0')],
  },
]
