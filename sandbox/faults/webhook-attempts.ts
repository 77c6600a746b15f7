import type { EventType } from '../api/event-types.js'
import { editObject, isObject } from './edit.js'
import type { Fault, Hooks } from './fault.js'
import { inContainer, inMessage, objectIn } from './webhooks.js'

/** Takes a failure for an acknowledgement; without a status it is one for which no answer came. */
const settlesFor =
  (settles: (status: number | undefined) => boolean): (() => Hooks) =>
  () => ({ retries: (retries, { status }) => retries && !settles(status) })

const attemptFaults: readonly Fault[] = [
  {
    rule: 'webhooks/retry',
    does: 'does not try again what was answered 400',
    hooks: settlesFor((status) => status === 400),
  },
  {
    rule: 'webhooks/retry',
    variant: 'server-error',
    does: 'does not try again what was answered 500',
    hooks: settlesFor((status) => status === 500),
  },
  {
    rule: 'webhooks/retry',
    variant: 'redirection',
    does: 'does not try again what was redirected',
    hooks: settlesFor((status) => status === 307),
  },
  {
    rule: 'webhooks/retry',
    variant: 'timeout',
    does: 'does not try again what was not answered in time',
    hooks: settlesFor((status) => status === undefined),
  },
  { rule: 'webhooks/retry-timestamp', does: 'signs every attempt with the time of the first' },
  { rule: 'webhooks/slow-answer', does: 'gives up an answer after a third of the time' },
]

const subscriptionFaults: readonly Fault[] = [
  { rule: 'webhooks/topics', does: 'delivers every kind to every webhook' },
  { rule: 'webhooks/ping-always', does: 'sends ping to webhooks with its topic alone' },
  { rule: 'webhooks/disabled', does: 'delivers to webhooks that are disabled' },
  {
    rule: 'webhooks/topic-names',
    does: 'lists the topic CustomerCreated as customer_created',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'listWebhooks'
          ? editObject(answer, ({ items }) => {
              for (const item of Array.isArray(items) ? items.filter(isObject) : [])
                item['topics'] = ['customer_created']
            })
          : answer,
    }),
  },
]

const OTHER = '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'

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
  {
    rule: 'webhooks/customer-id',
    variant: 'another',
    does: 'names another customer in new_autoramp',
    hooks: () => inContainer('new_autoramp', ({ data }) => (objectIn(data)['customer_id'] = OTHER)),
  },
  {
    rule: 'webhooks/status',
    does: 'says an old status in register_autoramp_status',
    hooks: inMessage('register_autoramp_status', (message) => (message['status'] = 'Authorized')),
  },
]

const shapeFaults: readonly Fault[] = [
  {
    rule: 'webhooks/document',
    does: 'sends new_autoramp without a timestamp in its container',
    hooks: () => inContainer('new_autoramp', (container) => delete container['timestamp']),
  },
  {
    rule: 'webhooks/document',
    variant: 'kind',
    does: 'says another kind in new_autoramp',
    hooks: inMessage('new_autoramp', (message) => (message['kind'] = 'AutorampCreated')),
  },
  {
    rule: 'webhooks/container',
    variant: 'spread',
    does: 'spreads the message of deposit_address_created over data',
    hooks: () =>
      inContainer('deposit_address_created', ({ data }) => {
        const members = objectIn(data)
        Object.assign(members, members['message'])
        delete members['message']
      }),
  },
]

/** Faults in attempts after the first, in who gets what, and in what events are about. */
export const webhookAttemptFaults: readonly Fault[] = [
  ...attemptFaults,
  ...subscriptionFaults,
  ...subjectFaults,
  ...shapeFaults,
]
