import { ofEvents } from './events.js'
import { judged, notPromised, ofDocuments, section, unobservable } from './statement.js'
import { table } from './tables/markdown.js'
import { eventKinds, messageNames, topicOf } from './tables/messages.js'

const kindTable = table(
  ['Delivered type', 'Topic'],
  eventKinds.map((kind) => [`\`${kind}\``, `\`${topicOf(kind)}\``]),
)

/** Events: kinds and message types. */
export const eventKindSections = [
  section(
    'Events, event kinds',
    `A kind of event has a delivered type, and a topic by which webhooks subscribe to it.\n\n${kindTable}`,
    {
      'webhooks/type': ofEvents(
        'Types are those listed',
        'The delivered type is one of the 13, in snake_case.',
      ),
      'webhooks/topic-names': ofEvents(
        'Topics are in PascalCase',
        'The subscription topic is the name of the delivered type in PascalCase.',
        { also: ['webhooks/topics', 'enumerations/event-kinds'] },
      ),
      'enumerations/event-kinds': ofDocuments(
        'The documents list the event kinds',
        'Where a document lists delivered types or topics, none of the event kinds is missing.',
        { versions: { from: 'structured-errors' } },
      ),
      'webhooks/subject': ofEvents(
        'An event is about what it follows from',
        'An event is about the customer, autoramp, bank account, transaction or identification that its kind names.',
      ),
      'webhooks/status': ofEvents(
        'A status event has the new status',
        'An event about a change of a status says the status that the service shows since.',
      ),
      'webhooks/customer-created': ofEvents(
        'customer_created',
        'customer_created comes when a customer was created.',
      ),
      'webhooks/customer-status': ofEvents(
        'customer_status',
        'customer_status comes when the status of a customer changed.',
      ),
      'abilities-event': judged('customer_fiat_abilities comes when the rails of a customer changed.', [
        'webhooks/abilities-signing',
        'webhooks/abilities-identification',
      ]),
      'webhooks/identification-status': ofEvents(
        'identification_status',
        'identification_status comes when the status of an identification changed.',
      ),
      'webhooks/new-bank-account': ofEvents(
        'new_bank_account',
        'new_bank_account comes when a bank account was registered.',
      ),
      'webhooks/fiat-address-status': ofEvents(
        'register_fiat_address_status',
        'register_fiat_address_status comes for every registration of a fiat address.',
        { details: ['It comes when the status of the address changed.'] },
      ),
      'webhooks/fiat-address-straight': ofEvents(
        'register_fiat_address_status at once',
        'register_fiat_address_status comes also for a fiat address that goes straight to Registered.',
      ),
      'webhooks/new-autoramp': ofEvents('new_autoramp', 'new_autoramp comes when an autoramp was created.'),
      'webhooks/autoramp-status': ofEvents(
        'register_autoramp_status',
        'register_autoramp_status comes when the status of an autoramp changed.',
      ),
      'webhooks/deposit-address': ofEvents(
        'deposit_address_created',
        'deposit_address_created comes when an autoramp received a deposit address.',
      ),
      'webhooks/transaction': ofEvents('transaction', 'transaction comes when a new transaction happened.'),
      'webhooks/transaction-status': ofEvents(
        'transaction_status',
        'transaction_status comes when the status of a transaction changed.',
      ),
      refund: unobservable(
        'transaction_refunded comes when a refund was recorded.',
        'no operation that records a refund is shown',
      ),
      'webhooks/ping': ofEvents('ping', 'ping comes when the Ping action is used.'),
    },
  ),
  section(
    'Events, message types',
    `The message of a container is one of ${messageNames
      .slice(1)
      .map((name) => `\`${name}\``)
      .join(', ')}. WebhookEventMessage is that of general events.`,
    {
      names: judged('The documents name the container and each message type.', ['documents/shown']),
      'webhooks/document': ofEvents(
        'Deliveries are as described',
        'A delivery is as the document describes its webhook and its message type.',
      ),
      'webhooks/transaction-status-field': ofEvents(
        'transaction_status has its field',
        'The message of transaction_status has the field transaction_status, of which status is the deprecated form.',
        { also: ['documents/statements', 'documents/shown'] },
      ),
      'webhooks/transaction-hash': ofEvents(
        'A hash for blockchains alone',
        'transaction_hash is present only when the payout destination is a blockchain address.',
        { also: ['documents/statements'] },
      ),
      'webhooks/abilities-id': ofEvents(
        'Fiat abilities have the id of the customer',
        'The event id of customer_fiat_abilities equals the customer id and data.customer_id.',
      ),
      'webhooks/abilities-snapshot': ofEvents(
        'Fiat abilities are a snapshot',
        'Each customer_fiat_abilities carries fiat_deposit and fiat_payout.',
      ),
      'webhooks/abilities-full': ofEvents(
        'The snapshot is full',
        'The snapshot is no difference: every currency key is present.',
      ),
      'same-snapshot': notPromised('The same snapshot can arrive twice.', 'it can, and need not'),
      'webhooks/abilities-without-currencies': ofEvents(
        'The snapshot has no currencies array',
        'customer_fiat_abilities excludes the currencies array.',
        { also: ['documents/statements'] },
      ),
      'webhooks/abilities-status': ofEvents(
        'Rails have a listed status',
        'Each rail leaf of the snapshot is Active, Pending, Unavailable, Blocked or Maintenance.',
      ),
      'rail-names': notPromised('Names of the rails per currency.', 'not shown in the specification'),
      'webhooks/abilities-signing': ofEvents(
        'A signing sends the abilities',
        'customer_fiat_abilities is sent when a signing is recorded.',
      ),
      'webhooks/abilities-identification': ofEvents(
        'An approval sends the abilities',
        'customer_fiat_abilities is sent when an identification is approved.',
      ),
      'abilities-review': unobservable(
        'customer_fiat_abilities is sent when a compliance review changes the customer.',
        'no operation that reviews a customer is shown',
      ),
      'abilities-provider': unobservable(
        'customer_fiat_abilities is sent when a banking provider finishes a rail.',
        'no operation stands in for the provider',
      ),
      'other-fields': notPromised(
        'Fields of the container and of each message that the document does not describe.',
        'not shown in the specification',
      ),
    },
  ),
] as const
