import type { WebhookEvent } from '../../events/events.js'
import { topicOf } from '../../events/documents.js'
import type { DeliveryChoice } from '../sending/delivery.js'
import { withMember } from './bodies.js'
import { withMessage } from './events.js'
import { type CaseRow, type CaseRows, type DrillRule, sends, open } from './rule.js'

const body = (says: string, body: (text: string) => string): CaseRow =>
  sends({ body })`a correctly signed body ${says}`

const event = (says: string, event: NonNullable<DeliveryChoice['event']>): CaseRow =>
  sends({ event })`a correctly signed body ${says}`

const changedData = (says: string, change: (data: WebhookEvent['data']) => unknown): CaseRow =>
  event(says, (right) => ({ ...right, data: change(right.data) }))

/** Parsers with a depth limit have it at a thousand or more; unlimited recursion overflows later. */
const depth = 600

/** Odd signed bodies: nothing is promised about them, except that the receiver must not break. */
const oddBodies: CaseRows = {
  mark: body('with a byte order mark', (text) => `\uFEFF${text}`),
  twice: body('with a member twice', (text) => `{"type":"rampart_drill_unknown",${text.slice(1)}`),
  deep: body(`with an array that is ${depth} deep`, withMember('['.repeat(depth) + ']'.repeat(depth))),
  wrapped: event('with its message in an object named after its topic', (right) => ({
    ...right,
    data: { ...right.data, message: { [topicOf(right.type)]: right.data['message'] } },
  })),
  'no-json': body('that is not JSON', () => 'no JSON'),
  cut: body('that is cut off in its middle', (text) => text.slice(0, text.length / 2)),
  empty: body('that is empty', () => ''),
  array: body('that is an array', () => '[]'),
  null: body('that is null', () => 'null'),
  number: body('that is a number', () => '42'),
  text: body('that is a text', () => '"ping"'),
  object: body('that is an object without members', () => '{}'),
  'no-type': event('without type', (right) => ({ ...right, type: undefined })),
  'type-number': event('whose type is a number', (right) => ({ ...right, type: 42 })),
  'type-null': event('whose type is null', (right) => ({ ...right, type: null })),
  'no-data': event('without data', (right) => ({ ...right, data: undefined })),
  'data-null': changedData('whose data is null', () => null),
  'data-text': changedData('whose data is a text', () => 'data'),
  'data-array': changedData('whose data is an array', () => []),
  'no-customer': changedData('without customer_id', (right) => ({ ...right, customer_id: undefined })),
  'customer-number': changedData('whose customer_id is a number', (right) => ({ ...right, customer_id: 42 })),
  'new-status': sends((factory) => {
    const status = 'RampartDrill'
    const event = factory.event(factory.settings.kinds.find((kind) => kind === 'transaction_status'))
    return { body: JSON.stringify(withMessage(event, { status, transaction_status: status })) }
  })`a correctly signed event with a status that does not exist yet`,
  'no-message': changedData('without message', (right) => ({ ...right, message: undefined })),
  'message-null': changedData('whose message is null', (right) => ({ ...right, message: null })),
  'message-text': changedData('whose message is a text', (right) => ({ ...right, message: 'message' })),
}

const padded = (kibibytes: number): [string, CaseRow] => [
  String(kibibytes),
  sends({ body: (text) => `{${' '.repeat(kibibytes * 1024 - text.length)}${text.slice(1)}` })`
    a body of ${String(kibibytes)} KiB`,
]

const nothing = 'Nothing to fix, because nothing is promised.'

/** Rules that only note and never fail. */
export const openRules: readonly DrillRule[] = [
  open(
    {
      replay: sends((factory) => {
        const same = { id: factory.newId(), body: factory.text(), timestamp: factory.timestamp() }
        return [same, same]
      })`the same delivery twice, with the same id and signature`,
    },
    { reason: 'each attempt has a new webhook-id, so the service never sends the same delivery twice' },
  )`
    replay | warning | Events, delivery 3 and 6
    Whether the same delivery is accepted twice within the window.
    ${nothing}`,
  open(oddBodies, { reason: 'the fields of the container are not shown, and JSON leaves the rest open' })`
    odd-bodies | warning | Events, delivery 1
    How signed but unusual bodies are handled.
    ${nothing}`,
  open(Object.fromEntries([64, 256, 1024, 4096].map(padded)), {
    bearsErrors: true,
    reason: 'no limit for the size of an event is shown',
  })`
    large-body | warning | Limits
    How large a body may be.
    ${nothing}`,
  open(
    {
      text: sends({ contentType: 'text/plain' })`an event of type text/plain`,
      none: sends({ without: 'content-type' })`an event without a content type`,
    },
    { reason: 'the service sends only application/json' },
  )`
    other-types | warning | Events, delivery 1
    Whether the content type decides.
    ${nothing}`,
]
