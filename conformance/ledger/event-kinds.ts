import { messageNames } from '../statements/tables/messages.js'
import { inSection, type Statement } from './statement.js'

const kinds = inSection('Events, event kinds')
const messages = inSection('Events, message types')

const kindStatements: readonly Statement[] = [
  kinds.judged('Delivered types are those listed.', 'webhooks/type'),
  kinds.judged('The delivered type is in snake_case.', 'webhooks/type'),
  kinds.judged('The documents list every delivered type and every topic.', 'enumerations/event-kinds'),
  kinds.judged(
    'The topic is the same name in PascalCase.',
    'webhooks/topic-names',
    'webhooks/topics',
    'enumerations/event-kinds',
  ),
  kinds.judged('An event is about the thing that its kind names.', 'webhooks/subject'),
  kinds.judged('An event about a status has the status that was reached.', 'webhooks/status'),
  kinds.judged('transaction comes for a new transaction.', 'webhooks/transaction'),
  kinds.judged('new_autoramp comes for an autoramp that was created.', 'webhooks/new-autoramp'),
  kinds.judged('new_bank_account comes for a bank account that was registered.', 'webhooks/new-bank-account'),
  kinds.judged(
    'deposit_address_created comes when an autoramp received a deposit address.',
    'webhooks/deposit-address',
  ),
  kinds.judged('customer_created comes for a customer that was created.', 'webhooks/customer-created'),
  kinds.judged(
    'transaction_status comes when the status of a transaction changed.',
    'webhooks/transaction-status',
  ),
  kinds.unjudged(
    'transaction_refunded comes for a refund that was recorded.',
    'unobservable',
    'no operation that records a refund is shown',
  ),
  kinds.judged(
    'register_fiat_address_status comes when the status of a fiat address changed.',
    'webhooks/fiat-address-status',
  ),
  kinds.judged(
    'register_fiat_address_status comes for every registration of a fiat address.',
    'webhooks/fiat-address-status',
  ),
  kinds.judged(
    'register_fiat_address_status comes for registrations that go straight to Registered.',
    'webhooks/fiat-address-straight',
  ),
  kinds.judged('customer_status comes when the status of a customer changed.', 'webhooks/customer-status'),
  kinds.judged(
    'customer_fiat_abilities comes when the rails of a customer changed.',
    'webhooks/abilities-signing',
    'webhooks/abilities-identification',
  ),
  kinds.judged(
    'register_autoramp_status comes when the status of an autoramp changed.',
    'webhooks/autoramp-status',
  ),
  kinds.judged(
    'identification_status comes when the status of an identification changed.',
    'webhooks/identification-status',
  ),
  kinds.judged('ping comes as a test event.', 'webhooks/ping'),
]

const messageStatements: readonly Statement[] = [
  ...messageNames.map((name) => messages.judged(`There is ${name}.`, 'documents/shown')),
  ...messages.each(
    messageNames,
    (name) => `What the document describes as ${name} is delivered so.`,
    'webhooks/document',
  ),
  messages.judged(
    'The message of transaction_status has transaction_status.',
    'webhooks/transaction-status-field',
    'documents/statements',
  ),
  messages.judged('status of a transaction message is deprecated.', 'documents/shown'),
  messages.judged(
    'transaction_hash comes for payouts to a blockchain alone.',
    'webhooks/transaction-hash',
    'documents/statements',
  ),
  messages.judged('The event id of the abilities is the customer id.', 'webhooks/abilities-id'),
  messages.judged('The event id of the abilities is data.customer_id.', 'webhooks/abilities-id'),
  ...messages.each(
    ['fiat_deposit', 'fiat_payout'],
    (name) => `Each delivery of the abilities carries ${name}.`,
    'webhooks/abilities-snapshot',
  ),
  messages.judged('The snapshot is full and no difference.', 'webhooks/abilities-full'),
  messages.unjudged('The same snapshot can arrive twice.', 'not-promised', 'it can, and need not'),
  messages.judged(
    'The snapshot has no currencies array.',
    'webhooks/abilities-without-currencies',
    'documents/statements',
  ),
  messages.judged(
    'The abilities are sent when an identification is approved.',
    'webhooks/abilities-identification',
  ),
  messages.judged('The abilities are sent when a signing is recorded.', 'webhooks/abilities-signing'),
  messages.unjudged(
    'The abilities are sent when a compliance review changes the customer.',
    'unobservable',
    'no operation that reviews a customer is shown',
  ),
  messages.unjudged(
    'The abilities are sent when a banking provider finishes a rail.',
    'unobservable',
    'no operation stands in for the provider',
  ),
  messages.judged('Every currency key is present in the abilities.', 'webhooks/abilities-full'),
  ...messages.each(
    ['Active', 'Pending', 'Unavailable', 'Blocked', 'Maintenance'],
    (status) => `A rail leaf of the abilities can be ${status}, and nothing that is not listed.`,
    'webhooks/abilities-status',
  ),
  messages.unjudged('Names of the rails per currency.', 'not-promised', 'not shown in the specification'),
  messages.unjudged(
    'Fields of the container and of each message that the document does not describe.',
    'not-promised',
    'not shown in the specification; noted by webhooks/shape',
  ),
]

/** Events: kinds and message types. */
export const eventKindsStatements: readonly Statement[] = [...kindStatements, ...messageStatements]
