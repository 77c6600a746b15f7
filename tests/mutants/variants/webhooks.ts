import type { EventType } from '../../../sandbox/api/event-types.js'
import { add, objectIn } from '../../../sandbox/faults/edit.js'
import { faultsOf, type Rows } from '../../../sandbox/faults/fault.js'
import { idOfCustomer, inContainer, inMessage, settlesFor } from '../../../sandbox/faults/webhooks.js'

const kinds: readonly EventType[] = [
  'new_bank_account',
  'identification_status',
  'register_autoramp_status',
  'register_fiat_address_status',
  'deposit_address_created',
  'transaction',
  'transaction_status',
]

const subjects: Rows = Object.fromEntries(
  kinds.map((kind) => [
    `webhooks/subject:${kind}`,
    [`gives ${kind} the id of the customer`, idOfCustomer(kind)],
  ]),
)

/** Faults in deliveries of one kind, or after one failure. */
export const webhookVariants = [
  ...faultsOf(subjects),
  ...faultsOf({
    'webhooks/retry:server-error': ['does not try again what was answered 500', settlesFor(500)],
    'webhooks/retry:redirection': ['does not try again what was redirected', settlesFor(307)],
    'webhooks/retry:timeout': ['does not try again what was not answered in time', settlesFor(undefined)],
    'webhooks/customer-id:another': [
      'names another customer in new_autoramp',
      inContainer('new_autoramp', add('/data/customer_id', '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11')),
    ],
    'webhooks/document:kind': [
      'says another kind in new_autoramp',
      inMessage('new_autoramp', add('/kind', 'AutorampCreated')),
    ],
    'webhooks/container:spread': [
      'spreads the message of deposit_address_created over data',
      inContainer('deposit_address_created', ({ data }) => {
        const members = objectIn(data)
        Object.assign(members, members['message'])
        delete members['message']
      }),
    ],
  }),
]
