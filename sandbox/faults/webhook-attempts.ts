import type { EventType } from '../api/event-types.js'
import { editObject, isEditable } from './edit.js'
import { fault, type Fault, type Hooks } from './fault.js'
import { inContainer, inMessage, objectIn } from './webhooks.js'

/** Treats certain failures as acknowledgements; a failure without a response has no status. */
const settlesFor =
  (settles: (status: number | undefined) => boolean): (() => Hooks) =>
  () => ({ retries: (retries, { status }) => retries && !settles(status) })

const attemptFaults: readonly Fault[] = [
  fault(
    'webhooks/retry',
    'does not try again what was answered 400',
    settlesFor((status) => status === 400),
  ),
  fault(
    'webhooks/retry:server-error',
    'does not try again what was answered 500',
    settlesFor((status) => status === 500),
  ),
  fault(
    'webhooks/retry:redirection',
    'does not try again what was redirected',
    settlesFor((status) => status === 307),
  ),
  fault(
    'webhooks/retry:timeout',
    'does not try again what was not answered in time',
    settlesFor((status) => status === undefined),
  ),
  fault('webhooks/retry-timestamp', 'signs every attempt with the time of the first'),
  fault('webhooks/slow-answer', 'gives up an answer after a third of the time'),
]

const subscriptionFaults: readonly Fault[] = [
  fault('webhooks/topics', 'delivers every kind to every webhook'),
  fault('webhooks/ping-always', 'sends ping to webhooks with its topic alone'),
  fault('webhooks/disabled', 'delivers to webhooks that are disabled'),
  fault('webhooks/topic-names', 'lists the topic CustomerCreated as customer_created', () => ({
    answer: (answer, { operationId }) =>
      operationId === 'listWebhooks'
        ? editObject(answer, ({ items }) => {
            for (const item of Array.isArray(items) ? items.filter(isEditable) : [])
              item['topics'] = ['customer_created']
          })
        : answer,
  })),
]

const other = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

const ofCustomer = (type: EventType): (() => Hooks) => {
  return () =>
    inContainer(type, ({ data }) => {
      const { customer_id: customer, message } = objectIn(data)
      objectIn(message)['id'] = customer
    })
}

const subjects: readonly EventType[] = [
  'new_autoramp',
  'new_bank_account',
  'identification_status',
  'register_autoramp_status',
  'register_fiat_address_status',
  'deposit_address_created',
  'transaction',
  'transaction_status',
]

const [first, ...further] = subjects.map((type) => ({
  rule: 'webhooks/subject',
  variant: type,
  does: `gives ${type} the id of the customer`,
  hooks: ofCustomer(type),
}))

const subjectFaults: readonly Fault[] = [
  ...(first ? [{ rule: first.rule, does: first.does, hooks: first.hooks }] : []),
  ...further,
  fault('webhooks/customer-id:another', 'names another customer in new_autoramp', () =>
    inContainer('new_autoramp', ({ data }) => (objectIn(data)['customer_id'] = other)),
  ),
  fault(
    'webhooks/status',
    'says an old status in register_autoramp_status',
    inMessage('register_autoramp_status', (message) => (message['status'] = 'Authorized')),
  ),
]

const shapeFaults: readonly Fault[] = [
  fault('webhooks/document', 'sends new_autoramp without a timestamp in its container', () =>
    inContainer('new_autoramp', (container) => delete container['timestamp']),
  ),
  fault(
    'webhooks/document:kind',
    'says another kind in new_autoramp',
    inMessage('new_autoramp', (message) => (message['kind'] = 'AutorampCreated')),
  ),
  fault('webhooks/container:spread', 'spreads the message of deposit_address_created over data', () =>
    inContainer('deposit_address_created', ({ data }) => {
      const members = objectIn(data)
      Object.assign(members, members['message'])
      delete members['message']
    }),
  ),
]

/** Faults in retries, in the recipients, and in the subjects of events. */
export const webhookAttemptFaults: readonly Fault[] = [
  ...attemptFaults,
  ...subscriptionFaults,
  ...subjectFaults,
  ...shapeFaults,
]
