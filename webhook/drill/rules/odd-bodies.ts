import { topicOf } from '../../events/kinds.js'
import type { WebhookEvent } from '../../events/events.js'
import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { type Case, one } from './rule.js'

const body = (key: string, says: string, make: (factory: DeliveryFactory) => string): Case =>
  one(key, `a rightly signed body ${says}`, (factory) => factory.delivery({ body: make(factory) }))

type Changed = Readonly<Record<string, unknown>>

const event = (key: string, says: string, change: (event: WebhookEvent) => Changed): Case =>
  body(key, says, (factory) => JSON.stringify(change(factory.event())))

const data = (key: string, says: string, change: (data: WebhookEvent['data']) => unknown): Case =>
  event(key, says, (right) => ({ ...right, data: change(right.data) }))

/** Parsers with a depth limit have it at a thousand or more; unlimited recursion overflows later. */
const depth = 600

/** Odd signed bodies: nothing is promised about them, except that the receiver must not break. */
export const oddBodies: readonly Case[] = [
  body('mark', 'with a byte order mark', (factory) => `\uFEFF${factory.text()}`),
  body(
    'twice',
    'with a member twice',
    (factory) => `{"type":"rampart_drill_unknown",${factory.text().slice(1)}`,
  ),
  body('deep', `with an array that is ${depth} deep`, (factory) => {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
    return `{"rampart_drill":${deep},${factory.text().slice(1)}`
  }),
  event(
    'wrapped',
    'with its message in an object named after its topic',
    ({ type, data: right, ...rest }) => ({
      ...rest,
      type,
      data: { ...right, message: { [topicOf(type)]: right['message'] } },
    }),
  ),
  body('no-json', 'that is no JSON', () => 'no JSON'),
  body('cut', 'that is cut off in its middle', (factory) => {
    const text = factory.text()
    return text.slice(0, text.length / 2)
  }),
  body('empty', 'that is empty', () => ''),
  body('array', 'that is an array', () => '[]'),
  body('null', 'that is null', () => 'null'),
  body('number', 'that is a number', () => '42'),
  body('text', 'that is a text', () => '"ping"'),
  body('object', 'that is an object without members', () => '{}'),
  event('no-type', 'without type', (right) => ({ ...right, type: undefined })),
  event('type-number', 'whose type is a number', (right) => ({ ...right, type: 42 })),
  event('type-null', 'whose type is null', (right) => ({ ...right, type: null })),
  event('no-data', 'without data', (right) => ({ ...right, data: undefined })),
  data('data-null', 'whose data is null', () => null),
  data('data-text', 'whose data is a text', () => 'data'),
  data('data-array', 'whose data is an array', () => []),
  data('no-customer', 'without customer_id', (right) => ({ ...right, customer_id: undefined })),
  data('customer-number', 'whose customer_id is a number', (right) => ({ ...right, customer_id: 42 })),
  data('no-message', 'without message', (right) => ({ ...right, message: undefined })),
  data('message-null', 'whose message is null', (right) => ({ ...right, message: null })),
  data('message-text', 'whose message is a text', (right) => ({ ...right, message: 'message' })),
]
