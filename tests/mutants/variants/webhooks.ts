import type { EventType } from '../../../sandbox/api/event-types.js'
import { add, objectIn, replace, faultsOf, type Hooks, type Rows } from '../../../sandbox/faults/fault.js'
import { json, on } from '../../../sandbox/faults/changes.js'
import { secretOf } from '../../../sandbox/webhooks/delivery-client.js'
import { variantsOf } from './rows.js'
import { idOfCustomer, inContainer, inMessage, settlesFor, unsent } from '../../../sandbox/faults/webhooks.js'
import type { CustomerRecord } from '../../../sandbox/state/records.js'
import type { Change } from '../../../sandbox/state/store.js'
import { newestVersion, versions } from '../../../versions/index.js'

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

type CustomersOf = (customers: ReadonlyMap<string, string>, change: Change) => boolean

/** Sends no event of a kind for some changes, selected by a mark of their customers, by default their version. */
const unsentBy =
  (
    type: EventType,
    isCause: CustomersOf,
    markOf: (customer: CustomerRecord) => string = ({ version }) => version,
  ) =>
  (): Hooks => {
    const marks = new Map<string, string>()
    return {
      receives: (receives, event) => {
        for (const { of, after } of event.changes) if (of === 'customers') marks.set(after.id, markOf(after))
        return receives && !(event.type === type && event.changes.some((change) => isCause(marks, change)))
      },
    }
  }

const isOf =
  (of: Change['of'], isNewest: boolean): CustomersOf =>
  (versions, change) =>
    change.of === of &&
    'customerId' in change.after &&
    (versions.get(change.after.customerId) === newestVersion) === isNewest

/** Sends no event of a kind when something gets a status. */
const unsentAt = (type: EventType, of: Change['of'], status: string): Hooks =>
  unsent(type, ({ of: changed, after }) => changed === of && 'status' in after && after.status === status)

const abilities = 'customer_fiat_abilities'

/** Delivers some kinds whatever a webhook subscribed to. */
const always = (...types: readonly EventType[]): Hooks => ({
  receives: (receives, { webhook, type }) => receives || (webhook.enabled && types.includes(type)),
})

/** Delivers nothing of a kind whose topic a webhook once lacked. */
const neverRegains = (): Hooks => {
  const lost = new Set<string>()
  return {
    receives: (receives, { webhook: { id, topics }, topic, type }) => {
      const key = `${id} ${topic}`
      if (!topics.includes(topic)) lost.add(key)
      return receives && (type === 'ping' || !lost.has(key))
    },
  }
}

const staysDisabled = (): Hooks => {
  const disabled = new Set<string>()
  return {
    receives: (receives, { webhook: { id, enabled } }) => {
      if (!enabled) disabled.add(id)
      return receives && !disabled.has(id)
    },
  }
}

/** Ignores the first acknowledgement of each event of a kind. */
const twice = (type: EventType) => (): Hooks => {
  const seen = new Set<string>()
  return {
    counts: (acknowledged, { event }) => {
      const isFirst = event.type === type && !seen.has(event.id)
      seen.add(event.id)
      return acknowledged && !isFirst
    },
  }
}

/** Gives an attempt the id of the one before if that was not answered. */
const idOfUnanswered = (): Hooks => {
  const ids = new Map<string, string>()
  const unanswered = new Set<string>()
  return {
    attemptId: (id, webhookId, event) => {
      const key = `${webhookId} ${event.id}`
      const given = (unanswered.has(event.id) ? ids.get(key) : undefined) ?? id
      ids.set(key, given)
      return given
    },
    retries: (retries, { status, eventId }) => {
      if (status === undefined) unanswered.add(eventId)
      return retries
    },
  }
}

/** Events that only some changes cause. */
const partial: Rows = {
  'webhooks/customer-status:archived': [
    'sends no customer_status of customers who are archived',
    unsent('customer_status', ({ of, after }) => of === 'customers' && after.state === 'Archived'),
  ],
  'webhooks/identification-status:archived': [
    'sends no identification_status of what is archived',
    unsentAt('identification_status', 'identifications', 'Archived'),
  ],
  'webhooks/identification-status:declined': [
    'sends no identification_status of what is declined',
    unsentAt('identification_status', 'identifications', 'Declined'),
  ],
  'webhooks/transaction-status:completed': [
    'sends no transaction_status of what is completed',
    unsentAt('transaction_status', 'transactions', 'Completed'),
  ],
  'webhooks/acknowledged:deposit-address': [
    'sends deposit_address_created again, whatever the response',
    twice('deposit_address_created'),
  ],
  'webhooks/acknowledged:ping': ['sends ping again, whatever the response', twice('ping')],
  'webhooks/fiat-address-status:registered': [
    'sends no register_fiat_address_status of an account that is Registered later',
    unsent(
      'register_fiat_address_status',
      ({ of, before, after }) =>
        of === 'fiatAddresses' && before !== undefined && after.status === 'Registered',
    ),
  ],
  'webhooks/fiat-address-status:failed': [
    'sends no register_fiat_address_status of a failed registration',
    unsentAt('register_fiat_address_status', 'fiatAddresses', 'RegistrationFailed'),
  ],
  'webhooks/status:transaction': [
    'says ConversionInProgress in every transaction_status',
    inMessage('transaction_status', add('/transaction_status', 'ConversionInProgress')),
  ],
  'webhooks/identification-status:newest': [
    'sends no identification_status for customers of the newest version',
    unsentBy('identification_status', isOf('identifications', true)),
  ],
  'webhooks/abilities-identification:newest': [
    'sends no customer_fiat_abilities after an approval in the newest version',
    unsentBy(abilities, isOf('identifications', true)),
  ],
  'webhooks/abilities-signing:earlier': [
    'sends no customer_fiat_abilities after a signing in earlier versions',
    unsentBy(abilities, isOf('signings', false)),
  ],
  'webhooks/abilities-full:stale': [
    'has every rail Pending in customer_fiat_abilities',
    inMessage(
      abilities,
      replace('/*/*/*', () => 'Pending'),
    ),
  ],
  'webhooks/autoramp-status:rejected': [
    'sends no register_autoramp_status of Rejected',
    unsentAt('register_autoramp_status', 'autoramps', 'Rejected'),
  ],
  'webhooks/autoramp-status:cancelled': [
    'sends no register_autoramp_status of what is deleted',
    unsentAt('register_autoramp_status', 'autoramps', 'Cancelled'),
  ],
  'webhooks/new-bank-account:swift': [
    'sends no new_bank_account for SWIFT',
    unsent(
      'new_bank_account',
      ({ of, after }) => of === 'fiatAddresses' && after.bankDetails.account_identifier.type === 'SWIFT',
    ),
  ],
  'webhooks/new-bank-account:wire': [
    'sends no new_bank_account for Wire',
    unsent(
      'new_bank_account',
      ({ of, after }) => of === 'fiatAddresses' && after.bankDetails.account_identifier.type === 'Wire',
    ),
  ],
  'webhooks/fiat-address-status:authorization-failed': [
    'sends no register_fiat_address_status of a failed authorization',
    unsentAt('register_fiat_address_status', 'fiatAddresses', 'AuthorizationFailed'),
  ],
  'webhooks/new-autoramp:swap': [
    'sends no new_autoramp for swaps',
    unsent(
      'new_autoramp',
      ({ of, after }) =>
        of === 'autoramps' && after.sources[0]?.type === 'Crypto' && after.destination.type === 'Crypto',
    ),
  ],
  'webhooks/autoramp-status:edit-pending': [
    'sends no register_autoramp_status of EditPending',
    unsentAt('register_autoramp_status', 'autoramps', 'EditPending'),
  ],
  'webhooks/identification-status:declined-business': [
    'sends no identification_status of a business that is declined',
    unsentBy(
      'identification_status',
      (businesses, { of, after }) =>
        of === 'identifications' &&
        after.status === 'Declined' &&
        businesses.get(after.customerId) === 'Business',
      ({ type }) => type,
    ),
  ],
  'webhooks/customer-status:newest-business': [
    'sends no customer_status of businesses of the newest version',
    unsent(
      'customer_status',
      ({ of, after }) => of === 'customers' && after.type === 'Business' && after.version === newestVersion,
    ),
  ],
  'webhooks/new-autoramp:fiat': [
    'sends no new_autoramp for those from fiat',
    unsent('new_autoramp', ({ of, after }) => of === 'autoramps' && after.sources[0]?.type === 'Fiat'),
  ],
  'webhooks/deposit-address:fiat': [
    'sends no deposit_address_created for autoramps from fiat',
    unsent(
      'deposit_address_created',
      ({ of, after }) => of === 'autoramps' && after.sources[0]?.type === 'Fiat',
    ),
  ],
  'webhooks/retry:not-found': ['does not try again what was answered 404', settlesFor(404)],
  'webhooks/retry:kind': [
    'tries again news of customers alone',
    { retries: (retries, attempt) => retries && attempt.type === 'customer_created' },
  ],
}

/** Faults in deliveries of one kind, or after one failure. */
export const webhookVariants = [
  ...faultsOf(subjects),
  ...faultsOf(partial),
  ...variantsOf({
    'webhooks/topics': {
      'delivers new_bank_account and identification_status to every webhook that is enabled': always(
        'new_bank_account',
        'identification_status',
      ),
      'delivers transaction_status to every webhook that is enabled': always('transaction_status'),
      'delivers nothing of the topics that a webhook lost and got back': neverRegains,
    },
    'webhooks/disabled': {
      'delivers nothing to a webhook that was disabled and is enabled again': staysDisabled,
    },
    'webhooks/abilities-full': {
      'has null for a rail in customer_fiat_abilities': inMessage(
        abilities,
        replace('/fiat_deposit/*/swift', () => null),
      ),
    },
    'webhooks/retry-id': {
      'keeps the webhook-id in a retry of what was not answered in time': idOfUnanswered,
    },
    'webhooks/retry': {
      'does not try again what was answered 500': settlesFor(500),
      'does not try again what was redirected': settlesFor(307),
      'does not try again what was found elsewhere': settlesFor(302),
      'does not try again what was answered 429': settlesFor(429),
      'does not try again what was answered 401': settlesFor(401),
      'does not try again what was answered 403': settlesFor(403),
      'does not try again what was answered 408': settlesFor(408),
      'does not try again what was answered 502': settlesFor(502),
      'does not try again what was moved for good': settlesFor(301),
      'does not try again what was answered 503': settlesFor(503),
      'gives up what is gone': settlesFor(410),
      'does not try again what was not answered in time': settlesFor(undefined),
    },
    'webhooks/customer-created': {
      'says nothing of customers created under the second version': unsent(
        'customer_created',
        ({ of, after }) => of === 'customers' && after.version === versions.at(-2),
      ),
    },
    'webhooks/secret-once': {
      'shows the secret of a webhook that is changed': on(
        'updateWebhook 200',
        json((webhook, { service }) => {
          webhook['secret'] = secretOf(service.random, String(webhook['id']))
        }),
      ),
    },
    'webhooks/customer-id': {
      'names another customer in new_autoramp': inContainer(
        'new_autoramp',
        add('/data/customer_id', '5b8a3a0e-2f0e-4f7b-9c60-0f3c1f6f2a11'),
      ),
    },
    'webhooks/document': {
      'says another kind in new_autoramp': inMessage('new_autoramp', add('/kind', 'AutorampCreated')),
    },
    'webhooks/container': {
      'spreads the message of deposit_address_created over data': inContainer(
        'deposit_address_created',
        ({ data }) => {
          const members = objectIn(data)
          Object.assign(members, members['message'])
          delete members['message']
        },
      ),
    },
  }),
]
